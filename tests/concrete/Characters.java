public class Characters {
    public static void main(String[] args) {
        int letters = 0, digits = 0, upper = 0, space = 0;
        for (char c = 0; c < 600; c++) {
            if (Character.isLetter(c)) letters++;
            if (Character.isDigit(c)) digits++;
            if (Character.isUpperCase(c)) upper++;
            if (Character.isWhitespace(c)) space++;
        }
        System.out.println(letters + " " + digits + " " + upper + " " + space);
        System.out.println(caesar("Hello, Zoo!", 3) + " " + caesar(caesar("Hello", 5), 21));
        System.out.println(isPalindrome("A man, a plan, a canal: Panama") + " " + isPalindrome("nope"));
        System.out.println(compress("aaabccdddd"));
        System.out.println((char) ('a' + 1) + "" + (int) 'z' + ('a' + 'b') + "\u0041");
        StringBuilder sb = new StringBuilder("\u00fcml\u00e4ut");
        System.out.println(sb.reverse() + " " + sb.length() + " " + "stra\u00dfe".toUpperCase() + " " + "\u0130".toLowerCase().length());
        System.out.println(Character.getType('A') + " " + Character.digit('f', 16) + " " + Character.forDigit(11, 16) + " " + Character.isJavaIdentifierStart('$'));
    }
    static String caesar(String s, int k) {
        StringBuilder b = new StringBuilder();
        for (char c : s.toCharArray()) {
            if (Character.isUpperCase(c)) b.append((char) ('A' + (c - 'A' + k) % 26));
            else if (Character.isLowerCase(c)) b.append((char) ('a' + (c - 'a' + k) % 26));
            else b.append(c);
        }
        return b.toString();
    }
    static boolean isPalindrome(String s) {
        String t = s.toLowerCase().replaceAll("[^a-z]", "");
        return new StringBuilder(t).reverse().toString().equals(t);
    }
    static String compress(String s) {
        StringBuilder b = new StringBuilder();
        for (int i = 0, j; i < s.length(); i = j) {
            for (j = i; j < s.length() && s.charAt(j) == s.charAt(i); j++);
            b.append(s.charAt(i)).append(j - i);
        }
        return b.toString();
    }
}
