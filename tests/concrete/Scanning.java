// unknown: native java.lang.Class.getDeclaredConstructors0
import java.util.Scanner;

/** A scanner looks for locale data by reflection, which is not modelled: that must be said, not guessed. */
public class Scanning {
    public static void main(String[] args) {
        Scanner scanner = new Scanner("12 abc 3.5");
        System.out.println(scanner.nextInt() + scanner.next());
    }
}
