//! What a method's verdict can depend on within its unit: the methods its driver may reach, each with a hash of its code
//! that does not change when other parts of the class file do.
//!
//! Reaching is by name and descriptor only, whatever the class: too much is merely a cache miss, too little a wrong
//! verdict. For the same reason everything that code outside the unit may call back belongs to every verdict.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use proviso_classfile::{ClassFile, Constant, Insn, Method, MethodHandle, Name};

use crate::cache::{Key, KeyBuilder, MethodName};

type Signature = (Name, Name);

struct Node {
    signature: Signature,
    hash: Key,
    calls: Vec<Signature>,
}

/// One class's part of the graph; made once per class file, however many versions of the unit it is in.
pub struct ClassNodes {
    nodes: Vec<Node>,
    /// Supertypes, fields and signatures.
    structure: Key,
}

/// Where the parts of a class are kept: beside the class. `None`: it cannot be read.
pub type KeptNodes = OnceLock<Option<Arc<ClassNodes>>>;

/// The methods of a unit and who names whom.
pub struct Graph {
    /// In the order of their names.
    classes: Vec<(Name, Arc<ClassNodes>)>,
    /// Class and place in it.
    by_signature: HashMap<Signature, Vec<At>>,
    by_name: HashMap<Name, Vec<At>>,
    /// Class initializers, and what the JDK or a library may call.
    always: Vec<At>,
    /// Supertypes, fields and signatures of all classes.
    structure: Key,
}

type At = (u32, u32);

/// What a driver reaches.
pub struct Reached {
    pub hash: Key,
    pub methods: Vec<MethodName>,
}

impl Graph {
    /// `None` when a class cannot be read: then nothing may be remembered.
    pub fn new<'c>(files: impl Iterator<Item = (&'c ClassFile, &'c KeptNodes)>) -> Option<Graph> {
        let mut files: Vec<_> = files.collect();
        files.sort_by(|(a, _), (b, _)| a.name.cmp(&b.name));
        let own: HashSet<&str> = files.iter().map(|(file, _)| &*file.name).collect();
        let mut structure = KeyBuilder::default();
        let mut graph = Graph {
            classes: Vec::new(),
            by_signature: HashMap::new(),
            by_name: HashMap::new(),
            always: Vec::new(),
            structure: Key::default(),
        };
        for (file, kept) in &files {
            let nodes = kept.get_or_init(|| class_nodes(file).map(Arc::new));
            let nodes = nodes.clone()?;
            structure.add(&nodes.structure);
            let callable = is_callable_from_outside(file, &own);
            for (index, node) in nodes.nodes.iter().enumerate() {
                let at = (graph.classes.len() as u32, index as u32);
                let name = &node.signature.0;
                let inherited = ["equals", "hashCode", "toString", "compareTo"];
                let generated = proviso_names::is_generated(name);
                if &**name == "<clinit>" || inherited.contains(&&**name) || (callable && !generated)
                {
                    graph.always.push(at);
                }
                let seats = graph.by_signature.entry(node.signature.clone());
                seats.or_default().push(at);
                graph.by_name.entry(name.clone()).or_default().push(at);
            }
            graph.classes.push((file.name.clone(), nodes));
        }
        graph.structure = structure.finish();
        Some(graph)
    }

    /// Everything reachable from the named methods (by name, whatever their descriptor). `asked` names methods that
    /// are run before or instead of another, given by class, name and descriptor: its precondition, its stub.
    pub fn reach<'t>(
        &self,
        roots: &BTreeSet<String>,
        asked: impl Fn(&str, &str, &str) -> Vec<&'t str>,
    ) -> Reached {
        let mut seen: Vec<Vec<bool>> = self
            .classes
            .iter()
            .map(|(_, class)| vec![false; class.nodes.len()])
            .collect();
        let mut todo = self.always.clone();
        let named = |name: &str| self.by_name.get(name).into_iter().flatten();
        todo.extend(roots.iter().flat_map(|root| named(root)));
        while let Some((class, index)) = todo.pop() {
            let (class, index) = (class as usize, index as usize);
            if std::mem::replace(&mut seen[class][index], true) {
                continue;
            }
            let (class, nodes) = &self.classes[class];
            let node = &nodes.nodes[index];
            for call in &node.calls {
                todo.extend(self.by_signature.get(call).into_iter().flatten());
            }
            let (name, descriptor) = &node.signature;
            for asked in asked(class, name, descriptor) {
                todo.extend(named(asked));
            }
        }
        let mut key = KeyBuilder::default();
        key.add(&self.structure);
        let mut methods = Vec::new();
        for ((class, nodes), seen) in self.classes.iter().zip(&seen) {
            for (node, _) in nodes.nodes.iter().zip(seen).filter(|(_, seen)| **seen) {
                key.add(class.as_bytes()).add(&node.hash);
                let (name, descriptor) = node.signature.clone();
                methods.push((class.clone(), name, descriptor));
            }
        }
        Reached {
            hash: key.finish(),
            methods,
        }
    }
}

impl Graph {
    /// What is the same for all methods: who is whose supertype, and which fields and methods there are.
    pub fn structure(&self) -> &Key {
        &self.structure
    }

    /// The code of the named methods, and who may be called from there without being named. Methods of classes outside
    /// the unit are left out. None when one of them is not there.
    pub fn code_of(&self, names: &[MethodName]) -> Option<Reached> {
        let mut key = KeyBuilder::default();
        let mut seen = HashSet::new();
        let mut calls = BTreeSet::new();
        for (class, name, descriptor) in names {
            let Ok(at) = self.classes.binary_search_by(|(own, _)| own.cmp(class)) else {
                continue;
            };
            let mut nodes = self.classes[at].1.nodes.iter();
            let place = nodes
                .position(|node| node.signature.0 == *name && node.signature.1 == *descriptor)?;
            let node = &self.classes[at].1.nodes[place];
            seen.insert((at as u32, place as u32));
            key.add(class.as_bytes()).add(&node.hash);
            calls.extend(&node.calls);
        }
        let called = calls.iter().filter_map(|call| self.by_signature.get(*call));
        let mut methods: Vec<_> = called
            .flatten()
            .filter(|at| !seen.contains(at))
            .map(|(class, index)| {
                let (class, nodes) = &self.classes[*class as usize];
                let (name, descriptor) = nodes.nodes[*index as usize].signature.clone();
                (class.clone(), name, descriptor)
            })
            .collect();
        methods.sort();
        methods.dedup();
        Some(Reached {
            hash: key.finish(),
            methods,
        })
    }
}

fn class_nodes(file: &ClassFile) -> Option<ClassNodes> {
    Some(ClassNodes {
        nodes: file.methods.iter().map(node).collect::<Option<_>>()?,
        structure: structure(file),
    })
}

/// A class with a supertype of which we do not see who calls its methods.
fn is_callable_from_outside(file: &ClassFile, own: &HashSet<&str>) -> bool {
    let harmless = ["java/lang/Object", "java/lang/Record", "java/lang/Enum"];
    let superclass = file.super_name.iter();
    superclass
        .chain(&file.interfaces)
        .any(|name| !own.contains(&**name) && !harmless.contains(&&**name))
}

fn structure(file: &ClassFile) -> Key {
    let mut key = KeyBuilder::default();
    key.add(file.name.as_bytes());
    let supers = (&file.super_name, &file.interfaces, file.access.0);
    key.add(stable(&supers).as_bytes());
    for field in &file.fields {
        key.add(stable(field).as_bytes());
    }
    // Inputs have what constructors leave behind.
    key.add(stable(&file.made_fields()).as_bytes());
    let written = |method: &&Method| {
        !proviso_names::is_generated(&method.name) && !method.name.starts_with("lambda$")
    };
    for method in file.methods.iter().filter(written) {
        let shape = (&method.name, &method.descriptor.text, method.access.0);
        key.add(stable(&shape).as_bytes());
    }
    key.finish()
}

fn node(method: &Method) -> Option<Node> {
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
        signature: (method.name.clone(), method.descriptor.text.clone()),
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
            calls.push((m.name.clone(), m.descriptor.text.clone()));
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
        calls.push((method.name.clone(), method.descriptor.text.clone()));
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
