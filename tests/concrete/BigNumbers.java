import java.math.*;

public class BigNumbers {
    public static void main(String[] args) {
        BigInteger f = BigInteger.ONE;
        for (int i = 1; i <= 40; i++) {
            f = f.multiply(BigInteger.valueOf(i));
        }
        System.out.println(f);
        System.out.println(f.mod(BigInteger.valueOf(1000007)) + " " + f.bitLength() + " " + f.negate().divide(new BigInteger("12345678901234567890")));
        System.out.println(BigInteger.TWO.pow(100).subtract(BigInteger.ONE).toString(16));
        System.out.println(new BigInteger("123456789").gcd(new BigInteger("987654321")) + " " + BigInteger.valueOf(3).modPow(BigInteger.valueOf(200), BigInteger.valueOf(13)));
        System.out.println(BigInteger.valueOf(97).isProbablePrime(10) + " " + new BigInteger("-5").compareTo(BigInteger.ZERO) + " " + f.equals(f.add(BigInteger.ZERO)));
        BigDecimal d = new BigDecimal("10.25");
        System.out.println(d.add(new BigDecimal("0.755")) + " " + d.multiply(d) + " " + d.setScale(1, RoundingMode.HALF_UP) + " " + d.divide(new BigDecimal("3"), 10, RoundingMode.HALF_EVEN));
        System.out.println(new BigDecimal("1E+3").toPlainString() + " " + new BigDecimal("100").stripTrailingZeros() + " " + BigDecimal.valueOf(2.50));
        System.out.println(f.shiftLeft(3).shiftRight(70).xor(BigInteger.TEN).testBit(2));
    }
}
