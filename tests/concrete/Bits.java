public class Bits {
    static int crc(byte[] data) {
        int crc = ~0;
        for (byte b : data) {
            crc ^= b & 0xff;
            for (int i = 0; i < 8; i++) crc = (crc >>> 1) ^ (0xEDB88320 & -(crc & 1));
        }
        return ~crc;
    }
    static long fnv(String s) {
        long h = 0xcbf29ce484222325L;
        for (int i = 0; i < s.length(); i++) h = (h ^ s.charAt(i)) * 0x100000001b3L;
        return h;
    }
    static int isqrt(int n) {
        int r = 0;
        for (int b = 1 << 15; b > 0; b >>= 1) if ((long) (r | b) * (r | b) <= n) r |= b;
        return r;
    }
    public static void main(String[] args) {
        System.out.println(Integer.toHexString(crc("123456789".getBytes())) + " " + fnv("hello"));
        System.out.println(isqrt(1000000) + " " + isqrt(Integer.MAX_VALUE));
        long x = 88172645463325252L;
        for (int i = 0; i < 5; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            System.out.println(x + " " + (int) x + " " + (short) (x >> 5) + " " + Long.bitCount(x) + " " + Long.numberOfLeadingZeros(x >>> i));
        }
        System.out.println(Integer.rotateLeft(0x80000001, 1) + " " + Long.reverseBytes(1) + " " + (1 << 33) + " " + (1L << 33) + " " + (-1 >>> 28) + " " + (-1 >> 28));
        System.out.println((byte) 0x1ff + " " + (char) 65 + " " + (int) 3.99e9 + " " + (long) -1e30 + " " + (int) Float.NaN + " " + (char) 97.9);
        int h = 17;
        for (int i = 0; i < 100; i++) h = h * 31 + (i ^ h >>> 3);
        System.out.println(h);
    }
}
