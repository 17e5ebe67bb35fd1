/** Two cells exchange what they hold: the smallest program in which aliasing matters. */
public class Container {
    /*@ nullable */ Object data;

    //@ ensures data == \old(n.data) && n.data == \old(data);
    public void swap(Container n) {
        Object d = data;
        data = n.data;
        n.data = d;
    }
}
