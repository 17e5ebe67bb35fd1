/** What lowering makes of `requires n != null`, by hand. */
class SwapDriver extends Node {
    void proviso$check$1(Node n) {
        proviso.runtime.Jml.begin(1);
        proviso.runtime.Jml.assumeNonNull(n);
        proviso.runtime.Jml.enter();
        this.swap(n);
        proviso.runtime.Jml.leave();
        proviso.runtime.Jml.end();
    }
}
