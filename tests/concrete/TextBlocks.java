import java.util.*;
import java.util.stream.*;

/** Text blocks, string methods of newer releases, builders. */
public class TextBlocks {
    public static void main(String[] args) {
        String block = """
            {
              "name": "x\ty",\
             "list": [1, 2]
            }
            """;
        System.out.print(block);
        System.out.println(block.lines().map(String::strip).collect(Collectors.toList()));
        System.out.println(block.indent(2).length() + " " + "  a\n b".stripIndent() + " " + "%d-%s".formatted(7, "q"));
        StringBuilder b = new StringBuilder("hello");
        b.insert(0, 12).append(3.5f).append('c').append(true).append((Object) null).replace(1, 3, "__").deleteCharAt(2);
        b.setCharAt(0, 'Z');
        System.out.println(b + " " + b.indexOf("l") + " " + b.lastIndexOf("l") + " " + b.reverse() + " " + b.length());
        b.setLength(3);
        System.out.println(b + "|" + b.compareTo(new StringBuilder("abc")) + "|" + b.chars().sum());
        System.out.println("a1b22c".replaceAll("[0-9]+", "#") + " " + Arrays.toString("x;y;;z;;".split(";")) + " " + "Mississippi".chars().filter(c -> c == 's').count());
        System.out.println(String.join(",", new TreeSet<>(Arrays.asList("q w e q".split(" ")))) + " " + "ab".repeat(3) + " " + "aXb".toLowerCase().contains("x"));
        String word = null;
        System.out.println("word: " + word + ' ' + 'c' + 1 + 2L + 0.1f + 1e9 + new int[0].length);
        System.out.println(String.valueOf(new char[] {'o', 'k'}) + " " + "tab\tnew\\n".translateEscapes().length() + " " + "b".compareTo("abc"));
    }
}
