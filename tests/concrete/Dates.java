import java.time.*;

public class Dates {
    public static void main(String[] args) {
        LocalDate d = LocalDate.of(2024, 2, 28).plusDays(2);
        System.out.println(d + " " + d.isLeapYear() + " " + d.lengthOfMonth() + " " + d.getDayOfYear());
        System.out.println(Duration.ofMinutes(135) + " " + Duration.ofSeconds(3661).toHours());
        System.out.println(LocalTime.of(23, 30).plusHours(2) + " " + LocalDateTime.of(2020, 1, 1, 0, 0).minusSeconds(1));
        System.out.println(Period.between(LocalDate.of(2000, 1, 15), LocalDate.of(2024, 3, 1)));
        System.out.println(d.isBefore(LocalDate.of(2025, 1, 1)) + " " + d.getDayOfWeek() + " " + Year.isLeap(1900));
    }
}
