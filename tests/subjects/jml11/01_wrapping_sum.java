//? Sum.wraps violated ensures a=2147483647,b=1
//? Sum.wrapsInBoth holds
class Sum {
    //@ ensures \result == a + b;
    /*@ code_java_math */ int wraps(int a, int b) { return a + b; }

    //@ ensures \result == a + b;
    /*@ code_java_math spec_java_math */ int wrapsInBoth(int a, int b) { return a + b; }
}
