public class Arithmetic {
    public static void main(String[] args) {
        int[] ints = {0, 1, -1, 7, -7, 31, 32, 33, Integer.MAX_VALUE, Integer.MIN_VALUE};
        for (int a : ints) {
            for (int b : ints) {
                System.out.println(a + b);
                System.out.println(a * b);
                System.out.println(a - b);
                if (b != 0) {
                    System.out.println(a / b);
                    System.out.println(a % b);
                }
                System.out.println((a << b) ^ (a >> b) ^ (a >>> b));
                System.out.println((long) a * b);
                System.out.println(((long) a << b) | ((long) a >>> b));
            }
            System.out.println((byte) a + " " + (short) a + " " + (int) (char) a + " " + ~a + " " + -a);
        }
        long big = 0x7fffffffffffffffL;
        System.out.println(big + 1);
        System.out.println((int) big);
        System.out.println(Math.floorMod(-7, 3) + " " + Math.floorDiv(-7, 3) + " " + Math.abs(Integer.MIN_VALUE));
        try {
            System.out.println(Math.addExact(Integer.MAX_VALUE, 1));
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.out.println(1 / (ints[0]));
        } catch (ArithmeticException e) {
            System.out.println("div");
        }
    }
}
