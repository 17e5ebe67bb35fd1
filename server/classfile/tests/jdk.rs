//! Reads the JDKs found on this machine: every class of java.base, its bodies and its hierarchy.

#[path = "../examples/fuzz_classes/damage.rs"]
mod damage;

use damage::{Random, damaged, touch_everything};
use proviso_classfile::{ClassFile, ClassPath, FieldType, Insn};
use std::path::PathBuf;

/// `JAVA_HOME` and the usual Linux folder.
fn jdks() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::env::var_os("JAVA_HOME")
        .map(PathBuf::from)
        .into_iter()
        .collect();
    if let Ok(entries) = std::fs::read_dir("/usr/lib/jvm") {
        found.extend(entries.flatten().map(|e| e.path()));
    }
    let mut found: Vec<PathBuf> = found
        .iter()
        .filter(|p| p.join("lib/modules").exists())
        .filter_map(|p| p.canonicalize().ok())
        .collect();
    found.sort();
    found.dedup();
    assert!(!found.is_empty(), "these tests need a JDK");
    found
}

#[test]
fn every_class_of_java_base_decodes() {
    for home in jdks() {
        let path = ClassPath::new(&home, &[]).unwrap();
        let names = path.jdk_classes().unwrap();
        let in_base =
            |n: &&std::sync::Arc<str>| n.starts_with("java/") || n.starts_with("jdk/internal/");
        let (mut classes, mut insns, mut branches) = (0, 0, 0);
        for name in names.iter().filter(in_base) {
            let class = path.class(name).unwrap_or_else(|e| panic!("{name}: {e}"));
            classes += 1;
            for method in &class.methods {
                let code = method
                    .code()
                    .unwrap_or_else(|e| panic!("{name}.{}: {e}", method.name));
                assert_eq!(
                    code.is_none(),
                    method.access.is_abstract() || method.access.is_native()
                );
                let Some(code) = code else { continue };
                insns += code.insns.len();
                for insn in &code.insns {
                    insn.for_each_target(|t| {
                        branches += 1;
                        assert!((t as usize) < code.insns.len());
                    });
                }
            }
            path.superclasses(name)
                .unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        assert!(classes > 5000, "{}: only {classes} classes", home.display());
        assert!(
            insns > 1_000_000 && branches > 100_000,
            "{insns} instructions, {branches} targets"
        );
    }
}

#[test]
fn members_resolve_and_select_as_in_the_jvm() {
    for home in jdks() {
        let path = ClassPath::new(&home, &[]).unwrap();
        // A default method found through a superinterface.
        let m = path
            .resolve_method(
                "java/util/ArrayList",
                "stream",
                "()Ljava/util/stream/Stream;",
                false,
            )
            .unwrap();
        assert_eq!(&*m.class.name, "java/util/Collection");
        // Selection walks up from the receiver.
        let m = path
            .resolve_method(
                "java/lang/Object",
                "toString",
                "()Ljava/lang/String;",
                false,
            )
            .unwrap();
        assert_eq!(
            &*path
                .select_method("java/util/ArrayList", &m)
                .unwrap()
                .class
                .name,
            "java/util/AbstractCollection"
        );
        assert_eq!(
            &*path.select_method("[I", &m).unwrap().class.name,
            "java/lang/Object"
        );
        // An interface method is found in the class first.
        let m = path
            .resolve_method("java/util/List", "size", "()I", true)
            .unwrap();
        assert_eq!(
            &*path
                .select_method("java/util/ArrayList", &m)
                .unwrap()
                .class
                .name,
            "java/util/ArrayList"
        );
        // A field inherited from an interface.
        let f = path
            .resolve_field("java/util/zip/ZipFile", "CENHDR", "I")
            .unwrap();
        assert_eq!(&*f.class.name, "java/util/zip/ZipConstants");
        // Signature polymorphism.
        let m = path
            .resolve_method(
                "java/lang/invoke/MethodHandle",
                "invokeExact",
                "(I)J",
                false,
            )
            .unwrap();
        assert!(m.method().access.is_native());
        assert!(
            path.resolve_method("java/lang/String", "nope", "()V", false)
                .is_err()
        );
        assert!(
            path.resolve_method("java/util/List", "size", "()I", false)
                .is_err()
        );
    }
}

#[test]
fn subtyping_covers_arrays() {
    let home = &jdks()[0];
    let path = ClassPath::new(home, &[]).unwrap();
    let ty = |d: &str| FieldType::parse(d).unwrap();
    let sub = |a: &str, b: &str| path.is_subtype(&ty(a), &ty(b)).unwrap();
    assert!(sub("Ljava/util/ArrayList;", "Ljava/util/Collection;"));
    assert!(sub("[Ljava/lang/String;", "[Ljava/lang/Comparable;"));
    assert!(sub("[[I", "[Ljava/lang/Cloneable;"));
    assert!(sub("Ljava/util/List;", "Ljava/lang/Object;"));
    assert!(!sub("[I", "[Ljava/lang/Object;"));
    assert!(!sub("[I", "[J"));
    assert!(!sub("Ljava/lang/Object;", "Ljava/util/List;"));
}

#[test]
fn constants_and_lambdas_keep_their_operands() {
    for home in jdks() {
        let path = ClassPath::new(&home, &[]).unwrap();
        let class = path.class("java/util/Comparator").unwrap();
        let sites = class
            .methods
            .iter()
            .filter_map(|m| m.code().unwrap())
            .flat_map(|c| &c.insns);
        let site = sites
            .filter_map(|i| {
                if let Insn::InvokeDynamic(s) = i {
                    Some(s)
                } else {
                    None
                }
            })
            .next()
            .expect("Comparator has lambdas");
        assert!(
            site.bootstrap.args.len() >= 3,
            "a lambda names its type, body and instantiated type"
        );
        assert_eq!(&*site.name, "compare");
        assert!(
            path.class("java/lang/Integer")
                .unwrap()
                .field("MAX_VALUE", "I")
                .unwrap()
                .constant_value
                .is_some()
        );
    }
}

#[test]
fn damaged_class_files_are_errors_not_panics() {
    let path = ClassPath::new(&jdks()[0], &[]).unwrap();
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for name in [
        "java/util/Comparator",
        "java/lang/Integer",
        "java/util/HashMap",
        "java/lang/Record",
    ] {
        let good = path.class(name).unwrap().bytes().to_vec();
        for _ in 0..150 {
            let cut = random.below(good.len());
            assert!(
                ClassFile::parse(good[..cut].to_vec()).is_err(),
                "{name} cut at {cut}"
            );
        }
        for _ in 0..1500 {
            touch_everything(damaged(&good, &mut random));
        }
    }
}
