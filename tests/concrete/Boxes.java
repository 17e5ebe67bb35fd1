import java.util.*;

public class Boxes {
    public static void main(String[] args) {
        Integer a = 127, b = 127, c = 128, d = 128;
        System.out.println((a == b) + " " + (c == d) + " " + c.equals(d) + " " + a.hashCode());
        Long l = 5L;
        System.out.println(l.equals(5) + " " + l.equals(5L) + " " + (l == 5));
        Character ch = 'x';
        System.out.println(ch + 1);
        System.out.println((char) (ch + 1));
        Object o = true ? 1 : 2.0;
        System.out.println(o);
        System.out.println(Integer.MAX_VALUE + " " + Long.MIN_VALUE + " " + Integer.compare(1, 2) + " " + Integer.bitCount(255) + " " + Long.numberOfTrailingZeros(8) + " " + Integer.reverse(1) + " " + Integer.highestOneBit(100));
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.logicalXor(true, false) + " " + Byte.toUnsignedInt((byte) -1) + " " + Integer.toUnsignedString(-1) + " " + Integer.divideUnsigned(-1, 2));
        System.out.println(Double.valueOf(0.0).equals(-0.0) + " " + Double.isNaN(0.0 / 0) + " " + Float.compare(0f, -0f) + " " + Double.hashCode(1.5));
        System.out.println(Character.getNumericValue('7') + " " + Character.isLetter('x') + " " + Character.isWhitespace(' ') + " " + Character.toChars(65)[0] + " " + Character.isUpperCase('A'));
        System.out.println(Objects.hash(1, "a", null) + " " + Objects.equals(null, null) + " " + Objects.toString(null, "def"));
        short s = (short) 40000;
        s += 1;
        byte by = (byte) 200;
        by >>>= 1;
        System.out.println(s + " " + by);
        int i = 5;
        i = i++ + ++i;
        System.out.println(i);
        Integer n = null;
        try {
            int x = n;
        } catch (NullPointerException e) {
            System.out.println("unboxed null");
        }
        System.out.println(Integer.toString(123456, 36) + Integer.toOctalString(64) + Long.toHexString(-1L) + Integer.parseInt("7f", 16));
    }
}
