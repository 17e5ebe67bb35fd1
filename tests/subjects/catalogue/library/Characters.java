/** What `Character` says of characters nobody knows: a condition, not a fork per entry of its tables. */
class Characters {
    //@ ensures \result <==> (\forall int i; 0 <= i && i < s.length(); Character.isWhitespace(s.charAt(i)));
    static boolean isBlank(String s) {
        for (int i = 0; i < s.length(); i++) if (!Character.isWhitespace(s.charAt(i))) return false;
        return true;
    }

    //@ ensures \result <==> (\forall int i; 0 <= i && i < s.length(); Character.isWhitespace(s.charAt(i)));
    //^ ensures
    static boolean isBlankWrong(String s) {
        for (int i = 0; i < s.length(); i++) if (s.charAt(i) > ' ') return false;
        return true;
    }

    //@ ensures Character.isLetter(c) ==> Character.isLetter(\result);
    static char upper(char c) {
        return Character.toUpperCase(c);
    }

    //@ ensures Character.toLowerCase(\result) == Character.toLowerCase(c);
    //^ ensures
    static char upperWrong(char c) {
        return Character.toUpperCase(c);
    }

    //@ ensures 0 <= \result && \result < 16 || \result == -1;
    static int hex(char c) {
        return Character.digit(c, 16);
    }

    //@ requires Character.isDigit(c);
    //@ ensures \result == c - '0';
    //^ ensures
    static int digitWrong(char c) {
        return Character.digit(c, 10);
    }

    //@ ensures \result ==> Character.isDefined(codePoint);
    static boolean isName(int codePoint) {
        return Character.isJavaIdentifierStart(codePoint) && codePoint < 128;
    }

    //@ ensures \result == Character.isWhitespace(codePoint);
    //^ ensures
    static boolean isSpaceWrong(int codePoint) {
        return Character.isSpaceChar(codePoint);
    }
}
