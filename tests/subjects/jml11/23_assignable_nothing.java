//? Nothing.f violated assignable
//? Nothing.g holds
class Nothing {
    int x;

    //@ assignable \nothing;
    void f() { x = x; }

    //@ assignable \nothing;
    int[] g() { int[] r = new int[1]; r[0] = 1; return r; }
}
