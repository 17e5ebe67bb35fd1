//! Guesses from the variables in scope, the loop's condition, and what a round compares and stores.

use proviso_syntax::ast::{
    Body, Field, Loop, LoopKind, Member, Method, SourceFile, TypeDecl, TypeRef,
};

use crate::FactKind;
use crate::shape::{Comparison, Shape};

/// So many guesses of one kind about one loop: more cost more than they show.
const MOST: usize = 60;

impl Each {
    /// A guess without the names that only the copy of the file has.
    pub fn in_words_of_the_user(&self, text: &str) -> String {
        text.replace(&self.array, &self.written)
            .replace(&self.counter, "\\count")
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    pub kind: FactKind,
    pub text: String,
    /// It has a quantifier.
    pub ranged: bool,
}

impl Guess {
    pub fn invariant(text: impl Into<String>) -> Guess {
        Guess {
            kind: FactKind::Invariant,
            text: text.into(),
            ranged: false,
        }
    }

    pub fn ranged(text: impl Into<String>) -> Guess {
        Guess {
            ranged: true,
            ..Guess::invariant(text)
        }
    }

    fn measure(text: impl Into<String>) -> Guess {
        Guess {
            kind: FactKind::Measure,
            text: text.into(),
            ranged: false,
        }
    }
}

/// A variable that a clause at the loop's head may name.
#[derive(Debug, Clone)]
pub struct Variable {
    pub name: String,
    pub ty: TypeRef,
    /// The text of its initialiser, where that is a number or a name.
    pub start: Option<String>,
    pub is_parameter: bool,
}

impl Variable {
    pub fn is_integer(&self) -> bool {
        self.ty.dims == 0 && is_integer(&self.ty.name)
    }
}

fn is_integer(name: &str) -> bool {
    matches!(name, "int" | "long" | "short" | "byte" | "char")
}

/// A number, a name, or a sum of such: worth comparing with.
fn plain(text: &str) -> Option<String> {
    let simple = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | '_' | '+' | '-');
    let worth = !text.is_empty() && text != "0" && text.chars().all(simple);
    worth.then(|| text.to_owned())
}

/// What can be named at the head of a loop.
#[derive(Debug, Default)]
pub struct Scope {
    pub variables: Vec<Variable>,
    /// Expressions for lengths of arrays and strings.
    pub lengths: Vec<String>,
    /// Variables and fields that are arrays.
    pub arrays: Vec<String>,
    /// `for (T x : array)`, said with an index.
    pub each: Option<Each>,
    /// A name for the variable of a guessed quantifier that nothing here has.
    pub index: &'static str,
}

/// A walk over an array, as a loop that counts.
#[derive(Debug, Clone)]
pub struct Each {
    pub counter: String,
    /// What is walked over, by the name it has in the copy of the file.
    pub array: String,
    /// The user's name for it.
    pub written: String,
    pub array_type: String,
    pub variable: String,
    pub variable_type: String,
}

impl Scope {
    pub fn at(
        file: &SourceFile,
        class: &TypeDecl,
        method: &Method,
        body: &Body,
        number: usize,
    ) -> Scope {
        let l = &body.loops[number];
        let at = match l.kind {
            LoopKind::For => l
                .condition
                .map_or(l.body.start, |c| c.start.max(l.init.end)),
            _ => l.span.start,
        };
        let mut scope = Scope::default();
        for p in &method.params {
            scope.add(Variable {
                name: p.name.text.clone(),
                ty: p.ty.clone(),
                start: None,
                is_parameter: true,
            });
        }
        for local in &body.locals {
            let visible = local.scope.contains(at) && local.name.span.start < at;
            if visible && !matches!(local.ty.name.as_str(), "" | "var") {
                scope.add(Variable {
                    name: local.name.text.clone(),
                    ty: local.ty.clone(),
                    start: local.value.and_then(|value| plain(file.raw_text(value))),
                    is_parameter: false,
                });
            }
        }
        let mut fields: Vec<&Field> = Vec::new();
        for member in &class.members {
            if let Member::Field(field) = member
                && !field.in_jml
            {
                fields.push(field);
            }
        }
        for field in &fields {
            if (field.modifiers.is_static() || !method.is_static())
                && scope.variable(&field.name.text).is_none()
                && field.ty.dims > 0
            {
                scope.arrays.push(field.name.text.clone());
                scope.lengths.push(format!("{}.length", field.name.text));
            }
        }
        scope.each = scope.walk(file, &fields, number, l);
        if let Some(each) = scope.each.clone() {
            scope.variables.push(Variable {
                name: each.counter.clone(),
                ty: TypeRef {
                    span: l.span,
                    text: "int".to_owned(),
                    name: "int".to_owned(),
                    dims: 0,
                    nullness: None,
                    element_nullness: None,
                    argument_nullness: Vec::new(),
                },
                start: None,
                is_parameter: false,
            });
        }
        let free = |name: &&&str| {
            let field = fields.iter().any(|field| field.name.text == **name);
            !field && scope.variable(name).is_none()
        };
        scope.index = ["j", "k", "p", "q"]
            .iter()
            .find(free)
            .copied()
            .unwrap_or("proviso_j");
        scope
    }

    /// A foreach over an array that has a name.
    fn walk(&self, file: &SourceFile, fields: &[&Field], number: usize, l: &Loop) -> Option<Each> {
        if l.kind != LoopKind::ForEach {
            return None;
        }
        let written = file.raw_text(l.iterable?);
        let field = fields.iter().find(|field| field.name.text == written);
        let variable = self.variable(written).map(|v| &v.ty);
        let ty = variable.or(field.map(|field| &field.ty))?;
        let variable_type = l.variable_type.as_ref()?;
        let known = ty.dims > 0 && !matches!(variable_type.name.as_str(), "" | "var");
        known.then(|| Each {
            counter: format!("proviso_i{number}"),
            array: format!("proviso_a{number}"),
            written: written.to_owned(),
            array_type: ty.text.replace("...", "[]"),
            variable: l
                .variable
                .as_ref()
                .map_or_else(String::new, |v| v.text.clone()),
            variable_type: variable_type.text.clone(),
        })
    }

    fn add(&mut self, variable: Variable) {
        let name = &variable.name;
        if variable.ty.dims > 0 {
            self.lengths.push(format!("{name}.length"));
            self.arrays.push(name.clone());
        } else if variable.ty.name == "String" || variable.ty.name == "java.lang.String" {
            self.lengths.push(format!("{name}.length()"));
        }
        self.variables.push(variable);
    }

    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().rev().find(|v| v.name == name)
    }

    /// Integer variables that a round may change.
    pub fn counters<'s>(&'s self, shape: &'s Shape) -> impl Iterator<Item = &'s Variable> {
        let changed = |v: &&Variable| v.is_integer() && shape.assigned.contains(&v.name);
        self.variables.iter().filter(changed)
    }
}

pub fn guesses(scope: &Scope, shape: &Shape) -> Vec<Guess> {
    let mut all = Vec::new();
    ranges(scope, shape, &mut all);
    for guard in &shape.guards {
        weakened(scope, guard, &mut all);
    }
    pairs(scope, shape, &mut all);
    all.truncate(2 * MOST);
    references(scope, shape, &mut all);
    elements(scope, shape, &mut all);
    measures(scope, shape, &mut all);
    all
}

/// Each counter between zero (or one less, or where it started) and whatever does not change.
fn ranges(scope: &Scope, shape: &Shape, all: &mut Vec<Guess>) {
    for v in scope.counters(shape) {
        let name = &v.name;
        for low in ["0", "-1", "1"] {
            all.push(Guess::invariant(format!("{low} <= {name}")));
        }
        if let Some(start) = &v.start {
            all.push(Guess::invariant(format!("{start} <= {name}")));
            all.push(Guess::invariant(format!("{name} <= {start}")));
        }
        if v.is_parameter {
            all.push(Guess::invariant(format!("{name} <= \\old({name})")));
            all.push(Guess::invariant(format!("\\old({name}) <= {name}")));
        }
        for bound in fixed(scope, shape) {
            all.push(Guess::invariant(format!("{name} <= {bound}")));
            all.push(Guess::invariant(format!("{name} < {bound}")));
        }
    }
}

/// Integers that no round changes: lengths, and variables that are not assigned.
fn fixed(scope: &Scope, shape: &Shape) -> Vec<String> {
    let unchanged = |v: &&Variable| v.is_integer() && !shape.assigned.contains(&v.name);
    let names = scope
        .variables
        .iter()
        .filter(unchanged)
        .map(|v| v.name.clone());
    let mut all: Vec<String> = scope.lengths.clone();
    all.extend(names);
    all.truncate(6);
    all
}

/// One round further the condition may just not hold any more.
fn weakened(scope: &Scope, guard: &Comparison, all: &mut Vec<Guess>) {
    let Comparison {
        left,
        operator,
        right,
    } = guard;
    let texts = match operator.as_str() {
        "<" => vec![format!("{left} <= {right}")],
        ">" => vec![format!("{left} >= {right}")],
        "<=" => vec![format!("{left} <= ({right}) + 1")],
        ">=" => vec![format!("{left} >= ({right}) - 1")],
        _ => vec![format!("{left} <= {right}"), format!("{left} >= {right}")],
    };
    // Where the loop is not entered at all, the counter is still where it started.
    let start = scope
        .variable(left)
        .map(|v| v.start.as_deref().unwrap_or("0"));
    for text in texts {
        let not_entered = start.map(|start| format!("{text} || {left} == {start}"));
        all.push(Guess::invariant(text));
        all.extend(not_entered.map(Guess::invariant));
    }
}

fn pairs(scope: &Scope, shape: &Shape, all: &mut Vec<Guess>) {
    let counters: Vec<&str> = scope.counters(shape).map(|v| v.name.as_str()).collect();
    for (i, v) in counters.iter().enumerate() {
        for w in &counters[i + 1..] {
            for text in [
                format!("{v} <= {w}"),
                format!("{w} <= {v}"),
                format!("{v} == {w}"),
                format!("{v} <= {w} + 1"),
                format!("{w} <= {v} + 1"),
            ] {
                all.push(Guess::invariant(text));
            }
            for bound in fixed(scope, shape) {
                all.push(Guess::invariant(format!("{v} + {w} == {bound}")));
                all.push(Guess::invariant(format!("{v} + {w} == {bound} - 1")));
            }
        }
    }
}

fn references(scope: &Scope, shape: &Shape, all: &mut Vec<Guess>) {
    for v in &scope.variables {
        let reference = v.ty.dims > 0 || v.ty.name.starts_with(char::is_uppercase);
        if reference && shape.assigned.contains(&v.name) {
            all.push(Guess::invariant(format!("{} != null", v.name)));
        }
    }
}

/// What a round tests or stores at its counter, of all indices already passed (upwards or downwards).
fn elements(scope: &Scope, shape: &Shape, all: &mut Vec<Guess>) {
    let before = all.len();
    let index = scope.index;
    for v in scope.counters(shape) {
        let ranges = |body: &str| {
            let mut texts = vec![format!(
                "(\\forall int {index}; 0 <= {index} && {index} < {}; {body})",
                v.name
            )];
            for bound in fixed(scope, shape).into_iter().take(2) {
                texts.push(format!(
                    "(\\forall int {index}; {} < {index} && {index} < {bound}; {body})",
                    v.name
                ));
            }
            texts
        };
        for condition in &shape.conditions {
            let there = match &scope.each {
                // Of a walk, the variable is the element at the counter.
                Some(each) if each.counter == v.name => {
                    let element = format!("{}[{index}]", each.array);
                    condition
                        .mentions(&each.variable)
                        .then(|| condition.with(&each.variable, &element))
                }
                _ => condition
                    .mentions(&v.name)
                    .then(|| condition.with(&v.name, index)),
            };
            if let Some(there) = there.filter(|t| t.contains('[') || t.contains("charAt")) {
                for text in ranges(&format!("!({there})")) {
                    all.push(Guess::ranged(text));
                }
            }
        }
        for store in shape.stores.iter().filter(|s| s.index == v.name) {
            let value = store.value.with(&v.name, index);
            for text in ranges(&format!("{}[{index}] == {value}", store.array)) {
                all.push(Guess::ranged(text));
            }
        }
        // What lies ahead is as it was.
        for array in &scope.arrays {
            if shape.stores.iter().any(|s| s.array == *array) {
                all.push(Guess::ranged(format!(
                    "(\\forall int {index}; {} <= {index} && {index} < {array}.length; {array}[{index}] == \\old({array}[{index}]))",
                    v.name
                )));
            }
        }
    }
    all.truncate(before + MOST);
}

fn measures(scope: &Scope, shape: &Shape, all: &mut Vec<Guess>) {
    for guard in &shape.guards {
        let (left, right) = (&guard.left, &guard.right);
        let (up, down) = (
            format!("({right}) - ({left})"),
            format!("({left}) - ({right})"),
        );
        match guard.operator.as_str() {
            "<" => all.push(Guess::measure(up)),
            "<=" => all.push(Guess::measure(format!("{up} + 1"))),
            ">" => all.push(Guess::measure(down)),
            ">=" => all.push(Guess::measure(format!("{down} + 1"))),
            _ => all.extend([Guess::measure(up), Guess::measure(down)]),
        }
    }
    for v in scope.counters(shape) {
        all.push(Guess::measure(v.name.clone()));
        for bound in fixed(scope, shape) {
            all.push(Guess::measure(format!("({bound}) - ({})", v.name)));
        }
    }
}
