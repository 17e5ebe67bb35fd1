//! Bounds, and the record of every place where one of them cut the exploration.

use proviso_classfile::Name;
use std::collections::BTreeMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bound {
    /// Length of a chain of materialisations.
    K,
    /// Input objects per type.
    N,
    /// Distinct elements per array.
    Array,
    /// Iterations that materialise nothing.
    Loop,
    CallDepth,
    /// Instructions on one path.
    Steps,
    /// Time for the whole run.
    Time,
}

impl Bound {
    /// The name used in reports and settings.
    pub fn name(self) -> &'static str {
        match self {
            Bound::K => "k",
            Bound::N => "n",
            Bound::Array => "array",
            Bound::Loop => "loop",
            Bound::CallDepth => "call-depth",
            Bound::Steps => "steps",
            Bound::Time => "time",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Bounds {
    pub k: u32,
    pub n: Option<u32>,
    /// `k` when not given.
    pub array: Option<u32>,
    pub loops: u32,
    pub call_depth: u32,
    pub steps: u64,
    pub time: Option<std::time::Duration>,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            k: 3,
            n: None,
            array: None,
            loops: 10,
            call_depth: 100,
            steps: 2_000_000,
            time: None,
        }
    }
}

impl Bounds {
    pub fn array_bound(&self) -> usize {
        self.array.unwrap_or(self.k) as usize
    }
}

/// A place in the program, as a source reader would name it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Site {
    /// Internal class name.
    pub class: Name,
    pub method: Name,
    pub descriptor: Name,
    pub source_file: Option<Name>,
    pub line: Option<u16>,
    /// The very instruction, where it matters: places are usually told apart by their line.
    pub insn: Option<u32>,
}

impl Site {
    /// The same line, whichever instruction of it.
    pub fn line_only(self) -> Site {
        Site { insn: None, ..self }
    }
}

impl std::fmt::Display for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.class.replace('/', "."), self.method)?;
        match self.line {
            Some(line) => write!(f, ":{line}"),
            None => Ok(()),
        }
    }
}

/// How often each bound cut, and where.
#[derive(Debug, Clone, Default)]
pub struct Cuts(pub BTreeMap<(Bound, Site), u64>);

impl Cuts {
    pub fn add(&mut self, bound: Bound, site: Site) {
        *self.0.entry((bound, site.line_only())).or_default() += 1;
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
