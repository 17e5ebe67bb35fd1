//! Which branches a run of the user's own classes takes: the classes with probes, and the number each branch tells.
//!
//! The engine sees the shadow classes, where contracts are woven in; a test runs the user's. Both have the same
//! conditional instructions in the same order, so a branch is found by its number. Where they do not, it is not measured.

use std::collections::BTreeMap;

use proviso_classfile::{ClassFile, Way, conditionals, java_name, probed};
use proviso_jvm_host::CompiledClass;
use proviso_report::Branch;

/// The class that probes call, as the JVM and as Java name it, and its source.
const PROBE: &str = "proviso/probe/Branches";
pub const PROBE_SOURCE: &str = include_str!("../java/Branches.java");

/// Classes with probes.
pub struct Probes {
    pub classes: Vec<CompiledClass>,
    numbers: BTreeMap<(String, Way), usize>,
    /// How many conditional instructions a method has, by class, name and descriptor.
    conditionals: BTreeMap<(String, String), u32>,
}

impl Probes {
    /// Classes that cannot be probed stay as they are.
    pub fn in_classes(classes: &[CompiledClass]) -> Probes {
        let mut probes = Probes {
            classes: Vec::new(),
            numbers: BTreeMap::new(),
            conditionals: BTreeMap::new(),
        };
        for class in classes {
            let with_probes = probes.add(class);
            probes
                .classes
                .push(with_probes.unwrap_or_else(|| class.clone()));
        }
        probes
    }

    fn add(&mut self, class: &CompiledClass) -> Option<CompiledClass> {
        let file = ClassFile::parse(class.bytes.clone()).ok()?;
        let found = probed(&file, PROBE, self.numbers.len()).ok()??;
        let name = java_name(&file.name);
        for method in &file.methods {
            if let Ok(Some(code)) = method.code() {
                let key = format!("{}{}", method.name, method.descriptor.text);
                let count = conditionals(code).len() as u32;
                self.conditionals.insert((name.clone(), key), count);
            }
        }
        for way in found.ways {
            let number = self.numbers.len();
            self.numbers.insert((name.clone(), way), number);
        }
        Some(CompiledClass {
            name: class.name.clone(),
            bytes: found.bytes.into(),
        })
    }

    /// The number that is told when this branch is taken; none if it cannot be measured.
    pub fn number(&self, branch: &Branch) -> Option<usize> {
        let count = self
            .conditionals
            .get(&(branch.class.clone(), branch.method.clone()))?;
        if *count != branch.of {
            return None;
        }
        let way = Way {
            method: branch.method.clone(),
            nth: branch.nth,
            way: branch.way,
        };
        self.numbers.get(&(branch.class.clone(), way)).copied()
    }
}
