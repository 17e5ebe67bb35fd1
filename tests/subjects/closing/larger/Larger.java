import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs methods of the catalogue with inputs far beyond the bounds and looks at what their contracts promise, in plain Java. Prints the name of
 * each whose promise was broken, once; whatever is printed must never have been shown for all inputs.
 */
class Larger {
    interface Promise {
        boolean kept(Random dice) throws Exception;
    }

    private static final TreeMap<String, Promise> ALL = new TreeMap<>();

    public static void main(String[] arguments) throws Exception {
        arrays();
        numbers();
        ranges();
        walks();
        TreeSet<String> broken = new TreeSet<>();
        Random dice = new Random(18);
        ALL.forEach((name, promise) -> {
            for (int round = 0; round < 300 && !broken.contains(name); round++) {
                try {
                    if (!promise.kept(dice)) {
                        broken.add(name);
                    }
                } catch (Exception thrown) {
                    broken.add(name);
                }
            }
        });
        System.out.println("run " + ALL.size());
        broken.forEach(name -> System.out.println("broken " + name));
    }

    private static void arrays() {
        ALL.put("Arrays.max", dice -> { int[] a = some(dice); int r = Arrays.max(a); return all(a, x -> r >= x); });
        ALL.put("Arrays.maxDeep", dice -> { int[] a = some(dice); int r = Arrays.maxDeep(a); return all(a, x -> r >= x); });
        ALL.put("Arrays.minEach", dice -> { int[] a = some(dice); int r = Arrays.minEach(a); return all(a, x -> r <= x); });
        ALL.put("Arrays.someMax", dice -> { int[] a = some(dice); int r = Arrays.someMax(a); return !all(a, x -> r != x); });
        ALL.put("Arrays.find", dice -> { int[] a = some(dice); int r = Arrays.find(a, 7); return r == -1 ? all(a, x -> x != 7) : a[r] == 7; });
        ALL.put("Arrays.findDeep", dice -> { int[] a = some(dice); int r = Arrays.findDeep(a, 7); return r != -1 || all(a, x -> x != 7); });
        ALL.put("Arrays.findLast", dice -> { int[] a = some(dice); int r = Arrays.findLast(a, 7); return r == -1 || a[r] == 7; });
        ALL.put("Arrays.contains", dice -> { int[] a = some(dice); return Arrays.contains(a, 7) != all(a, x -> x != 7); });
        ALL.put("Arrays.containsDeep", dice -> { int[] a = some(dice); return Arrays.containsDeep(a, 7) != all(a, x -> x != 7); });
        ALL.put("Arrays.allPositive", dice -> { int[] a = some(dice); return Arrays.allPositive(a) == all(a, x -> x > 0); });
        ALL.put("Arrays.fill", dice -> { int[] a = some(dice); Arrays.fill(a, 3); return all(a, x -> x == 3); });
        ALL.put("Arrays.fillDeep", dice -> { int[] a = some(dice); Arrays.fillDeep(a, 3); return all(a, x -> x == 3); });
        ALL.put("Arrays.clearDown", dice -> { int[] a = some(dice); Arrays.clearDown(a); return all(a, x -> x == 0); });
        ALL.put("Arrays.copy", dice -> { int[] b = some(dice); int[] a = new int[b.length]; Arrays.copy(a, b); return java.util.Arrays.equals(a, b); });
        ALL.put("Arrays.copyDeep", dice -> { int[] b = some(dice); int[] a = new int[b.length]; Arrays.copyDeep(a, b); return java.util.Arrays.equals(a, b); });
        ALL.put("Arrays.count", dice -> { int[] a = some(dice); int r = Arrays.count(a, 7); return 0 <= r && r <= a.length; });
        ALL.put("Arrays.countDeep", dice -> Arrays.countDeep(some(dice)) < 50);
        ALL.put("Arrays.binarySearch", dice -> { int[] a = some(dice); java.util.Arrays.sort(a); int r = Arrays.binarySearch(a, 7); return r == -1 || a[r] == 7; });
        ALL.put("Arrays.sorted", dice -> { int[] a = ascending(dice); return !Arrays.sorted(a) || ascends(a); });
        ALL.put("Arrays.sortedDeep", dice -> { int[] a = ascending(dice); return !Arrays.sortedDeep(a) || ascends(a); });
        ALL.put("Arrays.same", dice -> { int[] a = some(dice); int[] b = a.clone(); b[dice.nextInt(b.length)]++; return !Arrays.same(a, b) && Arrays.same(a, a.clone()); });
        ALL.put("Arrays.filled", dice -> { int[] a = Arrays.filled(dice.nextInt(400), 3); return all(a, x -> x == 3); });
        ALL.put("Arrays.pairs", dice -> Arrays.pairs(some(dice)) >= 0);
        ALL.put("Arrays.pairsDeep", dice -> Arrays.pairsDeep(some(dice)) <= 800);
    }

    private static void numbers() {
        ALL.put("Numbers.up", dice -> { int n = natural(dice); return Numbers.up(n) == n; });
        ALL.put("Numbers.upDeep", dice -> Numbers.upDeep(natural(dice)) <= 500);
        ALL.put("Numbers.down", dice -> Numbers.down(natural(dice)) == 0);
        ALL.put("Numbers.twice", dice -> { int n = dice.nextInt(1001); return Numbers.twice(n) == 2 * n; });
        ALL.put("Numbers.sumWrapsDeep", dice -> Numbers.sumWrapsDeep(natural(dice)) >= 0);
        ALL.put("Numbers.never", dice -> Numbers.never(dice.nextInt(900), dice.nextInt(900)) == 0);
        ALL.put("Numbers.balanced", dice -> { int n = natural(dice); return Numbers.balanced(n) == n; });
        ALL.put("Numbers.absSteps", dice -> Numbers.absSteps(dice.nextInt()) >= 0);
        ALL.put("Numbers.between", dice -> { int w = natural(dice); int r = Numbers.between(5, 90000, w); return 5 <= r && r <= 90000; });
        ALL.put("Numbers.betweenDeep", dice -> Numbers.betweenDeep(5, natural(dice) + 5) <= 105);
        ALL.put("Numbers.thrice", dice -> { int n = dice.nextInt(10001); return Numbers.thrice(n) == 3L * n; });
        ALL.put("Numbers.any", dice -> { int n = natural(dice) - 40; return Numbers.any(n) == (n > 0); });
        ALL.put("Numbers.anyDeep", dice -> !Numbers.anyDeep(natural(dice)));
        ALL.put("Numbers.even", dice -> Numbers.even(natural(dice)) % 2 == 0);
        ALL.put("Numbers.evenDeep", dice -> Numbers.evenDeep(dice.nextInt(200)) != 200);
        ALL.put("Numbers.skipping", dice -> { int n = natural(dice); return Numbers.skipping(n) == n; });
    }

    private static void ranges() {
        ALL.put("Ranges.reversed", dice -> { int[] a = some(dice); return mirrored(a, Ranges.reversed(a)); });
        ALL.put("Ranges.reversedDeep", dice -> { int[] a = some(dice); return mirrored(a, Ranges.reversedDeep(a)); });
        ALL.put("Ranges.palindrome", dice -> { int[] a = almostPalindrome(dice); return !Ranges.palindrome(a) || mirrored(a, a); });
        ALL.put("Ranges.palindromeDeep", dice -> { int[] a = almostPalindrome(dice); return !Ranges.palindromeDeep(a) || mirrored(a, a); });
        ALL.put("Ranges.partition", dice -> { int[] a = some(dice); int r = Ranges.partition(a, 20); return 0 <= r && r <= a.length; });
        ALL.put("Ranges.partitionDeep", dice -> Ranges.partitionDeep(some(dice), 20) < 60);
        ALL.put("Ranges.fromBothEnds", dice -> { int[] a = some(dice); return !Ranges.fromBothEnds(a, 7) || !all(a, x -> x != 7); });
        ALL.put("Ranges.meet", dice -> { int to = natural(dice); int r = Ranges.meet(0, to); return 0 <= r && r <= to; });
        ALL.put("Ranges.fillRange", dice -> { int[] a = some(dice); Ranges.fillRange(a, 0, a.length, 3); return all(a, x -> x == 3); });
        ALL.put("Ranges.fillRangeDeep", dice -> { int[] a = some(dice); Ranges.fillRangeDeep(a, 0, a.length, 3); return all(a, x -> x == 3); });
        ALL.put("Ranges.minOfFirst", dice -> { int[] a = some(dice); int r = Ranges.minOfFirst(a, a.length); return all(a, x -> r <= x); });
        ALL.put("Ranges.firstPositive", dice -> { int[] a = mostlyNegative(dice); int r = Ranges.firstPositive(a); return r == -1 || a[r] > 0; });
        ALL.put("Ranges.firstPositiveDeep", dice -> { int[] a = mostlyNegative(dice); int r = Ranges.firstPositiveDeep(a); return r == -1 || a[r] > 0; });
        ALL.put("Ranges.skipNegative", dice -> { int[] a = some(dice); return Ranges.skipNegative(a) <= a.length; });
        ALL.put("Ranges.grid", dice -> Ranges.grid(dice.nextInt(3000), dice.nextInt(3000)) >= 0);
        ALL.put("Ranges.gridDeep", dice -> Ranges.gridDeep(dice.nextInt(5) * 20, dice.nextInt(5) * 50) != 4000);
        ALL.put("Ranges.leadingBlanks", dice -> { String s = blanks(dice); int r = Ranges.leadingBlanks(s); return 0 <= r && r <= s.length(); });
        ALL.put("Ranges.leadingBlanksDeep", dice -> Ranges.leadingBlanksDeep(blanks(dice)) <= 45);
        ALL.put("Ranges.doCounts", dice -> { int n = natural(dice) + 1; return Ranges.doCounts(n) == n; });
        ALL.put("Ranges.doCountsDeep", dice -> Ranges.doCountsDeep(natural(dice) + 1) < 333);
        ALL.put("Ranges.doFill", dice -> { int[] a = some(dice); Ranges.doFill(a); return all(a, x -> x == 1); });
        ALL.put("Ranges.lastDigit", dice -> { int r = Ranges.lastDigit(dice.nextInt()); return 0 <= r && r <= 9; });
    }

    private static void walks() {
        ALL.put("Walks.count", dice -> { int n = dice.nextInt(1500); return Walks.count(n) == n; });
        ALL.put("Walks.countDeep", dice -> Walks.countDeep(dice.nextInt(1500)) <= 400);
        ALL.put("Walks.even", dice -> { int n = dice.nextInt(1500); return Walks.even(n) == (n % 2 == 0); });
        ALL.put("Walks.lengthDeep", dice -> Walks.lengthDeep(list(dice)) <= 300);
        ALL.put("Walks.lastDeep", dice -> Walks.lastDeep(list(dice)).next == null);
        ALL.put("Walks.last", dice -> Walks.last(list(dice)).next == null);
        ALL.put("Walks.spaces", dice -> { String s = blanks(dice); int r = Walks.spaces(s); return 0 <= r && r <= s.length(); });
        ALL.put("Walks.spacesDeep", dice -> Walks.spacesDeep(blanks(dice)) < 60);
        ALL.put("Chains.buildDeep", dice -> Chains.buildDeep(480 + dice.nextInt(40)).value != 500);
        ALL.put("Chains.build", dice -> Chains.build(1 + natural(dice) % 5000).value == 1);
        ALL.put("Chains.third", dice -> { int n = dice.nextInt(3000); return Chains.third(n) == (n % 3 == 0); });
        ALL.put("Chains.depthDeep", dice -> Chains.depthDeep(dice.nextInt(1500)) <= 250);
        ALL.put("Chains.among", dice -> { int[] a = some(dice); return !Chains.among(a, 0, 7) || !all(a, x -> x != 7); });
        ALL.put("Chains.climb", dice -> { int n = dice.nextInt(1500); int r = Chains.climb(0, n); return 0 <= r && r <= n; });
    }

    // ---- inputs ---------------------------------------------------------------------------------------------------------

    private static int natural(Random dice) {
        return dice.nextInt(3) == 0 ? dice.nextInt(100_000) : dice.nextInt(1000);
    }

    private static int[] some(Random dice) {
        int[] a = new int[1 + dice.nextInt(250)];
        int spread = dice.nextBoolean() ? 40 : 4000;
        for (int i = 0; i < a.length; i++) {
            a[i] = dice.nextInt(spread) - 10;
        }
        return a;
    }

    private static int[] ascending(Random dice) {
        int[] a = some(dice);
        java.util.Arrays.sort(a);
        if (dice.nextBoolean()) {
            a[a.length - 1 - dice.nextInt(Math.min(a.length, 30))] = -50;
        }
        return a;
    }

    private static boolean ascends(int[] a) {
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] > a[i]) {
                return false;
            }
        }
        return true;
    }

    private static int[] almostPalindrome(Random dice) {
        int[] a = some(dice);
        for (int i = 0; i < a.length / 2; i++) {
            a[a.length - 1 - i] = a[i];
        }
        if (a.length > 1) {
            a[a.length / 2 - 1]++;
        }
        return a;
    }

    private static int[] mostlyNegative(Random dice) {
        int[] a = new int[1 + dice.nextInt(250)];
        java.util.Arrays.fill(a, -1);
        a[a.length - 1] = dice.nextInt(3) - 1;
        return a;
    }

    private static String blanks(Random dice) {
        return " ".repeat(dice.nextInt(120)) + "x y";
    }

    private static Walks.Node list(Random dice) {
        Walks.Node head = new Walks.Node();
        for (int i = dice.nextInt(600); i > 0; i--) {
            Walks.Node next = new Walks.Node();
            next.next = head;
            head = next;
        }
        return head;
    }

    private static boolean mirrored(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            if (b[i] != a[a.length - 1 - i]) {
                return false;
            }
        }
        return true;
    }

    private static boolean all(int[] a, java.util.function.IntPredicate test) {
        return java.util.Arrays.stream(a).allMatch(test);
    }
}
