import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Prints what this JDK's `Character` says of every code point, as ranges: the tables of `intrinsics/characters`. */
public final class Characters {
    private Characters() {}

    public static void main(String[] arguments) {
        set("isAlphabetic", Character::isAlphabetic);
        set("isDigit", Character::isDigit);
        set("isISOControl", Character::isISOControl);
        set("isIdentifierIgnorable", Character::isIdentifierIgnorable);
        set("isIdeographic", Character::isIdeographic);
        set("isJavaIdentifierPart", Character::isJavaIdentifierPart);
        set("isJavaIdentifierStart", Character::isJavaIdentifierStart);
        set("isLetter", Character::isLetter);
        set("isLetterOrDigit", Character::isLetterOrDigit);
        set("isLowerCase", Character::isLowerCase);
        set("isMirrored", Character::isMirrored);
        set("isSpaceChar", Character::isSpaceChar);
        set("isTitleCase", Character::isTitleCase);
        set("isUnicodeIdentifierPart", Character::isUnicodeIdentifierPart);
        set("isUnicodeIdentifierStart", Character::isUnicodeIdentifierStart);
        set("isUpperCase", Character::isUpperCase);
        set("isWhitespace", Character::isWhitespace);
        map("digit", c -> Character.digit(c, Character.MAX_RADIX) < 0 ? c : Character.digit(c, Character.MAX_RADIX));
        map("toLowerCase", Character::toLowerCase);
        map("toTitleCase", Character::toTitleCase);
        map("toUpperCase", Character::toUpperCase);
    }

    /** First and last of each range, in hexadecimal. */
    private static void set(String name, IntPredicate holds) {
        StringBuilder line = new StringBuilder(name);
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (!holds.test(c)) continue;
            int last = c;
            while (last < Character.MAX_CODE_POINT && holds.test(last + 1)) last++;
            line.append(' ').append(Integer.toHexString(c));
            if (last > c) line.append('-').append(Integer.toHexString(last));
            c = last;
        }
        System.out.println(line);
    }

    /** Ranges with what is added to their characters; with `/2` every second one from the first. */
    private static void map(String name, IntUnaryOperator image) {
        StringBuilder line = new StringBuilder(name);
        boolean[] told = new boolean[Character.MAX_CODE_POINT + 3];
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            int shift = image.applyAsInt(c) - c;
            if (shift == 0 || told[c]) continue;
            int step = shift(image, c + 1) == shift ? 1 : 2;
            int last = c;
            while (shift(image, last + step) == shift && (step == 1 || shift(image, last + 1) != shift)) last += step;
            for (int i = c; i <= last; i += step) told[i] = true;
            line.append(' ').append(Integer.toHexString(c));
            if (last > c) line.append('-').append(Integer.toHexString(last));
            if (last > c && step == 2) line.append("/2");
            line.append(':').append(shift);
        }
        System.out.println(line);
    }

    private static int shift(IntUnaryOperator image, int c) {
        return c > Character.MAX_CODE_POINT ? 0 : image.applyAsInt(c) - c;
    }
}
