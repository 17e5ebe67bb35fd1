//! Which methods may be called to reach a state: those that change objects and nothing else, whatever they call.

use proviso_jvm_host::{Cancel, CompileRequest, Host, Jdk, Source};
use proviso_testgen::tame_methods;

const TEXT: &str = r#"
package p;
import java.util.*;
import java.util.function.*;
public class Bag {
    private final List<Object> held = new ArrayList<>();
    static int made = Integer.parseInt("0");
    public Bag() { made++; }
    public Bag(String file) { new java.io.File(file).delete(); }
    public void put(Object o) { if (o == null) throw new IllegalArgumentException("null" + o); held.add(o); }
    public void each(IntFunction<String> f) { held.replaceAll(o -> f.apply(o.hashCode())); }
    public void wipe() { new java.io.File("victim").delete(); }
    public void viaWipe() { helper(); }
    private void helper() { Runnable r = this::wipe; r.run(); }
    public void viaLambda() { Runnable r = () -> System.exit(1); }
    public void viaOther(Other o) { o.go(); }
    public void viaInitialiser() { Loud.count++; }
    public native void nothing();
    public void load() { System.loadLibrary("x"); }
    public void reflect() throws Exception { Class.forName("x"); }
    public int size() { return held.size(); }
}
interface Other { void go(); }
class Bad implements Other { public void go() { new Thread(() -> {}).start(); } }
class Loud { static int count; static { System.out.println("loud"); } }
class Inherits extends java.io.OutputStream { public void write(int b) {} void say() { write(3); }
    static void all() throws Exception { new Inherits().flush(); } }
"#;

#[test]
fn only_what_changes_nothing_but_objects_is_tame() {
    let host = Host::start(&Jdk::find(None).expect("a JDK")).expect("a host");
    let request = CompileRequest {
        sources: vec![Source {
            name: "p/Bag.java".to_owned(),
            text: TEXT.into(),
        }],
        ..CompileRequest::default()
    };
    let result = host
        .compile(&request, &Cancel::default())
        .expect("an answer");
    assert!(result.diagnostics.is_empty(), "{:?}", result.diagnostics);
    let tame = tame_methods(&result.classes);
    let of_bag: Vec<&str> = tame
        .iter()
        .filter_map(|name| name.strip_prefix("p.Bag."))
        .filter(|name| !name.starts_with("lambda$") && !name.starts_with("<clinit>"))
        .collect();
    assert_eq!(
        of_bag,
        [
            "<init>()V",
            "put(Ljava/lang/Object;)V",
            "each(Ljava/util/function/IntFunction;)V",
            "size()I"
        ]
    );
    assert!(!tame.iter().any(|name| name.starts_with("p.Inherits.all")));
}
