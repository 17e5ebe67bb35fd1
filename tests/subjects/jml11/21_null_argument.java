//? Null.len holds
//? Null.caller violated requires-at-call
//? Null.nullableLen violated null s=null
class Null {
    int len(String s) { return s.length(); }

    void caller() { len(null); }

    int nullableLen(/*@ nullable */ String s) { return s.length(); }
}
