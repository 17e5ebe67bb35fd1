//? Field.f violated null
class Field {
    String s = "";

    void f() { s = null; s = ""; }
}
