import java.util.regex.*;

public class Regex {
    public static void main(String[] args) {
        Pattern p = Pattern.compile("(\\w+)@(\\w+)\\.com");
        Matcher m = p.matcher("joe@example.com, ann@test.com; nobody@nowhere.org");
        while (m.find()) {
            System.out.println(m.group() + " " + m.group(1) + " " + m.group(2) + " " + m.start() + "-" + m.end());
        }
        System.out.println("aaa".matches("a{2,3}") + " " + "ab12".matches("[a-z]+\\d+") + " " + "x".matches("(?i)X"));
        System.out.println("a1b22c333".replaceAll("\\d+", "#") + " " + "2024-01-15".replaceAll("(\\d+)-(\\d+)-(\\d+)", "$3.$2.$1"));
        for (String s : "one  two\tthree".split("\\s+")) {
            System.out.print("<" + s + ">");
        }
        System.out.println();
        System.out.println(Pattern.compile("^b", Pattern.MULTILINE).matcher("a\nb").find() + " " + Pattern.matches("(a|b)*c", "ababc"));
        Matcher named = Pattern.compile("(?<key>\\w+)=(?<value>.*?);").matcher("k=v v;");
        System.out.println(named.find() + named.group("key") + named.group("value"));
        System.out.println("aXbXc".split("X", 2)[1] + " " + Pattern.quote("."));
    }
}
