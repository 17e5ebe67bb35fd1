//! Methods whose effects are known: whatever they call, they change objects and nothing else. Only these are called when a
//! JVM looks for a state (the sandbox is there in any case).
//!
//! Told from the bytecode of all classes of the project: a method is *wild* when it is native, when it calls code outside
//! of the project that is not on the list below, or when anything it may call is wild. Who is called is told by name and
//! descriptor, whatever the class: too much only costs a readable test.

use std::collections::{BTreeSet, HashMap, HashSet};

use proviso_classfile::{ClassFile, Constant, Insn, Method, MethodHandle};
use proviso_jvm_host::CompiledClass;

/// Classes of the JDK that work on their own objects only.
const JAVA_LANG: [&str; 25] = [
    "Object",
    "String",
    "StringBuilder",
    "StringBuffer",
    "CharSequence",
    "Math",
    "StrictMath",
    "Number",
    "Integer",
    "Long",
    "Short",
    "Byte",
    "Character",
    "Boolean",
    "Float",
    "Double",
    "Comparable",
    "Iterable",
    "Enum",
    "Record",
    "Throwable",
    "Exception",
    "Error",
    "Cloneable",
    "AssertionError",
];
const JAVA_UTIL: [&str; 45] = [
    "Objects",
    "Optional",
    "OptionalInt",
    "OptionalLong",
    "OptionalDouble",
    "Arrays",
    "Collections",
    "Collection",
    "List",
    "ArrayList",
    "LinkedList",
    "AbstractList",
    "AbstractCollection",
    "AbstractSet",
    "AbstractMap",
    "AbstractQueue",
    "AbstractSequentialList",
    "Set",
    "HashSet",
    "LinkedHashSet",
    "TreeSet",
    "SortedSet",
    "NavigableSet",
    "EnumSet",
    "Map",
    "HashMap",
    "LinkedHashMap",
    "TreeMap",
    "SortedMap",
    "NavigableMap",
    "EnumMap",
    "IdentityHashMap",
    "WeakHashMap",
    "Queue",
    "Deque",
    "ArrayDeque",
    "PriorityQueue",
    "Stack",
    "Vector",
    "Iterator",
    "ListIterator",
    "Comparator",
    "BitSet",
    "RandomAccess",
    "StringJoiner",
];
const BOOTSTRAPS: [&str; 4] = [
    "java/lang/invoke/LambdaMetafactory",
    "java/lang/invoke/StringConcatFactory",
    "java/lang/runtime/ObjectMethods",
    "java/lang/runtime/SwitchBootstraps",
];
/// What code of the JDK may call back on any object.
const OF_OBJECTS: [&str; 5] = ["equals", "hashCode", "toString", "compareTo", "compare"];

/// The tame methods and constructors (`<init>`) as `pkg.Class$Inner.name(descriptor)`.
pub fn tame_methods(classes: &[CompiledClass]) -> Vec<String> {
    let mut own = Vec::new();
    for class in classes {
        match ClassFile::parse(class.bytes.clone()) {
            Ok(file) => own.push(file),
            // Nothing is known of what cannot be read.
            Err(_) => return Vec::new(),
        }
    }
    let own: Vec<ClassFile> = own.into_iter().filter(|c| !is_runtime(&c.name)).collect();
    let graph = Graph::new(&own);
    let tame = graph.tame();
    tame.into_iter()
        .map(|(class, method)| {
            let class = class.name.replace('/', ".");
            format!("{class}.{}{}", method.name, method.descriptor.text)
        })
        .collect()
}

/// The runtime that contracts call is ours.
fn is_runtime(class: &str) -> bool {
    class.starts_with("proviso/runtime/")
}

fn is_known(class: &str) -> bool {
    let listed = |package: &str, names: &[&str]| {
        let name = class.strip_prefix(package);
        name.is_some_and(|name| names.contains(&name.split('$').next().unwrap_or(name)))
    };
    let is_exception = class.starts_with("java/lang/") || class.starts_with("java/util/");
    class.starts_with('[')
        || is_runtime(class)
        || listed("java/lang/", &JAVA_LANG)
        || listed("java/util/", &JAVA_UTIL)
        || class.starts_with("java/util/function/")
        || class.starts_with("java/math/")
        || (is_exception && (class.ends_with("Exception") || class.ends_with("Error")))
}

struct Graph<'c> {
    methods: Vec<(&'c ClassFile, &'c Method)>,
    by_signature: HashMap<(&'c str, &'c str), Vec<usize>>,
    initialisers: HashMap<&'c str, usize>,
    classes: HashMap<&'c str, &'c ClassFile>,
    /// What code outside may call once it has an object of the project.
    called_back: Vec<usize>,
}

#[derive(Default)]
struct Calls {
    wild: bool,
    calls: BTreeSet<usize>,
}

impl<'c> Graph<'c> {
    fn new(own: &'c [ClassFile]) -> Graph<'c> {
        let classes: HashMap<&str, &ClassFile> = own.iter().map(|c| (&*c.name, c)).collect();
        let mut graph = Graph {
            methods: Vec::new(),
            by_signature: HashMap::new(),
            initialisers: HashMap::new(),
            classes,
            called_back: Vec::new(),
        };
        for class in own {
            // Code on the list calls back what is declared on the list, and nothing else.
            let plain = ["Object", "Record", "Enum", "Comparable", "Cloneable"];
            let is_plain = |name: &str| {
                name.strip_prefix("java/lang/")
                    .is_some_and(|n| plain.contains(&n))
            };
            let mut above = class.super_name.iter().chain(&class.interfaces);
            let extends = above.any(|name| is_known(name) && !is_plain(name));
            for method in &class.methods {
                let place = graph.methods.len();
                let signature = (&*method.name, &*method.descriptor.text);
                graph.by_signature.entry(signature).or_default().push(place);
                if &*method.name == "<clinit>" {
                    graph.initialisers.insert(&class.name, place);
                } else if OF_OBJECTS.contains(&&*method.name)
                    || (extends && !method.access.is_static() && &*method.name != "<init>")
                {
                    graph.called_back.push(place);
                }
                graph.methods.push((class, method));
            }
        }
        graph
    }

    fn tame(&self) -> Vec<(&'c ClassFile, &'c Method)> {
        let mut callers: Vec<Vec<usize>> = vec![Vec::new(); self.methods.len()];
        let mut todo = Vec::new();
        for place in 0..self.methods.len() {
            let calls = self.calls(place);
            if calls.wild {
                todo.push(place);
            }
            for callee in calls.calls {
                callers[callee].push(place);
            }
        }
        let mut wild: HashSet<usize> = HashSet::new();
        while let Some(place) = todo.pop() {
            if wild.insert(place) {
                todo.extend(&callers[place]);
            }
        }
        let places = 0..self.methods.len();
        places
            .filter(|place| !wild.contains(place))
            .map(|place| self.methods[place])
            .collect()
    }

    fn calls(&self, place: usize) -> Calls {
        let (class, method) = self.methods[place];
        let mut found = Calls::default();
        self.initialises(&class.name, place, &mut found);
        let Ok(Some(code)) = method.code() else {
            // An abstract method does nothing: who implements it is called by its name too.
            found.wild = !method.access.has(proviso_classfile::Access::ABSTRACT);
            return found;
        };
        for insn in &code.insns {
            match insn {
                Insn::InvokeVirtual(m)
                | Insn::InvokeSpecial(m)
                | Insn::InvokeStatic(m)
                | Insn::InvokeInterface(m) => {
                    self.call(&m.class, &m.name, &m.descriptor.text, &mut found);
                    self.initialises(&m.class, place, &mut found);
                }
                Insn::InvokeDynamic(site) => {
                    let handle = &site.bootstrap.handle;
                    let known = matches!(&**handle, MethodHandle::Method { method, .. }
                        if BOOTSTRAPS.contains(&&*method.class));
                    found.wild |= !known;
                    for argument in &site.bootstrap.args {
                        self.constant(argument, &mut found);
                    }
                }
                Insn::Ldc(constant) => self.constant(constant, &mut found),
                Insn::GetStatic(field) | Insn::PutStatic(field) => {
                    let outside = !self.classes.contains_key(&*field.class);
                    found.wild |= outside && !is_known(&field.class);
                    self.initialises(&field.class, place, &mut found);
                }
                Insn::New(made) => {
                    let outside = !self.classes.contains_key(&*made.name);
                    found.wild |= outside && !is_known(&made.name);
                    self.initialises(&made.name, place, &mut found);
                }
                _ => {}
            }
        }
        found
    }

    fn constant(&self, constant: &Constant, found: &mut Calls) {
        match constant {
            Constant::MethodHandle(handle) => {
                if let MethodHandle::Method { method, .. } = &**handle {
                    self.call(&method.class, &method.name, &method.descriptor.text, found);
                }
            }
            Constant::Dynamic(_) => found.wild = true,
            _ => {}
        }
    }

    fn call(&self, class: &str, name: &str, descriptor: &str, found: &mut Calls) {
        let own = self.by_signature.get(&(name, descriptor));
        let named = own.into_iter().flatten();
        // A constructor is that of its class.
        let is_meant = |place: &&usize| name != "<init>" || &*self.methods[**place].0.name == class;
        found.calls.extend(named.filter(is_meant));
        if !self.classes.contains_key(class) {
            found.wild |= !is_known(class);
            found.calls.extend(&self.called_back);
        } else if own.is_none() {
            // Inherited from outside the project.
            found.wild |= !self.comes_from_known(class);
            found.calls.extend(&self.called_back);
        }
    }

    /// Whether all that a class inherits from outside of the project comes from classes on the list.
    fn comes_from_known(&self, class: &str) -> bool {
        let mut todo = vec![class.to_owned()];
        let mut seen = HashSet::new();
        while let Some(name) = todo.pop() {
            match self.classes.get(name.as_str()) {
                Some(file) if seen.insert(name.clone()) => {
                    let above = file.super_name.iter().chain(&file.interfaces);
                    todo.extend(above.map(|name| name.to_string()));
                }
                Some(_) => {}
                None if is_known(&name) => {}
                None => return false,
            }
        }
        true
    }

    /// Initialising a class initialises those above it.
    fn initialises(&self, class: &str, from: usize, found: &mut Calls) {
        let mut next = self.classes.get(class);
        let mut steps = 0;
        while let Some(file) = next.filter(|_| steps < 1000) {
            let initialiser = self.initialisers.get(&*file.name);
            found
                .calls
                .extend(initialiser.filter(|place| **place != from));
            next = file
                .super_name
                .as_ref()
                .and_then(|name| self.classes.get(&**name));
            steps += 1;
        }
    }
}
