public class Hello {
    public static void main(String[] args) {
        System.out.println("Hello, world");
        System.out.print('c');
        System.out.println(42);
        System.out.println(true);
        System.out.println(1L << 40);
        System.out.println("sum " + (1 + 2) + ' ' + null + " " + 3.5 + " " + 1.5f);
        System.out.println(args.length);
        System.out.println((Object) null);
        System.out.println(new char[] {'a', 'b'});
    }
}
