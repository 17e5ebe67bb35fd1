//? Null.len holds-to-bound
//? Null.caller violated requires-at-call
//? Null.nullableLen violated null s=null
// (The first one rests on input strings being Latin-1, so it is not said for all inputs.)
class Null {
    int len(String s) { return s.length(); }

    void caller() { len(null); }

    int nullableLen(/*@ nullable */ String s) { return s.length(); }
}
