/** Money moves between accounts: what if both are the same one? */
public class Account {
    //? Account(int) holds
    //? deposit(int) holds
    //? transfer(Account,int) violated ensures
    //? transferChecked(Account,int) holds

    //@ spec_public
    private int balance;

    //@ public invariant 0 <= balance && balance <= 1000000;

    //@ requires 0 <= start && start <= 1000000;
    //@ ensures balance == start;
    public Account(int start) {
        balance = start;
    }

    //@ requires 0 <= amount && amount <= 1000000 - balance;
    //@ assignable balance;
    //@ ensures balance == \old(balance) + amount;
    public void deposit(int amount) {
        balance += amount;
    }

    //@ requires 0 < amount && amount <= balance && amount <= 1000000 - to.balance;
    //@ assignable balance, to.balance;
    //@ ensures balance == \old(balance) - amount;
    public void transfer(Account to, int amount) {
        balance -= amount;
        to.balance += amount;
    }

    //@ requires to != this;
    //@ requires 0 < amount && amount <= balance && amount <= 1000000 - to.balance;
    //@ assignable balance, to.balance;
    //@ ensures balance == \old(balance) - amount;
    public void transferChecked(Account to, int amount) {
        balance -= amount;
        to.balance += amount;
    }
}
