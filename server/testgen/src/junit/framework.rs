//! What differs between JUnit 5, JUnit 4 and TestNG: annotations, imports, and the order of an assertion's arguments.

use std::collections::BTreeSet;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Framework {
    #[default]
    Junit5,
    Junit4,
    Testng,
}

/// Something a test asserts; operands are Java expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Assertion {
    /// The text says what is promised.
    True {
        condition: String,
        text: Option<String>,
    },
    False(String),
    Equals {
        expected: String,
        actual: String,
        floating: bool,
    },
    ArrayEquals {
        expected: String,
        actual: String,
        floating: bool,
    },
    Same {
        expected: String,
        actual: String,
    },
    Null(String),
    NotNull(String),
    Throws {
        class: String,
        call: String,
    },
    /// Only JUnit 5 has a name for it; a call alone asserts as much.
    DoesNotThrow(String),
}

/// A line of a test's body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statement {
    Plain(String),
    Assert(Assertion),
    /// Several assertions that are all looked at, even if one fails.
    All(Vec<Assertion>),
}

impl Framework {
    fn assertions(self) -> &'static str {
        match self {
            Framework::Junit5 => "org.junit.jupiter.api.Assertions",
            Framework::Junit4 => "org.junit.Assert",
            Framework::Testng => "org.testng.Assert",
        }
    }

    pub fn test_import(self) -> &'static str {
        match self {
            Framework::Junit5 => "org.junit.jupiter.api.Test",
            Framework::Junit4 => "org.junit.Test",
            Framework::Testng => "org.testng.annotations.Test",
        }
    }

    /// JUnit 4 and TestNG only look at public classes and methods.
    pub fn visibility(self) -> &'static str {
        match self {
            Framework::Junit5 => "",
            Framework::Junit4 | Framework::Testng => "public ",
        }
    }

    /// `millis`: a test that must end within this time.
    pub fn annotation(self, millis: Option<u32>) -> String {
        match (self, millis) {
            (Framework::Junit4, Some(millis)) => format!("@Test(timeout = {millis})"),
            (Framework::Testng, Some(millis)) => format!("@Test(timeOut = {millis})"),
            _ => "@Test".to_owned(),
        }
    }

    /// The statement's lines, without indentation; what they need is added to `imports`.
    pub fn render(self, statement: &Statement, imports: &mut BTreeSet<String>) -> Vec<String> {
        match statement {
            Statement::Plain(line) => vec![line.clone()],
            Statement::Assert(assertion) => {
                vec![format!("{};", self.assertion(assertion, imports))]
            }
            Statement::All(all) if all.len() == 1 || self != Framework::Junit5 => all
                .iter()
                .map(|assertion| format!("{};", self.assertion(assertion, imports)))
                .collect(),
            Statement::All(all) => {
                self.import("assertAll", imports);
                let mut lines = vec!["assertAll(".to_owned()];
                for (index, assertion) in all.iter().enumerate() {
                    let end = if index + 1 == all.len() { ");" } else { "," };
                    let text = self.assertion(assertion, imports);
                    lines.push(format!("    () -> {text}{end}"));
                }
                lines
            }
        }
    }

    pub fn import(self, name: &str, imports: &mut BTreeSet<String>) {
        imports.insert(format!("static {}.{name}", self.assertions()));
    }

    fn assertion(self, assertion: &Assertion, imports: &mut BTreeSet<String>) -> String {
        if let Assertion::DoesNotThrow(call) = assertion
            && self != Framework::Junit5
        {
            return call.clone();
        }
        let testng = self == Framework::Testng;
        let ordered = |expected: &str, actual: &str| {
            if testng {
                format!("{actual}, {expected}")
            } else {
                format!("{expected}, {actual}")
            }
        };
        // Only JUnit 5 compares floats by their bits.
        let exact = |floating: bool, delta: &str| match (floating, self) {
            (false, _) | (true, Framework::Junit5) => String::new(),
            (true, _) => format!(", {delta}"),
        };
        let (name, text) = match assertion {
            Assertion::True { condition, text } => (
                "assertTrue",
                match text {
                    None => condition.clone(),
                    Some(text) if self == Framework::Junit4 => format!("\"{text}\", {condition}"),
                    Some(text) => format!("{condition}, \"{text}\""),
                },
            ),
            Assertion::False(condition) => ("assertFalse", condition.clone()),
            Assertion::Equals {
                expected,
                actual,
                floating,
            } => {
                let delta = exact(*floating, "0");
                (
                    "assertEquals",
                    format!("{}{delta}", ordered(expected, actual)),
                )
            }
            Assertion::ArrayEquals {
                expected,
                actual,
                floating,
            } => {
                let name = if testng {
                    "assertEquals"
                } else {
                    "assertArrayEquals"
                };
                let delta = exact(*floating, "0");
                (name, format!("{}{delta}", ordered(expected, actual)))
            }
            Assertion::Same { expected, actual } => ("assertSame", ordered(expected, actual)),
            Assertion::Null(actual) => ("assertNull", actual.clone()),
            Assertion::NotNull(actual) => ("assertNotNull", actual.clone()),
            Assertion::Throws { class, call } => {
                ("assertThrows", format!("{class}.class, () -> {call}"))
            }
            Assertion::DoesNotThrow(call) => ("assertDoesNotThrow", format!("() -> {call}")),
        };
        self.import(name, imports);
        format!("{name}({text})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_framework_has_its_own_order_of_arguments() {
        let equals = Assertion::Equals {
            expected: "1".to_owned(),
            actual: "x".to_owned(),
            floating: false,
        };
        let promise = Assertion::True {
            condition: "x > 0".to_owned(),
            text: Some("why".to_owned()),
        };
        let said = |framework: Framework| {
            let mut imports = BTreeSet::new();
            let all = Statement::All(vec![equals.clone(), promise.clone()]);
            framework.render(&all, &mut imports).join("\n")
        };
        assert_eq!(
            said(Framework::Junit5),
            "assertAll(\n    () -> assertEquals(1, x),\n    () -> assertTrue(x > 0, \"why\"));"
        );
        assert_eq!(
            said(Framework::Junit4),
            "assertEquals(1, x);\nassertTrue(\"why\", x > 0);"
        );
        assert_eq!(
            said(Framework::Testng),
            "assertEquals(x, 1);\nassertTrue(x > 0, \"why\");"
        );
    }
}
