public class Uncaught {
    public static void main(String[] args) {
        System.out.println("before");
        int[] a = new int[1];
        System.out.println(a[args.length + 3]);
        System.out.println("never");
    }
}
