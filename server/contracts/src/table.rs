//! The contract table: what the numbers in a shadow source stand for, and what governs each method.

use crate::LostClause;
use proviso_names::Numbered;
use proviso_syntax::ast::Span;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Number of a clause, the first argument of `Jml.check` and its kin. Unique in the project; stays when other methods change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClauseId(pub u32);

/// Number of a method, the argument of `Jml.begin`; made like clause ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodNo(pub u32);

/// One clause the user wrote, or a default that acts like one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    pub id: ClauseId,
    pub kind: ClauseKind,
    /// Index into the files given to `lower`.
    pub file: usize,
    /// The clause; for defaults the declaration they come from (a parameter, a method's name).
    pub span: Span,
    /// One line, as the user wrote it; for defaults what it would be in JML.
    pub text: String,
    /// Not written, but implied (non-null, default signals_only, …).
    pub is_default: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClauseKind {
    Requires,
    Ensures,
    Signals,
    SignalsOnly,
    Assignable,
    Invariant,
    Constraint,
    Initially,
    Assert,
    Assume,
    Check,
    Unreachable,
    LoopInvariant,
    Decreases,
    /// A parameter or result that is non-null by declaration.
    NonNull,
    /// The value of an `old` declaration, a ghost initialiser, a `set`: can only be undefined.
    Value,
    Axiom,
    Represents,
    MeasuredBy,
    /// When the method need not come to an end.
    Diverges,
    /// Some spec case's precondition must hold at a call.
    Call,
    /// How a method may end: `Jml.thrown` refers to it.
    Exit,
}

impl ClauseKind {
    /// The `kind` of a violation in reports.
    pub fn name(self) -> &'static str {
        match self {
            ClauseKind::Requires => "requires",
            ClauseKind::Ensures => "ensures",
            ClauseKind::Signals => "signals",
            ClauseKind::SignalsOnly => "signals",
            ClauseKind::Assignable => "assignable",
            ClauseKind::Invariant => "invariant",
            ClauseKind::Constraint => "constraint",
            ClauseKind::Initially => "initially",
            ClauseKind::Assert => "assert",
            ClauseKind::Assume => "assume",
            ClauseKind::Check => "assert",
            ClauseKind::Unreachable => "unreachable",
            ClauseKind::LoopInvariant => "loop-invariant",
            ClauseKind::Decreases => "decreases",
            ClauseKind::NonNull => "null",
            ClauseKind::Value => "undefined",
            ClauseKind::Axiom => "axiom",
            ClauseKind::Represents => "represents",
            ClauseKind::MeasuredBy => "measured-by",
            ClauseKind::Diverges => "diverges",
            ClauseKind::Call => "requires-at-call",
            ClauseKind::Exit => "uncaught",
        }
    }
}

/// A clause as it governs one method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Governing {
    pub clause: ClauseId,
    /// Binary name of the type it was inherited from.
    pub inherited_from: Option<String>,
}

/// Everything known about one method or constructor of the project, contract or not.
#[derive(Clone, Debug)]
pub struct MethodContract {
    pub no: MethodNo,
    /// `p.Outer$Inner`; local and anonymous classes have `$?` (javac numbers them).
    pub class: String,
    /// `<init>` for constructors.
    pub name: String,
    /// Erasures of the parameter types as written (`int`, `String`, `java.util.List`, `int[]`); see [`MethodContract::fits`].
    pub params: Vec<String>,
    pub is_static: bool,
    pub is_constructor: bool,
    /// Has a body to check (not abstract, not native).
    pub has_body: bool,
    pub file: usize,
    pub name_span: Span,
    pub span: Span,
    /// `Err`: why there is nothing to run (abstract, an enum's constructor, …).
    pub driver: Result<Driver, String>,
    /// What callers must establish; `None` if nothing.
    pub requires: Option<RequiresEntry>,
    /// What a call means when the contract answers instead of the body; `None` without a contract.
    pub stub: Option<Stub>,
    pub clauses: Vec<Governing>,
    /// Invariants it owes of objects that it changes, whoever they are.
    pub others: Vec<ClauseId>,
    /// Where there are several spec cases: the first `requires` of each, as given to `Jml.applies`.
    pub cases: Vec<ClauseId>,
    /// Some clause of the user (not only defaults) governs it.
    pub has_contract: bool,
    /// Somebody said something about it: a clause, purity, or what may be null.
    pub is_specified: bool,
    pub purity: Option<Purity>,
    pub helper: bool,
    /// `code_safe_math` (the default): integer overflow in the body is worth a warning.
    pub safe_math: bool,
    /// `skip_esc`: the user does not want it checked.
    pub skip: bool,
    /// From the end of the member before it: where its specification stands.
    pub extent: Span,
    /// Clauses that govern it and are left out.
    pub lost: Vec<LostClause>,
    /// Binary names of classes that inherit it as it is and add invariants, which it has to keep.
    pub heirs: Vec<String>,
}

/// The method to execute in order to check a method. Void; its parameters are those of the method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    /// Binary name of the class it is in (for inner classes' constructors the enclosing class).
    pub class: String,
    pub name: String,
    pub is_static: bool,
}

/// `boolean proviso$requires$N(the method's parameters)`, static iff the method is (constructors: static).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiresEntry {
    pub class: String,
    pub name: String,
    /// Of kind [`ClauseKind::Call`].
    pub clause: ClauseId,
}

/// A method of the same class with the parameters and result of the method it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stub {
    pub name: String,
    /// The same question in the same heap has the same answer.
    pub pure: bool,
    /// There is more to the contract than `pure`.
    pub promises: bool,
    /// Every case says what it may change and which exceptions it may throw.
    pub closed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Purity {
    Pure,
    SpecPure,
    StrictlyPure,
    NoState,
}

#[derive(Clone, Debug, Default)]
pub struct ContractTable {
    pub clauses: BTreeMap<ClauseId, Clause>,
    pub methods: Vec<MethodContract>,
    /// (binary class name, field) of reference fields that are never null.
    pub non_null_fields: BTreeSet<(String, String)>,
    /// (binary class name, member) of private members that `spec_public` and its like opened in the shadow; a method has `()`
    /// after its name.
    pub opened: BTreeSet<(String, String)>,
    /// Binary class name → the instance invariants it has and inherits, as methods to run on an object: (method name, clause).
    pub invariants: BTreeMap<String, Vec<(String, ClauseId)>>,
    /// Local and anonymous classes by the names they have here, with the number in the name of a method that only each of
    /// them has: see [`ContractTable::name_local_types`].
    pub local_types: BTreeMap<String, u32>,
    lookup: Lookup,
}

/// For questions that come with every call and field access the engine makes; names as in class files.
#[derive(Clone, Debug, Default)]
struct Lookup {
    methods: HashMap<String, HashMap<String, Vec<usize>>>,
    non_null: HashMap<String, HashSet<String>>,
}

impl ContractTable {
    pub fn clause(&self, id: u32) -> Option<&Clause> {
        self.clauses.get(&ClauseId(id))
    }

    pub fn method(&self, no: MethodNo) -> Option<&MethodContract> {
        self.methods.iter().find(|m| m.no == no)
    }

    /// The entry for a method of a class file; `class` as there (`p/Outer$Inner`).
    pub fn find(&self, class: &str, name: &str, descriptor: &str) -> Option<&MethodContract> {
        self.position(class, name, descriptor)
            .map(|at| &self.methods[at])
    }

    /// Its place in `methods`.
    pub fn position(&self, class: &str, name: &str, descriptor: &str) -> Option<usize> {
        let mut candidates = self.lookup.methods.get(class)?.get(name)?.iter().copied();
        candidates.find(|at| self.methods[*at].fits(name, descriptor))
    }

    /// `class` as in a class file.
    pub fn is_non_null_field(&self, class: &str, field: &str) -> bool {
        self.lookup
            .non_null
            .get(class)
            .is_some_and(|fields| fields.contains(field))
    }

    /// Gives local and anonymous classes the names javac has given them. `methods`: (class, as in a class file; name of a
    /// method of it) of all classes that were made.
    pub fn name_local_types<'m>(&mut self, methods: impl Iterator<Item = (&'m str, &'m str)>) {
        let mut found: HashMap<u32, String> = HashMap::new();
        for (class, method) in methods {
            if let Some(Numbered::Here(number)) = Numbered::of(method) {
                found.insert(number, class.replace('/', "."));
            }
        }
        let mut names: Vec<(String, String)> = Vec::new();
        for (here, number) in &self.local_types {
            if let Some(name) = found.get(number) {
                names.push((here.clone(), name.clone()));
            }
        }
        // The innermost first: its name contains those of the classes around it.
        names.sort_by_key(|(here, _)| std::cmp::Reverse(here.len()));
        let named = |class: &str| {
            let known = names.iter().find_map(|(here, name)| {
                let rest = class.strip_prefix(here.as_str())?;
                (rest.is_empty() || rest.starts_with('$')).then(|| format!("{name}{rest}"))
            });
            known.unwrap_or_else(|| class.to_owned())
        };
        for m in &mut self.methods {
            m.class = named(&m.class);
            if let Ok(driver) = &mut m.driver {
                driver.class = named(&driver.class);
            }
            if let Some(requires) = &mut m.requires {
                requires.class = named(&requires.class);
            }
            for g in &mut m.clauses {
                g.inherited_from = g.inherited_from.as_deref().map(named);
            }
        }
        let renamed = |set: &BTreeSet<(String, String)>| {
            set.iter()
                .map(|(class, member)| (named(class), member.clone()))
                .collect()
        };
        self.non_null_fields = renamed(&self.non_null_fields);
        self.opened = renamed(&self.opened);
        let invariants = std::mem::take(&mut self.invariants);
        self.invariants = invariants
            .into_iter()
            .map(|(class, clauses)| (named(&class), clauses))
            .collect();
        self.build_lookup();
    }

    /// To be called when all is entered.
    pub(crate) fn build_lookup(&mut self) {
        self.lookup = Lookup::default();
        let internal = |class: &str| class.replace('.', "/");
        for (i, m) in self.methods.iter().enumerate() {
            let names = self.lookup.methods.entry(internal(&m.class)).or_default();
            names.entry(m.name.clone()).or_default().push(i);
        }
        for (class, field) in &self.non_null_fields {
            self.lookup
                .non_null
                .entry(internal(class))
                .or_default()
                .insert(field.clone());
        }
    }
}

impl MethodContract {
    /// Whether a method of a class file is this one: same name, and every parameter of the descriptor has the erasure
    /// written here (`String` fits `Ljava/lang/String;`). Hidden leading parameters (enum, inner class) are passed over.
    pub fn fits(&self, name: &str, descriptor: &str) -> bool {
        if self.name != name {
            return false;
        }
        let Some(found) = descriptor_params(descriptor) else {
            return false;
        };
        let hidden = if self.is_constructor {
            found.len().saturating_sub(self.params.len())
        } else {
            0
        };
        found.len() == self.params.len() + hidden
            && self
                .params
                .iter()
                .zip(&found[hidden..])
                .all(|(written, real)| same_type(written, real))
    }
}

fn same_type(written: &str, real: &str) -> bool {
    if written == real {
        return true;
    }
    let real = real.replace('$', ".");
    real == written || real.ends_with(&format!(".{written}"))
}

/// `(I[Ljava/lang/String;)V` → `["int", "java.lang.String[]"]`.
fn descriptor_params(descriptor: &str) -> Option<Vec<String>> {
    let inside = descriptor.strip_prefix('(')?.split_once(')')?.0;
    let mut rest = inside.chars();
    let mut params = Vec::new();
    let mut dims = 0;
    while let Some(c) = rest.next() {
        let name = match c {
            '[' => {
                dims += 1;
                continue;
            }
            'I' => "int".to_string(),
            'J' => "long".to_string(),
            'Z' => "boolean".to_string(),
            'B' => "byte".to_string(),
            'S' => "short".to_string(),
            'C' => "char".to_string(),
            'F' => "float".to_string(),
            'D' => "double".to_string(),
            'L' => rest
                .by_ref()
                .take_while(|c| *c != ';')
                .collect::<String>()
                .replace('/', "."),
            _ => return None,
        };
        params.push(name + &"[]".repeat(dims));
        dims = 0;
    }
    Some(params)
}

#[cfg(test)]
mod tests {
    use super::descriptor_params;

    #[test]
    fn descriptors_are_read_to_type_names() {
        assert_eq!(
            descriptor_params("(I[[Ljava/util/List;J)V").unwrap(),
            ["int", "java.util.List[][]", "long"]
        );
        assert!(descriptor_params("nonsense").is_none());
    }
}
