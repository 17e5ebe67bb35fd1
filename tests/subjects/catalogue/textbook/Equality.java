/** equals, compareTo and their laws. */
class Equality implements Comparable<Equality> {
    final int a;
    final int b;

    Equality(int a, int b) {
        this.a = a;
        this.b = b;
    }

    //@ also
    //@ ensures other == this ==> \result;
    //@ ensures other == null ==> !\result;
    @Override
    public /*@ pure */ boolean equals(/*@ nullable */ Object other) {
        return other instanceof Equality && ((Equality) other).a == a && ((Equality) other).b == b;
    }

    @Override
    public /*@ pure */ int hashCode() {
        return 31 * a + b;
    }

    //@ ensures equals(o) ==> o.equals(this);
    void symmetric(Equality o) {
    }

    //@ ensures equals(o) ==> hashCode() == o.hashCode();
    void hashes(Equality o) {
    }

    //@ also
    //@ ensures \result == 0 <==> a == o.a && b == o.b;
    //@ ensures a < o.a ==> \result < 0;
    @Override
    public /*@ pure */ int compareTo(Equality o) {
        return a != o.a ? Integer.compare(a, o.a) : Integer.compare(b, o.b);
    }

    //@ ensures compareTo(o) < 0 <==> o.compareTo(this) > 0;
    void antisymmetric(Equality o) {
    }

    /*@ pure */ int compareWrong(Equality o) {
        return a - o.a;
    }

    //@ ensures compareWrong(o) < 0 <==> o.compareWrong(this) > 0;
    //^ ensures
    void antisymmetricWrong(Equality o) {
    }

    /*@ pure */ boolean sameWrong(Equality o) {
        return o.a >= a;
    }

    //@ ensures sameWrong(o) ==> o.sameWrong(this);
    //^ ensures
    void symmetricWrong(Equality o) {
    }
}
