//! What a method's verdict can depend on within its unit: the methods its driver may reach, each with a hash of its code
//! that does not change when other parts of the class file do.
//!
//! Reaching is by name and descriptor only, whatever the class: too much is merely a cache miss, too little a wrong
//! verdict. For the same reason everything that code outside the unit may call back belongs to every verdict.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;

use proviso_classfile::{ClassFile, ClassPath, Constant, Insn, Method, MethodHandle};
use proviso_jvm_host::CompiledClass;

use crate::cache::{Key, KeyBuilder};

type Signature = (String, String);

struct Node {
    class: String,
    signature: Signature,
    hash: Key,
    calls: Vec<Signature>,
}

/// The methods of a unit and who names whom.
pub struct Graph {
    nodes: Vec<Node>,
    by_signature: HashMap<Signature, Vec<usize>>,
    /// Class initializers, and what the JDK or a library may call.
    always: Vec<usize>,
    /// Supertypes, fields and signatures of all classes.
    structure: Key,
}

/// What a driver reaches.
pub struct Reached {
    pub hash: Key,
    /// Binary class name, method name and descriptor.
    pub methods: Vec<(String, String, String)>,
}

impl Graph {
    /// `None` when a class cannot be read: then nothing may be remembered.
    pub fn new(path: &ClassPath, classes: &[CompiledClass]) -> Option<Graph> {
        let mut files = Vec::new();
        for class in classes {
            files.push(path.class(&class.name.replace('.', "/")).ok()?);
        }
        files.sort_by(|a, b| a.name.cmp(&b.name));
        let own: HashSet<&str> = files.iter().map(|file| &*file.name).collect();
        let mut graph = Graph {
            nodes: Vec::new(),
            by_signature: HashMap::new(),
            always: Vec::new(),
            structure: structure(&files),
        };
        for file in &files {
            let callable = is_callable_from_outside(file, &own);
            for method in &file.methods {
                let index = graph.nodes.len();
                let node = node(file, method)?;
                let inherited = ["equals", "hashCode", "toString", "compareTo"];
                let generated = method.name.starts_with("proviso$");
                if &*method.name == "<clinit>"
                    || inherited.contains(&&*method.name)
                    || (callable && !generated)
                {
                    graph.always.push(index);
                }
                let seats = graph.by_signature.entry(node.signature.clone());
                seats.or_default().push(index);
                graph.nodes.push(node);
            }
        }
        Some(graph)
    }

    /// Everything reachable from the named methods (by name, whatever their descriptor).
    pub fn reach(&self, roots: &BTreeSet<String>) -> Reached {
        let mut seen = vec![false; self.nodes.len()];
        let mut todo = self.always.clone();
        let named = |node: &Node| roots.contains(&node.signature.0);
        todo.extend((0..self.nodes.len()).filter(|index| named(&self.nodes[*index])));
        while let Some(index) = todo.pop() {
            if std::mem::replace(&mut seen[index], true) {
                continue;
            }
            for call in &self.nodes[index].calls {
                todo.extend(self.by_signature.get(call).into_iter().flatten());
            }
        }
        let mut key = KeyBuilder::default();
        key.add(&self.structure);
        let mut methods = Vec::new();
        for (node, _) in self.nodes.iter().zip(&seen).filter(|(_, seen)| **seen) {
            key.add(node.class.as_bytes()).add(&node.hash);
            let (name, descriptor) = node.signature.clone();
            methods.push((node.class.replace('/', "."), name, descriptor));
        }
        Reached {
            hash: key.finish(),
            methods,
        }
    }
}

/// A class with a supertype of which we do not see who calls its methods.
fn is_callable_from_outside(file: &ClassFile, own: &HashSet<&str>) -> bool {
    let harmless = ["java/lang/Object", "java/lang/Record", "java/lang/Enum"];
    let superclass = file.super_name.iter();
    superclass
        .chain(&file.interfaces)
        .any(|name| !own.contains(&**name) && !harmless.contains(&&**name))
}

fn structure(files: &[std::sync::Arc<ClassFile>]) -> Key {
    let mut key = KeyBuilder::default();
    for file in files {
        key.add(file.name.as_bytes());
        let supers = (&file.super_name, &file.interfaces, file.access.0);
        key.add(stable(&supers).as_bytes());
        for field in &file.fields {
            key.add(stable(field).as_bytes());
        }
        let written = |method: &&Method| {
            !method.name.starts_with("proviso$") && !method.name.starts_with("lambda$")
        };
        for method in file.methods.iter().filter(written) {
            let shape = (&method.name, &method.descriptor.text, method.access.0);
            key.add(stable(&shape).as_bytes());
        }
    }
    key.finish()
}

fn node(file: &ClassFile, method: &Method) -> Option<Node> {
    let mut key = KeyBuilder::default();
    key.add(method.name.as_bytes());
    key.add(method.descriptor.text.as_bytes());
    let mut calls = Vec::new();
    if let Some(code) = method.code().ok()? {
        for insn in &code.insns {
            key.add(stable(insn).as_bytes());
            collect_calls(insn, &mut calls);
        }
        key.add(stable(&code.handlers).as_bytes());
        // Lines are part of what is reported.
        key.add(stable(&code.lines).as_bytes());
        key.add(stable(&code.locals).as_bytes());
    }
    calls.sort();
    calls.dedup();
    Some(Node {
        class: file.name.to_string(),
        signature: (method.name.to_string(), method.descriptor.text.to_string()),
        hash: key.finish(),
        calls,
    })
}

fn collect_calls(insn: &Insn, calls: &mut Vec<Signature>) {
    match insn {
        Insn::InvokeVirtual(m)
        | Insn::InvokeSpecial(m)
        | Insn::InvokeStatic(m)
        | Insn::InvokeInterface(m) => {
            calls.push((m.name.to_string(), m.descriptor.text.to_string()));
        }
        Insn::InvokeDynamic(site) => {
            for argument in &site.bootstrap.args {
                collect_handle(argument, calls);
            }
        }
        Insn::Ldc(constant) => collect_handle(constant, calls),
        _ => {}
    }
}

fn collect_handle(constant: &Constant, calls: &mut Vec<Signature>) {
    if let Constant::MethodHandle(handle) = constant
        && let MethodHandle::Method { method, .. } = &**handle
    {
        calls.push((method.name.to_string(), method.descriptor.text.to_string()));
    }
}

/// The debug form without the numbers that differ from process to process.
fn stable(value: &impl std::fmt::Debug) -> String {
    let mut text = String::new();
    let _ = write!(text, "{value:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("RefId(") {
        let after = &rest[at + "RefId(".len()..];
        out.push_str(&rest[..at]);
        rest = after.find(')').map_or("", |end| &after[end + 1..]);
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::stable;

    #[derive(Debug)]
    struct RefId(#[allow(dead_code)] u32);

    #[test]
    fn numbers_of_the_process_are_left_out() {
        assert_eq!(stable(&("a", RefId(7))), stable(&("a", RefId(8))));
        assert_ne!(stable(&("a", RefId(7))), stable(&("b", RefId(7))));
    }
}
