//! A violation as a JUnit 5 test: builds the input of the counterexample, calls the method, checks the clause.
//!
//! Objects are made without their constructors and filled by reflection, since the counterexample names fields and
//! not a way to reach them. A violation that cannot be put into a test is refused with the reason, never half done.

use std::collections::BTreeMap;
use std::fmt::Write;

use proviso_report::{HeapObject, ObjectKind, Value, Violation, ViolationKind};

use crate::junit_clause::{Scope, Translated, translate};
use crate::value::{find, simple_class};

/// What is known of the method beyond its report.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// `pkg.Class.method(desc)`
    pub method: &'a str,
    /// Private methods are called by reflection.
    pub is_private: bool,
}

/// A test class: where it belongs and what is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestClass {
    pub package: String,
    pub name: String,
    pub source: String,
}

const MARK: &str = "// Written by Proviso.";
const START: &str = "    // proviso test: ";
const END: &str = "    // end of proviso test";

/// The test class with a test for this violation; tests that `existing` already holds are kept.
pub fn junit_test(
    subject: Subject,
    violation: &Violation,
    existing: Option<&str>,
) -> Result<TestClass, String> {
    let (path, descriptor) = subject
        .method
        .split_once('(')
        .ok_or("the method's name has no descriptor")?;
    let (class, method) = path
        .rsplit_once('.')
        .ok_or("the method's name has no class")?;
    let package = class
        .rsplit_once('.')
        .map_or("", |(package, _)| package)
        .to_owned();
    let outer = simple_class(class.split('$').next().unwrap_or(class));
    let name = format!("{outer}ProvisoTest");
    let (parameters, result) = types(descriptor, &package)?;
    let context = Context {
        violation,
        class,
        method,
        package: &package,
        parameters,
        result,
        is_private: subject.is_private,
    };
    let test_name = context.test_name();
    let body = context.body()?;

    let mut tests = match existing {
        Some(text) if !text.contains(MARK) => {
            return Err(format!("{name} exists and was not written by Proviso"));
        }
        Some(text) => kept(text),
        None => BTreeMap::new(),
    };
    tests.insert(test_name, body);
    Ok(TestClass {
        source: source(&package, &name, outer, &tests),
        package,
        name,
    })
}

fn source(package: &str, name: &str, outer: &str, tests: &BTreeMap<String, String>) -> String {
    let mut text = String::new();
    if !package.is_empty() {
        let _ = writeln!(text, "package {package};\n");
    }
    text.push_str("import static org.junit.jupiter.api.Assertions.assertTrue;\n\n");
    text.push_str(
        "import java.lang.reflect.Field;\nimport java.lang.reflect.InvocationTargetException;\n",
    );
    text.push_str("import java.lang.reflect.Method;\nimport org.junit.jupiter.api.Test;\n\n");
    let _ = writeln!(
        text,
        "{MARK} Each test is a counterexample to a contract of {outer}: red until the code or the contract is right."
    );
    let _ = writeln!(text, "class {name} {{");
    for (test, body) in tests {
        let _ = writeln!(text, "{START}{test}\n{body}{END}\n");
    }
    text.push_str(HELPERS);
    text.push_str("}\n");
    text
}

const HELPERS: &str = r#"    /** An object whose constructor did not run. */
    private static <T> T make(Class<T> type) throws ReflectiveOperationException {
        Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        return type.cast(unsafe.getClass().getMethod("allocateInstance", Class.class).invoke(unsafe, type));
    }

    private static void set(Object object, Class<?> type, String name, Object value) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        field.set(object, value);
    }

    private static Object get(Object object, Class<?> type, String name) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        return field.get(object);
    }

    private static Object call(Object object, Class<?> type, String name, Class<?>[] types, Object... arguments) throws Throwable {
        Method method = type.getDeclaredMethod(name, types);
        method.setAccessible(true);
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException wrapped) {
            throw wrapped.getCause();
        }
    }
"#;

/// The tests of a file we wrote earlier, by name.
fn kept(text: &str) -> BTreeMap<String, String> {
    let mut tests = BTreeMap::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once(START) {
        let Some((block, after)) = after.split_once(END) else {
            break;
        };
        if let Some((name, body)) = block.split_once('\n') {
            tests.insert(name.trim().to_owned(), body.to_owned());
        }
        rest = after;
    }
    tests
}

struct Context<'a> {
    violation: &'a Violation,
    class: &'a str,
    method: &'a str,
    package: &'a str,
    parameters: Vec<String>,
    result: String,
    is_private: bool,
}

impl Context<'_> {
    fn test_name(&self) -> String {
        let method = if self.method == "<init>" {
            "constructor"
        } else {
            self.method
        };
        let place = self
            .violation
            .clause
            .as_ref()
            .map_or(&self.violation.at, |clause| &clause.place);
        format!(
            "{method}_{}_line{}",
            self.violation.kind.name().replace('-', "_"),
            place.range.start.line
        )
    }

    fn body(&self) -> Result<String, String> {
        let violation = self.violation;
        let this = violation
            .inputs
            .iter()
            .find(|input| input.name == "this" && self.method != "<init>");
        let arguments: Vec<_> = violation
            .inputs
            .iter()
            .filter(|input| input.name != "this")
            .take(self.parameters.len())
            .collect();
        if arguments.len() != self.parameters.len() {
            return Err("the counterexample does not name every parameter".to_owned());
        }
        if violation
            .inputs
            .iter()
            .filter(|input| input.name != "this")
            .count()
            > arguments.len()
        {
            return Err("the counterexample sets static fields".to_owned());
        }
        let mut lines = self.heap()?;
        let class = java_type(self.class, self.package);
        if let Some(this) = this {
            lines.push(format!("{class} self = {};", self.value(&this.value)?));
        }
        for (argument, type_name) in arguments.iter().zip(&self.parameters) {
            lines.push(format!(
                "{type_name} {} = {};",
                argument.name,
                self.value(&argument.value)?
            ));
        }
        let names: Vec<&str> = arguments
            .iter()
            .map(|argument| argument.name.as_str())
            .collect();
        let returned = if names.contains(&"result") {
            "returned"
        } else {
            "result"
        };
        let returns = self.result != "void";
        let check = self.check(
            &names,
            this.map(|this| &this.value),
            returns.then_some(returned),
        )?;
        if let Some(check) = &check {
            lines.extend(check.setup.iter().cloned());
        }
        lines.push(self.call(&class, this.is_some(), &names, returns.then_some(returned)));
        if let Some(check) = check {
            let clause = violation
                .clause
                .as_ref()
                .map_or("", |clause| clause.text.trim());
            lines.push(format!(
                "assertTrue({}, {});",
                check.condition,
                string_literal(clause)
            ));
        }
        let mut text = format!("    /** {} */\n", violation.message.replace("*/", "* /"));
        let _ = writeln!(
            text,
            "    @Test\n    void {}() throws Throwable {{",
            self.test_name()
        );
        for line in lines {
            let _ = writeln!(text, "        {line}");
        }
        text.push_str("    }\n");
        Ok(text)
    }

    /// `None`: an exception out of the call is what fails the test.
    fn check(
        &self,
        names: &[&str],
        this: Option<&Value>,
        result: Option<&str>,
    ) -> Result<Option<Translated>, String> {
        use ViolationKind::{
            Arithmetic, ArrayStore, Bounds, Cast, Ensures, Invariant, NegativeSize, Null, Uncaught,
        };
        let violation = self.violation;
        match violation.kind {
            Null | Bounds | Cast | Arithmetic | NegativeSize | ArrayStore | Uncaught
                if matches!(violation.outcome, proviso_report::Outcome::Throws { .. }) =>
            {
                Ok(None)
            }
            Ensures | Invariant => {
                let clause = violation
                    .clause
                    .as_ref()
                    .ok_or("the broken clause is not written down")?;
                let parameters: BTreeMap<String, String> = names
                    .iter()
                    .map(|name| (*name).to_owned())
                    .zip(self.parameters.iter().cloned())
                    .collect();
                let mut roots: BTreeMap<String, Value> = violation
                    .inputs
                    .iter()
                    .map(|input| (input.name.clone(), input.value.clone()))
                    .collect();
                match this {
                    Some(this) => roots.insert("this".to_owned(), this.clone()),
                    None => roots.remove("this"),
                };
                let scope = Scope {
                    parameters: &parameters,
                    roots: &roots,
                    heap: &violation.heap_before,
                    package: self.package,
                    result,
                    result_type: &self.result,
                };
                // `public invariant …`: the modifiers are not part of the condition.
                let text = clause.text.trim();
                let text = text
                    .find(violation.kind.name())
                    .map_or(text, |start| &text[start..]);
                translate(text, &scope).map(Some)
            }
            kind => Err(format!(
                "a violation of kind {} has no test yet",
                kind.name()
            )),
        }
    }

    fn call(&self, class: &str, instance: bool, names: &[&str], result: Option<&str>) -> String {
        let arguments = names.join(", ");
        if self.method == "<init>" {
            return format!("{class} self = new {class}({arguments});");
        }
        let call = if self.is_private {
            let types: Vec<String> = self
                .parameters
                .iter()
                .map(|name| format!("{name}.class"))
                .collect();
            let receiver = if instance { "self" } else { "null" };
            let separator = if names.is_empty() { "" } else { ", " };
            let call = format!(
                "call({receiver}, {class}.class, \"{}\", new Class<?>[] {{{}}}{separator}{arguments})",
                self.method,
                types.join(", ")
            );
            if result.is_some() {
                format!("({}) {call}", self.result)
            } else {
                call
            }
        } else {
            format!(
                "{}.{}({arguments})",
                if instance { "self" } else { class },
                self.method
            )
        };
        match result {
            Some(name) => format!("{} {name} = {call};", self.result),
            None => format!("{call};"),
        }
    }

    /// All objects first, then what they hold: there may be cycles.
    fn heap(&self) -> Result<Vec<String>, String> {
        let mut made = Vec::new();
        let mut filled = Vec::new();
        for object in &self.violation.heap_before.objects {
            let name = variable(object);
            let type_name = java_type(&object.class, self.package);
            match &object.kind {
                ObjectKind::Object { fields } => {
                    made.push(format!("{type_name} {name} = make({type_name}.class);"));
                    for field in fields {
                        let declaring = field.declared_in.as_deref().unwrap_or(&object.class);
                        let declaring = java_type(declaring, self.package);
                        let value = self.value(&field.value)?;
                        filled.push(format!(
                            "set({name}, {declaring}.class, \"{}\", {value});",
                            field.name
                        ));
                    }
                }
                ObjectKind::Array { length, elements } => {
                    // The length belongs into the first pair of brackets.
                    let sized = type_name.replacen("[]", &format!("[{length}]"), 1);
                    made.push(format!("{type_name} {name} = new {sized};"));
                    for element in elements {
                        filled.push(format!(
                            "{name}[{}] = {};",
                            element.name,
                            self.value(&element.value)?
                        ));
                    }
                }
                ObjectKind::Atom { .. } => {}
            }
        }
        made.extend(filled);
        Ok(made)
    }

    fn value(&self, value: &Value) -> Result<String, String> {
        Ok(match value {
            Value::Null => "null".to_owned(),
            Value::Boolean(value) => value.to_string(),
            Value::Byte(value) => format!("(byte) {value}"),
            Value::Short(value) => format!("(short) {value}"),
            Value::Char(value) => format!("'\\u{value:04x}'"),
            Value::Int(i32::MIN) => "Integer.MIN_VALUE".to_owned(),
            Value::Int(i32::MAX) => "Integer.MAX_VALUE".to_owned(),
            Value::Int(value) => value.to_string(),
            Value::Long(i64::MIN) => "Long.MIN_VALUE".to_owned(),
            Value::Long(value) => format!("{value}L"),
            Value::Float(value) => format!("Float.intBitsToFloat({:#x})", value.to_bits()),
            Value::Double(value) => format!("Double.longBitsToDouble({:#x}L)", value.to_bits()),
            Value::Other(text) => return Err(format!("the value {text} has no literal")),
            Value::Ref(id) => {
                let object =
                    find(&self.violation.heap_before, *id).ok_or("an object is not described")?;
                match &object.kind {
                    ObjectKind::Atom { text } => atom(&object.class, text, self.package)?,
                    _ => variable(object),
                }
            }
        })
    }
}

fn atom(class: &str, text: &str, package: &str) -> Result<String, String> {
    Ok(match class {
        "java.lang.String" if text.starts_with('"') => text.to_owned(),
        "java.lang.String" => string_literal(text),
        "java.lang.Integer" | "java.lang.Boolean" | "java.lang.Byte" | "java.lang.Short"
        | "java.lang.Long" | "java.lang.Float" | "java.lang.Double" => {
            format!(
                "{}.valueOf(\"{}\")",
                simple_class(class),
                text.trim_end_matches(['L', 'f', 'd'])
            )
        }
        "java.lang.Class" | "java.lang.Character" | "java.lang.Object" => {
            return Err(format!("an object of {class} is not handled"));
        }
        _ => format!("{}.{}", java_type(class, package), simple_class(text)),
    })
}

fn variable(object: &HeapObject) -> String {
    let simple = simple_class(&object.class).replace("[]", "Array");
    let mut chars = simple.chars();
    let first = chars.next().map(|c| c.to_ascii_lowercase()).unwrap_or('o');
    format!("{first}{}{}", chars.as_str(), object.id)
}

/// A class as the test writes it: `p.Outer$Inner` in package `p` is `Outer.Inner`.
pub(crate) fn java_type(class: &str, package: &str) -> String {
    let own = if package.is_empty() {
        None
    } else {
        class
            .strip_prefix(package)
            .and_then(|rest| rest.strip_prefix('.'))
    };
    let class = match own {
        Some(rest) if !rest.contains('.') => rest,
        _ => class
            .strip_prefix("java.lang.")
            .filter(|rest| !rest.contains('.'))
            .unwrap_or(class),
    };
    class.replace('$', ".")
}

fn string_literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            '\n' => literal.push_str("\\n"),
            '\r' => {}
            '\t' => literal.push_str("\\t"),
            c => literal.push(c),
        }
    }
    literal.push('"');
    literal
}

/// Parameter and result types of `I[Lp/C;)V` (the opening bracket is gone), as Java writes them.
fn types(descriptor: &str, package: &str) -> Result<(Vec<String>, String), String> {
    let (inner, result) = descriptor
        .split_once(')')
        .ok_or("the descriptor has no end")?;
    let mut rest = inner;
    let mut parameters = Vec::new();
    while !rest.is_empty() {
        let (name, after) = one_type(rest, package)?;
        parameters.push(name);
        rest = after;
    }
    Ok((parameters, one_type(result, package)?.0))
}

fn one_type<'a>(text: &'a str, package: &str) -> Result<(String, &'a str), String> {
    if let Some(element) = text.strip_prefix('[') {
        let (name, rest) = one_type(element, package)?;
        return Ok((format!("{name}[]"), rest));
    }
    if let Some((class, rest)) = text.strip_prefix('L').and_then(|text| text.split_once(';')) {
        return Ok((java_type(&class.replace('/', "."), package), rest));
    }
    let name = match text.chars().next() {
        Some('Z') => "boolean",
        Some('B') => "byte",
        Some('C') => "char",
        Some('S') => "short",
        Some('I') => "int",
        Some('J') => "long",
        Some('F') => "float",
        Some('D') => "double",
        Some('V') => "void",
        _ => return Err(format!("`{text}` is no descriptor")),
    };
    Ok((name.to_owned(), &text[1..]))
}

#[cfg(test)]
#[path = "junit_test/tests.rs"]
mod tests;
