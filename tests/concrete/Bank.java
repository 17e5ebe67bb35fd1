import java.util.*;

public class Bank {
    static class InsufficientFunds extends RuntimeException {
        InsufficientFunds(String who, long missing) { super(who + " lacks " + missing); }
    }
    static abstract class Account {
        private static int nextId = 1000;
        protected final int id = nextId++;
        protected final String owner;
        protected long cents;
        private final List<String> history = new LinkedList<>();
        Account(String owner) { this.owner = owner; }
        void deposit(long amount) {
            if (amount <= 0) throw new IllegalArgumentException("amount " + amount);
            cents += amount;
            log("deposit", amount);
        }
        void withdraw(long amount) {
            if (amount > available()) throw new InsufficientFunds(owner, amount - available());
            cents -= amount;
            log("withdraw", amount);
        }
        void log(String what, long amount) { history.add(String.format("%s %d.%02d", what, amount / 100, amount % 100)); }
        abstract long available();
        List<String> history() { return Collections.unmodifiableList(history); }
        @Override public String toString() { return getClass().getSimpleName() + "#" + id + "[" + owner + ": " + cents + "]"; }
    }
    static class Savings extends Account {
        Savings(String owner) { super(owner); }
        long available() { return cents; }
    }
    static class Credit extends Account {
        final long limit;
        Credit(String owner, long limit) { super(owner); this.limit = limit; }
        long available() { return cents + limit; }
    }
    public static void main(String[] args) {
        Map<String, Account> accounts = new TreeMap<>();
        accounts.put("s", new Savings("Sue"));
        accounts.put("c", new Credit("Carl", 500));
        for (Account a : accounts.values()) a.deposit(1234);
        String[] ops = {"s:200", "c:1700", "s:2000", "c:100", "s:-5"};
        for (String op : ops) {
            String[] parts = op.split(":");
            Account a = accounts.get(parts[0]);
            long amount = Long.parseLong(parts[1]);
            try {
                if (amount < 0) a.deposit(amount); else a.withdraw(amount);
                System.out.println("ok " + a);
            } catch (InsufficientFunds e) {
                System.out.println(e.getMessage());
            } catch (IllegalArgumentException e) {
                System.out.println("bad " + e.getMessage());
            }
        }
        accounts.forEach((k, v) -> System.out.println(k + " " + v + " " + v.history()));
    }
}
