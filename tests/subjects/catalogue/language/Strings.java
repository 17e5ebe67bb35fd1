/** Contracts over strings. */
class Strings {
    //@ requires s.length() <= 2;
    //@ ensures \result <==> s.length() == 0;
    static boolean empty(String s) {
        return s.isEmpty();
    }

    //@ requires s.length() <= 2;
    //@ ensures \result <==> s.length() == 0;
    //^ ensures
    static boolean emptyWrong(String s) {
        return s.equals(" ");
    }

    static char firstWrong(String s) {
        return s.charAt(0);
        //^ bounds
    }

    //@ requires s.length() > 0;
    static char first(String s) {
        return s.charAt(0);
    }

    //@ requires a.length() <= 2 && b.length() <= 2;
    //@ ensures \result == a.equals(b);
    //^ ensures
    static boolean sameWrong(String a, String b) {
        return a == b;
    }

    //@ requires a.length() <= 2 && b.length() <= 2;
    //@ ensures \result.length() == a.length() + b.length();
    static String join(String a, String b) {
        return a + b;
    }
}
