//! Branch probes on a real JVM: a class with every kind of conditional instruction tells exactly the ways it went.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use proviso_jvm_host::{Cancel, CompileRequest, Host, Jdk, Source};
use proviso_report::Branch;
use proviso_testgen::{PROBE_SOURCE, Probes};
use proviso_tests::program;

const SUBJECT: &str = "public class Subject {
    static int all(int x, Object o) {
        int sum = 0;
        for (int i = 0; i < x; i++) {
            try {
                switch (i) {
                    case 0: sum += 1; break;
                    case 1: sum += 10; break;
                    case 2: throw new IllegalStateException();
                    default: sum += 100;
                }
                switch (x) {
                    case -5: case 1000: sum += 7; break;
                    default: sum += o == null ? 1000 : 2000;
                }
            } catch (IllegalStateException e) {
                sum = -sum;
            }
        }
        return sum;
    }

    public static void main(String[] arguments) {
        all(9, \"before the test begins\");
        proviso.probe.Branches.begin(\"first\");
        System.out.println(all(0, null));
        proviso.probe.Branches.end();
        proviso.probe.Branches.begin(\"second\");
        System.out.println(all(4, null));
        proviso.probe.Branches.end();
    }
}
";

#[test]
fn every_way_is_told_and_the_program_does_what_it_did() {
    let host = Host::start(&Jdk::find(None).expect("a JDK")).expect("a host");
    let source = |name: &str, text: &str| Source {
        name: name.into(),
        text: text.into(),
    };
    let request = CompileRequest {
        sources: vec![
            source("Subject.java", SUBJECT),
            source("proviso/probe/Branches.java", PROBE_SOURCE),
        ],
        ..CompileRequest::default()
    };
    let compiled = host
        .compile(&request, &Cancel::default())
        .expect("compiled");
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    let (own, other): (Vec<_>, Vec<_>) = compiled
        .classes
        .into_iter()
        .partition(|class| class.name == "Subject");
    let probes = Probes::in_classes(&own);
    assert_ne!(probes.classes[0].bytes, own[0].bytes);
    let folder = tempfile::tempdir().expect("a folder");
    for class in probes.classes.iter().chain(&other) {
        let path = folder
            .path()
            .join(format!("{}.class", class.name.replace('.', "/")));
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, &class.bytes).expect("written");
    }
    let told = folder.path().join("branches");
    let mut java = Command::new("java");
    java.args([
        "-XX:+UnlockDiagnosticVMOptions",
        "-XX:-BytecodeVerificationRemote",
    ])
    .arg(format!("-Dproviso.branches={}", told.display()))
    .args([
        "-cp".as_ref(),
        folder.path().as_os_str(),
        "Subject".as_ref(),
    ]);
    let output = program::run_command(java, Duration::from_secs(60));
    // By hand: 1+1000, 10+1000, then the exception turns the sign, then 100+1000.
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(
        said,
        "0\n-911\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );

    let lines = std::fs::read_to_string(&told).expect("told");
    let taken = |test: &str| -> BTreeSet<usize> {
        let line = lines.lines().find(|line| line.starts_with(test));
        let words = line.expect("the test's line").split(' ').skip(1);
        words.map(|word| word.parse().expect("a number")).collect()
    };
    // In order: the loop, the first switch, the second, the conditional expression.
    let number = |nth: u32, way: u32| {
        let branch = Branch {
            class: "Subject".to_owned(),
            method: "all(ILjava/lang/Object;)I".to_owned(),
            line: 0,
            at: 0,
            to: 0,
            nth,
            of: 4,
            way,
        };
        probes.number(&branch)
    };
    let all = |ways: &[(u32, u32)]| -> BTreeSet<usize> {
        let numbers = ways.iter().map(|(nth, way)| number(*nth, *way));
        numbers
            .map(|number| number.expect("it is measured"))
            .collect()
    };
    assert_eq!(taken("first").len(), 1, "the loop is left at once");
    let second = taken("second");
    // All four ways of the first switch; of the second only the default; of the last only null.
    let loops = all(&[(0, 0), (0, 1)]);
    let first_switch = all(&[(1, 0), (1, 1), (1, 2), (1, 3)]);
    assert!(
        loops.is_subset(&second) && first_switch.is_subset(&second),
        "{second:?}"
    );
    assert_eq!(second.len(), 8, "{second:?}");
    assert_eq!(number(7, 0), None, "there is no such instruction");
}
