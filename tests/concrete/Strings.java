public class Strings {
    public static void main(String[] args) {
        String s = "Hello, World";
        System.out.println(s.length() + " " + s.charAt(4) + " " + s.indexOf('o') + " " + s.lastIndexOf("o") + " " + s.indexOf("World"));
        System.out.println(s.substring(3, 8) + "|" + s.toUpperCase() + "|" + s.toLowerCase() + "|" + s.replace('l', 'L') + "|" + s.replace("World", "you"));
        System.out.println(s.contains("lo,") + " " + s.startsWith("Hell") + " " + s.endsWith("d") + " " + s.isEmpty() + " " + "".isEmpty());
        System.out.println("  trim me ".trim() + "|" + " x ".strip() + "|" + "ab".repeat(3) + "|" + " ".isBlank());
        System.out.println(s.hashCode() + " " + "".hashCode() + " " + "\u20ac uro".hashCode());
        System.out.println("a,b,,c".split(",").length + " " + String.join("-", "x", "y", "z"));
        System.out.println("abc".compareTo("abd") + " " + "abc".compareTo("ab") + " " + "ABC".compareToIgnoreCase("abd") + " " + "ABC".equalsIgnoreCase("abc"));
        System.out.println("caf\u00e9 \u20ac \ud83d\ude00".length() + " " + "\ud83d\ude00".codePointAt(0) + " " + "caf\u00e9".toUpperCase());
        System.out.println("\u20ac10".charAt(0) == '\u20ac');
        StringBuilder b = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            b.append(i).append(',');
        }
        b.setLength(b.length() - 1);
        b.insert(0, "[").append(']').append(1.5).append(true).append((Object) null).append(new char[] {'x'}).append(7L);
        System.out.println(b);
        System.out.println(b.reverse());
        System.out.println(b.deleteCharAt(0).delete(1, 3).indexOf("9"));
        System.out.println(String.valueOf(new char[] {'q', 'r'}) + String.valueOf(3) + Integer.toHexString(-1) + Integer.toBinaryString(10) + Long.toString(255, 16));
        String made = "po" + args.length + "ol";
        System.out.println((made.intern() == made) + " " + (("po" + args.length + "ol").intern() == made));
        System.out.println("x".equals(null) + " " + "x".equals("x") + " " + ("a" + "b" == "ab") + " " + (new String("ab") == "ab") + " " + (new String("ab").intern() == "ab"));
        System.out.println(Integer.parseInt("-123") + Integer.valueOf("77") + Long.parseLong("9999999999"));
        try {
            Integer.parseInt("12x");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            s.charAt(100);
        } catch (StringIndexOutOfBoundsException e) {
            System.out.println("out of bounds");
        }
        String text = "line one\nline two\n";
        text.lines().forEach(System.out::println);
        System.out.println(new String(new byte[] {72, 105}, java.nio.charset.StandardCharsets.UTF_8) + "h\u00e9".getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
        for (char c : "xyz".toCharArray()) {
            System.out.print(Character.toUpperCase(c));
            System.out.print(Character.isDigit(c));
        }
        System.out.println();
        System.out.println("a1b2".chars().filter(Character::isDigit).count());
    }
}
