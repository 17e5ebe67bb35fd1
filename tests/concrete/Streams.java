import java.util.*;
import java.util.stream.*;

public class Streams {
    record Person(String name, int age) {}

    public static void main(String[] args) {
        List<Integer> numbers = IntStream.rangeClosed(1, 20).boxed().collect(Collectors.toList());
        System.out.println(numbers.stream().filter(x -> x % 3 == 0).map(x -> x * x).collect(Collectors.toList()));
        System.out.println(numbers.stream().mapToInt(Integer::intValue).sum() + " " + numbers.stream().reduce(1, (a, b) -> a * b % 1009));
        List<Person> people = List.of(new Person("Ann", 30), new Person("Bob", 25), new Person("Cy", 30));
        System.out.println("" + people.stream().collect(Collectors.groupingBy(Person::age, TreeMap::new, Collectors.mapping(Person::name, Collectors.joining("/")))));
        System.out.println(people.stream().sorted(Comparator.comparingInt(Person::age).thenComparing(Person::name)).map(Person::name).toList());
        System.out.println(people.stream().mapToInt(Person::age).summaryStatistics());
        System.out.println(Stream.iterate(1, x -> x * 2).limit(10).map(String::valueOf).collect(Collectors.joining(",")));
        System.out.println(Stream.of("b", "a", "c").sorted().findFirst().get() + " " + Stream.of(1, 2, 3).anyMatch(x -> x > 2) + " " + Stream.of(1, 1, 2).distinct().count());
        System.out.println("" + IntStream.range(0, 5).mapToObj(i -> "x" + i).collect(Collectors.toCollection(ArrayDeque::new)));
        System.out.println(Stream.of(List.of(1, 2), List.of(3)).flatMap(List::stream).map(x -> x + 1).toList());
        System.out.println("" + people.stream().collect(Collectors.partitioningBy(p -> p.age() > 26, Collectors.counting())));
        System.out.println("" + people.stream().collect(Collectors.toMap(Person::name, Person::age, (a, b) -> a, TreeMap::new)));
        System.out.println(Optional.of(5).map(x -> x + 1).filter(x -> x > 5).orElse(0) + " " + Optional.empty().isPresent());
        System.out.println(Arrays.stream(new double[] {1.5, 2.5}).average().getAsDouble());
        System.out.println("hello".chars().mapToObj(c -> String.valueOf((char) c)).collect(Collectors.joining("-")));
    }
}
