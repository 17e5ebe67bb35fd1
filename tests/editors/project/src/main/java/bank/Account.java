package bank;

/** Money moves between accounts: what if both are the same one? */
public class Account {
    //@ spec_public
    private int balance;

    //@ public invariant 0 <= balance && balance <= 1000000;

    //@ requires 0 <= start && start <= 1000000;
    //@ ensures balance == start;
    public Account(int start) {
        balance = start;
    }

    //@ requires 0 < amount && amount <= balance && amount <= 1000000 - to.balance;
    //@ assignable balance, to.balance;
    //@ ensures balance == \old(balance) - amount;
    public void transfer(Account to, int amount) {
        balance -= amount;
        to.balance += amount;
    }

    //@ ensures \result >= 0;
    public static int abs(int x) {
        return x < 0 ? -x : x;
    }
}
