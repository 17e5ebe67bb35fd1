//! `Character` of characters that are not known: what its tables say, as conditions over ranges. The JDK's own code forks
//! over every entry of its tables. Which characters are letters depends on the JDK; one without a table here runs its code.

use super::*;
use crate::value::Value;
use proviso_terms::{Term, Terms};

const CHARACTER: &str = "java/lang/Character";
/// What `Character` asks about the first 256, and `String` asks directly.
const LATIN1: &str = "java/lang/CharacterDataLatin1";
const EXACT: &str =
    "exact with the tables of JDK 17 and 25, without a fork; other releases run their own code";

macro_rules! table {
    ($(($class:expr, $name:literal, $descriptor:literal, $run:expr)),* $(,)?) => {
        &[$(entry($class, $name, $descriptor, $run, EXACT)),*]
    };
}

pub(super) const TABLE: &[Entry] = table![
    (CHARACTER, "isAlphabetic", "(I)Z", holds),
    (CHARACTER, "isDigit", "(I)Z", holds),
    (CHARACTER, "isISOControl", "(I)Z", holds),
    (CHARACTER, "isIdentifierIgnorable", "(I)Z", holds),
    (CHARACTER, "isIdeographic", "(I)Z", holds),
    (CHARACTER, "isJavaIdentifierPart", "(I)Z", holds),
    (CHARACTER, "isJavaIdentifierStart", "(I)Z", holds),
    (CHARACTER, "isLetter", "(I)Z", holds),
    (CHARACTER, "isLetterOrDigit", "(I)Z", holds),
    (CHARACTER, "isLowerCase", "(I)Z", holds),
    (CHARACTER, "isMirrored", "(I)Z", holds),
    (CHARACTER, "isSpaceChar", "(I)Z", holds),
    (CHARACTER, "isTitleCase", "(I)Z", holds),
    (CHARACTER, "isUnicodeIdentifierPart", "(I)Z", holds),
    (CHARACTER, "isUnicodeIdentifierStart", "(I)Z", holds),
    (CHARACTER, "isUpperCase", "(I)Z", holds),
    (CHARACTER, "isWhitespace", "(I)Z", holds),
    (CHARACTER, "toLowerCase", "(I)I", image),
    (CHARACTER, "toTitleCase", "(I)I", image),
    (CHARACTER, "toUpperCase", "(I)I", image),
    (CHARACTER, "digit", "(II)I", digit),
    (LATIN1, "isDigit", "(I)Z", holds),
    (LATIN1, "isLowerCase", "(I)Z", holds),
    (LATIN1, "isUpperCase", "(I)Z", holds),
    (LATIN1, "isWhitespace", "(I)Z", holds),
    (LATIN1, "toLowerCase", "(I)I", image),
    (LATIN1, "toUpperCase", "(I)I", image),
    (LATIN1, "digit", "(II)I", digit),
];

/// Neighbouring code points that are treated alike.
struct Run {
    first: i32,
    last: i32,
    /// Every second one only.
    alternating: bool,
    /// What is added to them.
    shift: i32,
}

type Runs = HashMap<&'static str, Vec<Run>>;

static UNICODE_13: LazyLock<Runs> =
    LazyLock::new(|| read(include_str!("characters/unicode13.txt")));
static UNICODE_16: LazyLock<Runs> =
    LazyLock::new(|| read(include_str!("characters/unicode16.txt")));

/// The text that `tests/java/Characters.java` prints on the JDKs of a release, if there is one here.
pub fn character_table(release: u32) -> Option<&'static str> {
    match release {
        17 => Some(include_str!("characters/unicode13.txt")),
        25 => Some(include_str!("characters/unicode16.txt")),
        _ => None,
    }
}

fn runs(release: u32) -> Option<&'static Runs> {
    match release {
        17 => Some(&UNICODE_13),
        25 => Some(&UNICODE_16),
        _ => None,
    }
}

fn read(text: &'static str) -> Runs {
    let mut table = Runs::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        table.insert(name, words.filter_map(run).collect());
    }
    table
}

/// `FIRST[-LAST[/2]][:SHIFT]`, code points in hexadecimal.
fn run(word: &str) -> Option<Run> {
    let (points, shift) = word.split_once(':').unwrap_or((word, "0"));
    let (points, alternating) = match points.strip_suffix("/2") {
        Some(points) => (points, true),
        None => (points, false),
    };
    let (first, last) = points.split_once('-').unwrap_or((points, points));
    Some(Run {
        first: i32::from_str_radix(first, 16).ok()?,
        last: i32::from_str_radix(last, 16).ok()?,
        alternating,
        shift: shift.parse().ok()?,
    })
}

/// The character a method is asked about, and the runs of its table that it can be in.
fn asked(m: &mut Machine, st: &State, method: &Method) -> R<Option<(Term, Vec<&'static Run>)>> {
    let latin1 = &*method.class_name == LATIN1;
    let character = term_arg(st, method, usize::from(latin1))?;
    let release = m.classes.path().jdk_release().unwrap_or(0);
    let table = runs(release).and_then(|runs| runs.get(&*method.name));
    let (Some(table), Some(range)) = (table, m.terms.range(character)) else {
        return Ok(None);
    };
    // Beyond its table that class does something else.
    if latin1 && (range.min < 0 || range.max > 0xff) {
        return Ok(None);
    }
    let near = |run: &&Run| range.min <= run.last.into() && range.max >= run.first.into();
    Ok(Some((character, table.iter().filter(near).collect())))
}

fn within(terms: &mut Terms, character: Term, run: &Run) -> Term {
    let (first, last) = (terms.int(run.first), terms.int(run.last));
    let above = terms.sle(first, character);
    let below = terms.sle(character, last);
    let mut all = vec![above, below];
    if run.alternating {
        let odd = terms.bv_const(1, i128::from(run.first & 1));
        let lowest = terms.extract(character, 0, 0);
        all.push(terms.eq(lowest, odd));
    }
    terms.and(&all)
}

/// Whether the character is in one of the runs, which are sorted; a decision tree where they are many.
fn member(terms: &mut Terms, character: Term, runs: &[&Run]) -> Term {
    if runs.len() <= 8 {
        let all: Vec<Term> = runs
            .iter()
            .map(|run| within(terms, character, run))
            .collect();
        return terms.or(&all);
    }
    let (low, high) = runs.split_at(runs.len() / 2);
    let middle = terms.int(high[0].first);
    let is_low = terms.slt(character, middle);
    let (low, high) = (
        member(terms, character, low),
        member(terms, character, high),
    );
    terms.ite(is_low, low, high)
}

/// What is to be added to the character.
fn shift(terms: &mut Terms, character: Term, runs: &[&Run]) -> Term {
    let mut shift = terms.int(0);
    for run in runs.iter().rev() {
        let (here, by) = (within(terms, character, run), terms.int(run.shift));
        shift = terms.ite(here, by, shift);
    }
    shift
}

/// The table is that of the largest radix.
fn digit_of(terms: &mut Terms, character: Term, radix: Term, runs: &[&Run]) -> Term {
    let none = terms.int(-1);
    let mut value = none;
    for run in runs.iter().rev() {
        let (here, by) = (within(terms, character, run), terms.int(run.shift));
        let is = terms.bv_add(character, by);
        value = terms.ite(here, is, value);
    }
    let (least, most) = (terms.int(2), terms.int(36));
    let wide = terms.sle(least, radix);
    let narrow = terms.sle(radix, most);
    let below = terms.slt(value, radix);
    let counts = terms.and(&[wide, narrow, below]);
    terms.ite(counts, value, none)
}

fn holds(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let Some((character, runs)) = asked(m, st, method)? else {
        return run_bytecode(m, st, method);
    };
    let holds = member(&mut m.terms, character, &runs);
    let result = m.terms.bool_to_bv(holds, 32);
    finish(m, st, method, Some(Value::Int(result)))
}

fn image(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let Some((character, runs)) = asked(m, st, method)? else {
        return run_bytecode(m, st, method);
    };
    let shift = shift(&mut m.terms, character, &runs);
    let result = m.terms.bv_add(character, shift);
    finish(m, st, method, Some(Value::Int(result)))
}

fn digit(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let Some((character, runs)) = asked(m, st, method)? else {
        return run_bytecode(m, st, method);
    };
    let radix = term_arg(st, method, method.argument_count() - 1)?;
    let result = digit_of(&mut m.terms, character, radix, &runs);
    finish(m, st, method, Some(Value::Int(result)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_terms::{Const, Model, Sort};

    /// The table of the text, code point by code point.
    fn told(runs: &[Run], point: i32) -> Option<i32> {
        let inside = |run: &&Run| {
            run.first <= point
                && point <= run.last
                && (!run.alternating || (point - run.first) % 2 == 0)
        };
        runs.iter().find(inside).map(|run| run.shift)
    }

    /// Where the answer may change, and what is no code point at all.
    fn edges(runs: &[Run]) -> Vec<i32> {
        let mut all = vec![i32::MIN, -1, 0, 0x10_ffff, 0x11_0000, i32::MAX];
        for run in runs {
            all.extend(run.first - 2..=run.first + 2);
            all.extend(run.last - 2..=run.last + 2);
        }
        all
    }

    fn value(terms: &mut Terms, term: Term, symbol: Term, point: i32) -> Option<i32> {
        let mut model = Model::new();
        let point = terms.int(point);
        model.set(symbol, terms.as_const(point).expect("a constant").clone());
        match terms.eval(term, &model) {
            Const::Bv(value) => value.signed().and_then(|v| i32::try_from(v).ok()),
            _ => None,
        }
    }

    #[test]
    fn terms_say_what_the_tables_say() {
        for table in [&*UNICODE_13, &*UNICODE_16] {
            assert_eq!(table.len(), 21);
            for (name, runs) in table {
                let mut terms = Terms::new();
                let c = terms.symbol("c", Sort::Bv(32));
                let all: Vec<&Run> = runs.iter().collect();
                let term = if name.starts_with("is") {
                    let holds = member(&mut terms, c, &all);
                    terms.bool_to_bv(holds, 32)
                } else if *name == "digit" {
                    let radix = terms.int(36);
                    digit_of(&mut terms, c, radix, &all)
                } else {
                    let shift = shift(&mut terms, c, &all);
                    terms.bv_add(c, shift)
                };
                for point in edges(runs) {
                    let told = told(runs, point);
                    let expected = if name.starts_with("is") {
                        i32::from(told.is_some())
                    } else if *name == "digit" {
                        told.map_or(-1, |shift| point + shift)
                    } else {
                        point.wrapping_add(told.unwrap_or(0))
                    };
                    assert_eq!(
                        value(&mut terms, term, c, point),
                        Some(expected),
                        "{name}({point:#x})"
                    );
                }
            }
        }
    }
}
