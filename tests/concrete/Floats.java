public class Floats {
    public static void main(String[] args) {
        double[] ds = {0.0, -0.0, 1.0, 0.1, 1e10, 1e-10, 123456.789, Double.MAX_VALUE, Double.MIN_VALUE, Double.NaN,
            Double.POSITIVE_INFINITY, -1.5, 3.0e7, 0.001};
        for (double a : ds) {
            System.out.println(a);
            System.out.println((float) a);
            System.out.println((int) a);
            System.out.println((long) a);
            System.out.println(Double.doubleToLongBits(a));
            for (double b : ds) {
                System.out.print((a < b) + " " + (a == b) + " " + Double.compare(a, b) + " ");
                System.out.println(a % b);
            }
        }
        System.out.println(1.0f / 3.0f);
        System.out.println(2.0 / 3.0);
        System.out.println(Math.sqrt(2.0));
        System.out.println(Math.floor(-1.5) + " " + Math.ceil(-1.5) + " " + Math.rint(2.5) + " " + Math.round(2.5) + " " + Math.round(-2.5f));
        System.out.println(Float.intBitsToFloat(0x3f800000) + " " + Float.floatToIntBits(1.0f));
        System.out.println(Double.parseDouble("3.14159") + Double.parseDouble("1e3"));
        System.out.println(Double.toString(100.0) + Float.toString(1.0e-5f));
        System.out.println((int) 'x' + 0.5);
    }
}
