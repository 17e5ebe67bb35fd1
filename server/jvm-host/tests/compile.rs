//! javac in memory: classes, exact positions, and as much as possible when the text is broken.

mod support;

use std::sync::Arc;

use proviso_jvm_host::{
    Cancel, CompileRequest, CompileResult, CompiledClass, DiagnosticKind, Host, Jdk,
};
use support::{classes, compile, host, jdks, request};

fn names(result: &CompileResult) -> Vec<&str> {
    let mut names: Vec<_> = result
        .classes
        .iter()
        .map(|class| class.name.as_str())
        .collect();
    names.sort_unstable();
    names
}

#[test]
fn several_units_compile_together_on_every_jdk() {
    for jdk in jdks() {
        let host = Host::start(&jdk).unwrap();
        let result = compile(
            &host,
            &[
                (
                    "src/p/A.java",
                    "package p; public class A { B b; static class Inner {} }",
                ),
                (
                    "src/p/B.java",
                    "package p; class B { A a; Runnable r = () -> {}; }",
                ),
            ],
        );
        assert_eq!(
            names(&result),
            ["p.A", "p.A$Inner", "p.B"],
            "JDK {}",
            jdk.version
        );
        assert!(result.diagnostics.is_empty(), "{:?}", result.diagnostics);
        assert!(
            result
                .classes
                .iter()
                .all(|class| class.bytes.starts_with(&[0xca, 0xfe, 0xba, 0xbe]))
        );
    }
}

#[test]
fn a_class_of_the_jdk_is_compiled_as_a_part_of_its_module() {
    for jdk in jdks() {
        let host = Host::start(&jdk).unwrap();
        // `elementData` can be seen in the package only. Twice: the side-car keeps what it sets up.
        let text = "package java.util;\nclass Beside { int room(ArrayList<?> l) { return l.elementData.length; } }";
        for _ in 0..2 {
            let result = compile(&host, &[("java/util/Beside.java", text)]);
            assert_eq!(names(&result), ["java.util.Beside"], "{result:?}");
        }
        let result = compile(&host, &[("p/A.java", "package p; class A { }")]);
        assert_eq!(names(&result), ["p.A"], "others are as ever");
    }
}

#[test]
fn an_error_has_its_exact_byte_range_after_wide_characters() {
    let text = "class A {\n  String s = \"ü𝄞\"; int f() { return   wrong + 1; }\n}\n";
    let result = compile(&host(), &[("A.java", text)]);
    let [error] = &result.diagnostics[..] else {
        panic!("one error expected: {:?}", result.diagnostics)
    };
    assert_eq!(error.kind, DiagnosticKind::Error);
    assert_eq!(error.source, "A.java");
    assert_eq!(&text[error.start..error.end], "wrong");
    assert_eq!(error.line, 2);
    assert!(
        error.code.starts_with("compiler.err.cant.resolve"),
        "{}",
        error.code
    );
    assert!(
        error.message.contains("cannot find symbol"),
        "{}",
        error.message
    );
}

#[test]
fn a_broken_body_does_not_cost_the_rest_of_its_class() {
    let text =
        "class A {\n  int good() { return 1; }\n  int bad() {\n    return nothing + 1;\n  }\n}\n";
    let result = compile(
        &host(),
        &[
            ("A.java", text),
            ("B.java", "class B { int x = new A().bad(); }"),
        ],
    );
    assert_eq!(names(&result), ["A", "B"]);
    assert!(result.has_errors());
    let [blanked] = &result.blanked[..] else {
        panic!("{:?}", result.blanked)
    };
    assert_eq!(
        &text[blanked.start..blanked.end],
        "{\n    return nothing + 1;\n  }"
    );
    assert!(result.dropped.is_empty());
}

#[test]
fn short_bodies_and_initialisers_are_blanked_too() {
    let text = "class A {
  final int x;
  A() { x = y; }
  static { System.out.println(wrong); }
  { this.missing(1, 2, 3); }
  void set() { z = 1; }
}
";
    let result = compile(&host(), &[("A.java", text)]);
    assert_eq!(names(&result), ["A"], "{:?}", result.diagnostics);
    assert_eq!(result.blanked.len(), 4, "{:?}", result.blanked);
}

#[test]
fn a_source_that_cannot_be_repaired_is_left_out() {
    let result = compile(
        &host(),
        &[
            ("Bad.java", "class Bad { int x = ; "),
            ("Good.java", "class Good { }"),
            ("Needs.java", "class Needs { Bad b; }"),
        ],
    );
    assert_eq!(names(&result), ["Good"]);
    assert_eq!(result.dropped, ["Bad.java", "Needs.java"]);
    // Only what is wrong with the text as given, not what leaving `Bad` out did to `Needs`.
    assert!(
        result
            .diagnostics
            .iter()
            .all(|error| error.source == "Bad.java"),
        "{:?}",
        result.diagnostics
    );
}

#[test]
fn a_syntax_error_inside_a_body_costs_only_that_body() {
    let host = host();
    let result = compile(
        &host,
        &[
            ("Bad.java", "class Bad { void f() { int x = ; } }"),
            ("Good.java", "class Good { }"),
        ],
    );
    assert_eq!(names(&result), ["Bad", "Good"]);
    assert_eq!(result.blanked.len(), 1);
}

/// javac notices when it makes the code, after everything else was found to be right.
#[test]
fn code_that_is_too_large_costs_only_its_method() {
    for jdk in jdks() {
        let host = Host::start(&jdk).unwrap();
        let lines = "        a[0] = a[1] * 7 + a[2]; a[3] = a[0] / a[4];\n".repeat(4000);
        let text = format!(
            "class Big {{\n    static void big(int[] a) {{\n{lines}    }}\n    static int fine() {{ return 1; }}\n}}\n"
        );
        let user = "class User { static int f() { return Big.fine(); } }";
        let result = compile(&host, &[("Big.java", &text), ("User.java", user)]);
        assert_eq!(names(&result), ["Big", "User"], "{:?}", result.diagnostics);
        assert_eq!(result.dropped, [] as [&str; 0]);
        assert_eq!(result.blanked.len(), 1);
        assert_eq!(result.blanked[0].start, text.find("{\n        a").unwrap());
        assert_eq!(messages(&result), ["code too large"]);
    }
}

/// Calls chained so long that javac's own stack ends.
#[test]
fn what_javac_itself_breaks_down_over_costs_only_its_method() {
    for jdk in jdks() {
        let host = Host::start(&jdk).unwrap();
        let chain = |n: usize| format!("return this{};", ".next()".repeat(n));
        let text = format!(
            "class Deep {{\n  Deep next() {{ {} }}\n  Deep deep() {{ {} }}\n  static int also(int x) {{ return 2; }}\n}}\n",
            chain(10),
            chain(20_000),
        );
        let user = "class User { static int f() { return Deep.also(1); } }";
        let result = compile(&host, &[("Deep.java", &text), ("User.java", user)]);
        assert_eq!(
            messages(&result),
            ["javac itself fails on this (StackOverflowError)"]
        );
        assert_eq!(names(&result), ["Deep", "User"]);
        assert_eq!(result.blanked.len(), 1, "{:?}", result.blanked);
        assert_eq!(text[..result.blanked[0].start].lines().count(), 3);
    }
}

/// Where the parser breaks down there are no bodies yet: the file is lost, the others are not.
#[test]
fn what_the_parser_breaks_down_over_costs_only_its_file() {
    let host = host();
    let deep = "-~".repeat(60_000);
    let deep = format!("class Deep {{ static int f(int x) {{ return {deep}x; }} }}");
    let files = [
        ("Deep.java", deep.as_str()),
        ("Other.java", "class Other {}"),
    ];
    let result = compile(&host, &files);
    assert_eq!(
        messages(&result),
        ["javac itself fails on this (StackOverflowError)"]
    );
    assert_eq!(names(&result), ["Other"]);
    assert_eq!(result.dropped, ["Deep.java"]);
}

fn messages(result: &CompileResult) -> Vec<&str> {
    let messages = result.diagnostics.iter();
    messages.map(|d| d.message.as_str()).collect()
}

#[test]
fn earlier_classes_serve_a_later_compilation() {
    let host = host();
    let first = compile(
        &host,
        &[(
            "p/A.java",
            "package p; public class A { public int size() { return 1; } }",
        )],
    );
    let second = CompileRequest {
        classes: first.classes,
        ..request(&[(
            "q/B.java",
            "package q; class B { int x = new p.A().size(); }",
        )])
    };
    let result = host.compile(&second, &Cancel::default()).unwrap();
    assert_eq!(names(&result), ["q.B"], "{:?}", result.diagnostics);
}

#[test]
fn class_path_and_source_path_are_used_and_files_may_change() {
    let host = host();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Lib.java");
    std::fs::write(
        &file,
        "public class Lib { public static int one() { return 1; } }",
    )
    .unwrap();
    let user = CompileRequest {
        source_path: vec![folder.path().to_owned()],
        ..request(&[("User.java", "class User { int x = Lib.one(); }")])
    };
    let result = host.compile(&user, &Cancel::default()).unwrap();
    assert_eq!(names(&result), ["Lib", "User"], "{:?}", result.diagnostics);

    // The compiled class on the class path, no source any more.
    let class = result
        .classes
        .iter()
        .find(|class| class.name == "Lib")
        .unwrap();
    std::fs::write(folder.path().join("Lib.class"), &class.bytes).unwrap();
    std::fs::remove_file(&file).unwrap();
    let user = CompileRequest {
        source_path: vec![],
        class_path: vec![folder.path().to_owned()],
        ..user
    };
    let result = host.compile(&user, &Cancel::default()).unwrap();
    assert_eq!(names(&result), ["User"], "{:?}", result.diagnostics);

    std::fs::remove_file(folder.path().join("Lib.class")).unwrap();
    let result = host.compile(&user, &Cancel::default()).unwrap();
    assert!(result.has_errors(), "the class is gone");
}

#[test]
fn release_limits_the_language() {
    let text = "record R(int x) {}";
    let host = host();
    let old = CompileRequest {
        release: Some(11),
        ..request(&[("R.java", text)])
    };
    assert!(host.compile(&old, &Cancel::default()).unwrap().has_errors());
    assert!(!compile(&host, &[("R.java", text)]).has_errors());
}

#[test]
fn compilations_run_side_by_side() {
    let host = Arc::new(host());
    let threads: Vec<_> = (0..6)
        .map(|number| {
            let host = Arc::clone(&host);
            std::thread::spawn(move || {
                let text = format!("class C{number} {{ int x = {number}; }}");
                let result = compile(&host, &[(&format!("C{number}.java"), &text)]);
                assert_eq!(names(&result), [format!("C{number}")]);
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

/// A jar of the project may offer services to javac; none is ever loaded, as class or as service.
#[test]
fn plug_ins_and_processors_of_the_class_path_do_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let victim = folder.path().join("harm");
    let body = format!(
        "static {{ try {{ new java.io.File(\"{}\").createNewFile(); }} catch (java.io.IOException e) {{ }}
           System.setProperty(\"harm\", \"done\"); if (true) throw new Error(\"HARM\"); }}",
        victim.display()
    );
    let plugin = format!(
        "package evil; import com.sun.source.util.*;
         public class Evil implements Plugin {{ {body}
           public String getName() {{ return \"Evil\"; }}
           public boolean autoStart() {{ return true; }}
           public void init(JavacTask task, String... arguments) {{ }} }}"
    );
    let processor = format!(
        "package evil; import java.util.*; import javax.annotation.processing.*; import javax.lang.model.element.*;
         public class Processing extends AbstractProcessor {{ {body}
           public boolean process(Set<? extends TypeElement> a, RoundEnvironment e) {{ return false; }} }}"
    );
    for jdk in jdks() {
        let host = Host::start(&jdk).unwrap();
        let jar = folder.path().join("evil.jar");
        let sources = [("Evil.java", &*plugin), ("Processing.java", &*processor)];
        let classes = classes(&host, &sources);
        write_jar(&jdk, folder.path(), &jar, &classes);
        let mut request = request(&[("A.java", "class A { evil.Evil e; }")]);
        request.class_path = vec![jar.clone()];
        let result = host.compile(&request, &Cancel::default()).unwrap();
        assert!(!result.has_errors(), "{:?}", result.diagnostics);
        assert!(!victim.exists());

        // A plain javac does run it: the jar is what it should be.
        std::fs::write(folder.path().join("A.java"), "class A { }").unwrap();
        let plain = std::process::Command::new(jdk.javac())
            .args(["-proc:none", "-cp"])
            .arg(&jar)
            .arg("-d")
            .arg(folder.path().join("out"))
            .arg(folder.path().join("A.java"))
            .output()
            .unwrap();
        assert!(
            victim.exists(),
            "{}",
            String::from_utf8_lossy(&plain.stderr)
        );
        std::fs::remove_file(&victim).unwrap();
    }
}

fn write_jar(
    jdk: &Jdk,
    folder: &std::path::Path,
    jar: &std::path::Path,
    classes: &[CompiledClass],
) {
    let root = folder.join("jar");
    for class in classes {
        let path = root.join(class.name.replace('.', "/") + ".class");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, &class.bytes).unwrap();
    }
    let services = root.join("META-INF/services");
    std::fs::create_dir_all(&services).unwrap();
    std::fs::write(services.join("com.sun.source.util.Plugin"), "evil.Evil\n").unwrap();
    std::fs::write(
        services.join("javax.annotation.processing.Processor"),
        "evil.Processing\n",
    )
    .unwrap();
    let made = std::process::Command::new(jdk.home.join("bin/jar"))
        .arg("cf")
        .arg(jar)
        .arg("-C")
        .arg(&root)
        .arg(".")
        .status()
        .unwrap();
    assert!(made.success());
}
