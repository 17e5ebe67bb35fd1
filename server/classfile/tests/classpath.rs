//! Class path entries and hierarchy questions, on class files made by hand.

use proviso_classfile::{ClassError, ClassFile, ClassPath, Origin, ResolveError};
use std::io::Write;
use std::path::Path;

/// A class file with a superclass, interfaces and abstract or empty `void` methods.
fn class(
    name: &str,
    sup: &str,
    interfaces: &[&str],
    access: u16,
    methods: &[(&str, u16)],
) -> Vec<u8> {
    let mut pool: Vec<Vec<u8>> = Vec::new();
    let mut utf8 = |text: &str| {
        let mut entry = vec![1];
        entry.extend((text.len() as u16).to_be_bytes());
        entry.extend(text.bytes());
        pool.push(entry);
        pool.len() as u16
    };
    let names: Vec<u16> = [name, sup]
        .iter()
        .chain(interfaces)
        .map(|n| utf8(n))
        .collect();
    let method_names: Vec<u16> = methods.iter().map(|(n, _)| utf8(n)).collect();
    let descriptor = utf8("()V");
    let code = utf8("Code");
    let mut classes = Vec::new();
    for name in names {
        let mut entry = vec![7];
        entry.extend(name.to_be_bytes());
        pool.push(entry);
        classes.push(pool.len() as u16);
    }
    let mut out = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 52];
    let put = |out: &mut Vec<u8>, v: u16| out.extend(v.to_be_bytes());
    put(&mut out, pool.len() as u16 + 1);
    out.extend(pool.concat());
    put(&mut out, access);
    put(&mut out, classes[0]);
    put(&mut out, classes[1]);
    put(&mut out, interfaces.len() as u16);
    classes[2..].iter().for_each(|&c| put(&mut out, c));
    put(&mut out, 0);
    put(&mut out, methods.len() as u16);
    for (&name, (_, access)) in method_names.iter().zip(methods) {
        [*access, name, descriptor]
            .iter()
            .for_each(|&v| put(&mut out, v));
        if access & ABSTRACT != 0 {
            put(&mut out, 0);
        } else {
            put(&mut out, 1);
            put(&mut out, code);
            out.extend([0, 0, 0, 13, 0, 0, 0, 1, 0, 0, 0, 1, 0xB1, 0, 0, 0, 0]);
        }
    }
    put(&mut out, 0);
    out
}

const PUBLIC: u16 = 1;
const ABSTRACT: u16 = 0x400;
const INTERFACE: u16 = 0x601;
const OBJECT: &str = "java/lang/Object";

fn in_memory(classes: Vec<Vec<u8>>) -> ClassPath {
    let mut classes = classes;
    let mut object = class(OBJECT, OBJECT, &[], PUBLIC, &[]);
    // Object has no superclass: the index stands two bytes after `this_class`, before four empty counts.
    let at = object.len() - 10;
    object[at..at + 2].copy_from_slice(&[0, 0]);
    classes.push(object);
    ClassPath::default().with_classes(classes).unwrap()
}

#[test]
fn a_class_that_is_its_own_superclass_is_an_error() {
    let path = in_memory(vec![
        class("A", "B", &[], PUBLIC, &[]),
        class("B", "A", &[], PUBLIC, &[]),
    ]);
    assert!(matches!(path.superclasses("A"), Err(ClassError::Cyclic(_))));
    assert!(matches!(
        path.is_subclass("A", "C"),
        Err(ClassError::Cyclic(_))
    ));
}

#[test]
fn interfaces_that_extend_each_other_are_an_error() {
    let path = in_memory(vec![
        class("I", OBJECT, &["J"], INTERFACE, &[]),
        class("J", OBJECT, &["I"], INTERFACE, &[]),
        class("K", OBJECT, &["I"], PUBLIC, &[]),
    ]);
    assert!(matches!(
        path.all_interfaces("K"),
        Err(ClassError::Cyclic(_))
    ));
}

#[test]
fn an_interface_reached_twice_is_no_cycle() {
    let path = in_memory(vec![
        class("I", OBJECT, &[], INTERFACE, &[]),
        class("J", OBJECT, &["I"], INTERFACE, &[]),
        class("K", OBJECT, &["I", "J"], PUBLIC, &[]),
        class("L", "K", &["J"], PUBLIC, &[]),
    ]);
    let names: Vec<_> = path
        .all_interfaces("L")
        .unwrap()
        .iter()
        .map(|c| c.name.to_string())
        .collect();
    assert_eq!(names, ["J", "I"]);
    assert!(path.is_subclass("L", "I").unwrap());
    assert!(!path.is_subclass("I", "L").unwrap());
}

#[test]
fn the_most_specific_default_is_selected() {
    let path = in_memory(vec![
        class("I", OBJECT, &[], INTERFACE, &[("m", PUBLIC)]),
        class("J", OBJECT, &["I"], INTERFACE, &[("m", PUBLIC)]),
        class("K", OBJECT, &["I", "J"], PUBLIC, &[]),
    ]);
    let m = path.resolve_method("I", "m", "()V", true).unwrap();
    assert_eq!(&*path.select_method("K", &m).unwrap().class.name, "J");
}

#[test]
fn two_unrelated_defaults_are_an_incompatible_change_and_none_is_abstract() {
    let path = in_memory(vec![
        class("I", OBJECT, &[], INTERFACE, &[("m", PUBLIC)]),
        class(
            "J",
            OBJECT,
            &[],
            INTERFACE,
            &[("m", PUBLIC), ("n", PUBLIC | ABSTRACT)],
        ),
        class("K", OBJECT, &["I", "J"], PUBLIC, &[]),
    ]);
    let m = path.resolve_method("I", "m", "()V", true).unwrap();
    assert!(matches!(
        path.select_method("K", &m),
        Err(ResolveError::IncompatibleClassChange(_))
    ));
    let n = path.resolve_method("J", "n", "()V", true).unwrap();
    assert!(matches!(
        path.select_method("K", &n),
        Err(ResolveError::AbstractMethod(_))
    ));
}

#[test]
fn a_package_private_method_is_not_overridden_from_another_package() {
    let path = in_memory(vec![
        class("p/A", OBJECT, &[], PUBLIC, &[("m", 0)]),
        class("q/B", "p/A", &[], PUBLIC, &[("m", PUBLIC)]),
        class("p/C", "q/B", &[], PUBLIC, &[("m", PUBLIC)]),
    ]);
    let m = path.resolve_method("p/A", "m", "()V", false).unwrap();
    assert_eq!(&*path.select_method("q/B", &m).unwrap().class.name, "p/A");
    assert_eq!(&*path.select_method("p/C", &m).unwrap().class.name, "p/C");
}

fn jar(path: &Path, entries: &[(&str, &[u8])]) {
    let mut zip = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    for (name, bytes) in entries {
        zip.start_file(*name, zip::write::SimpleFileOptions::default())
            .unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
}

/// An old JDK (`rt.jar`), a folder and a multi-release jar.
#[test]
fn folders_come_before_jars_and_java_classes_from_the_jdk() {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().join("jdk");
    let classes = dir.path().join("classes");
    std::fs::create_dir_all(home.join("jre/lib")).unwrap();
    std::fs::create_dir_all(classes.join("p")).unwrap();
    std::fs::create_dir_all(classes.join("java/lang")).unwrap();
    std::fs::write(home.join("release"), "JAVA_VERSION=\"1.8.0_392\"\n").unwrap();
    let object = in_memory(vec![]).class(OBJECT).unwrap().bytes().to_vec();
    jar(
        &home.join("jre/lib/rt.jar"),
        &[("java/lang/Object.class", &object)],
    );
    let a = class("p/A", OBJECT, &[], PUBLIC, &[]);
    let newer = class("p/A", OBJECT, &[], PUBLIC, &[("newer", PUBLIC)]);
    let b = class("p/B", "p/A", &[], PUBLIC, &[]);
    std::fs::write(classes.join("p/B.class"), &b).unwrap();
    std::fs::write(classes.join("p/Wrong.class"), &b).unwrap();
    std::fs::write(classes.join("java/lang/Object.class"), b"not this one").unwrap();
    let lib = dir.path().join("lib.jar");
    let manifest = b"Manifest-Version: 1.0\r\nMulti-Release: true\r\n";
    jar(
        &lib,
        &[
            ("META-INF/MANIFEST.MF", manifest),
            ("p/A.class", &a),
            ("META-INF/versions/8/p/A.class", &newer),
            ("META-INF/versions/99/p/A.class", b"too new"),
            ("p/B.class", b"hidden by the folder"),
        ],
    );
    let path = ClassPath::new(
        &home,
        &[classes.clone(), lib.clone(), dir.path().join("absent.jar")],
    )
    .unwrap();
    assert_eq!(path.jdk_release(), Some(8));
    assert_eq!(path.origin(OBJECT), Some(Origin::Jdk));
    assert_eq!(path.origin("p/B"), Some(Origin::Folder(classes)));
    assert_eq!(path.origin("p/A"), Some(Origin::Jar(lib)));
    assert!(path.class("p/A").unwrap().method("newer", "()V").is_some());
    assert!(matches!(
        path.class("p/Wrong"),
        Err(ClassError::WrongName { .. })
    ));
    assert!(matches!(
        path.class("p/Nowhere"),
        Err(ClassError::NotFound(_))
    ));
    assert!(matches!(path.class("../p/B"), Err(ClassError::NotFound(_))));
    assert_eq!(
        path.subclasses("p/A")
            .unwrap()
            .iter()
            .map(|n| &**n)
            .collect::<Vec<_>>(),
        ["p/B"]
    );
    // In-memory classes stand before the folder's; what was loaded stays shared.
    let c = class("p/C", "p/B", &[], PUBLIC, &[]);
    let edited = path.with_classes([c]).unwrap();
    assert_eq!(edited.subclasses("p/A").unwrap().len(), 2);
    assert_eq!(edited.origin("p/C"), Some(Origin::Memory));
    assert!(std::sync::Arc::ptr_eq(
        &edited.class("p/A").unwrap(),
        &path.class("p/A").unwrap()
    ));
}

#[test]
fn a_dynamic_constant_that_needs_itself_is_an_error() {
    // #1 condy(bootstrap 0, #2), #2 name and type, whose bootstrap argument is #1 again.
    let mut b = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 55, 0, 12];
    b.extend([17, 0, 0, 0, 2, 12, 0, 3, 0, 4]); // 1, 2
    b.extend([1, 0, 1, b'x', 1, 0, 1, b'I']); // 3, 4
    b.extend([15, 6, 0, 6, 10, 0, 9, 0, 7, 12, 0, 3, 0, 8]); // 5 handle, 6 method, 7 name and type
    b.extend([1, 0, 3, b'(', b')', b'I', 7, 0, 10, 1, 0, 1, b'A']); // 8, 9 class A, 10
    b.extend([1, 0, 16]); // 11
    b.extend(b"BootstrapMethods");
    b.extend([
        0, 1, 0, 9, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1, 0, 11, 0, 0, 0, 8, 0, 1, 0, 5, 0, 1, 0, 1,
    ]);
    let class = ClassFile::parse(b).unwrap();
    assert!(class.bootstrap_method(0).is_err());
}

#[test]
fn support_is_found_by_name_and_is_no_part_of_the_project() {
    let parsed = |name| {
        let bytes = class(name, "java/lang/Object", &[], 0x21, &[]);
        std::sync::Arc::new(ClassFile::parse(bytes).expect("a class"))
    };
    let path = ClassPath::default()
        .with_support([parsed("s/Support")])
        .with_more([parsed("p/User")]);
    assert_eq!(path.origin("s/Support"), Some(Origin::Support));
    assert!(!path.is_project_class("s/Support"));
    let names: Vec<String> = path
        .project_classes()
        .expect("names")
        .iter()
        .map(|n| n.to_string())
        .collect();
    assert_eq!(names, ["p/User"]);
}
