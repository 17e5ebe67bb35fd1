//? Abs.abs violated ensures x=-2147483648
//? Abs.abs warns overflow x=-2147483648
//? Abs.wrapping violated ensures x=-2147483648
class Abs {
    //@ ensures \result >= 0;
    int abs(int x) { return x < 0 ? -x : x; }

    //@ ensures \result >= 0;
    /*@ code_java_math */ int wrapping(int x) { return x < 0 ? -x : x; }
}
