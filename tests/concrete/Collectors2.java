import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Streams with collectors over records. */
public class Collectors2 {
    record Person(String name, int age, String city) {}

    public static void main(String[] args) {
        List<Person> people = List.of(new Person("Ann", 31, "Oslo"), new Person("Bob", 25, "Rome"), new Person("Cid", 31, "Rome"), new Person("Dee", 47, "Oslo"));
        Map<String, String> named = people.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.joining("+"))));
        System.out.println(named);
        System.out.println(people.stream().collect(Collectors.partitioningBy(p -> p.age() > 30, Collectors.counting())));
        System.out.println(people.stream().sorted(Comparator.comparingInt(Person::age).reversed().thenComparing(Person::name)).map(Person::name).toList());
        System.out.println(people.stream().mapToInt(Person::age).summaryStatistics());
        Map<String, Integer> ages = people.stream().collect(Collectors.toMap(Person::city, Person::age, Integer::sum, LinkedHashMap::new));
        System.out.println(ages);
        System.out.println(IntStream.rangeClosed(1, 5).boxed().collect(Collectors.reducing(1, (a, b) -> a * b)));
        System.out.println(Stream.iterate(1, n -> n * 3).limit(6).skip(1).map(String::valueOf).collect(Collectors.joining(", ", "[", "]")));
        System.out.println(Stream.of("b", "a", "c", "a").distinct().sorted(Comparator.reverseOrder()).toList());
        System.out.println(people.stream().flatMap(p -> Stream.of(p.name(), p.city())).anyMatch("Rome"::equals));
        System.out.println(DoubleStream.of(1.5, 2.5, 3).average().orElse(-1) + " " + people.stream().max(Comparator.comparing(Person::name)).map(Person::age).orElse(0));
        Map<Boolean, List<Integer>> split = IntStream.range(0, 8).boxed().collect(Collectors.partitioningBy(i -> i % 2 == 0));
        System.out.println(split + " " + Arrays.stream(new int[] {3, 1, 2}).sorted().mapToObj(Integer::toString).collect(Collectors.toCollection(ArrayDeque::new)));
        Supplier<Stream<Integer>> numbers = () -> Stream.of(5, 3, 8);
        System.out.println(numbers.get().reduce(Integer::min).get() + " " + numbers.get().takeWhile(n -> n > 2).count() + " " + numbers.get().peek(n -> System.out.print(n + ";")).noneMatch(n -> n > 9));
    }
}
