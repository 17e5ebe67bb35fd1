//! Copying and comparing arrays: `System.arraycopy`, and the vector helpers of `java.util`.

use super::*;
use crate::classes::{ClassId, ClassKind};
use crate::heap::object::Cells;
use crate::value::{Ref, Value};
use proviso_terms::Term;

const SUPPORT: &str = "jdk/internal/util/ArraysSupport";

pub(super) const TABLE: &[Entry] = &[
    entry(
        "java/lang/System",
        "arraycopy",
        "(Ljava/lang/Object;ILjava/lang/Object;II)V",
        array_copy,
        "exact",
    ),
    entry("java/util/Arrays", "copyOf", "([BI)[B", copy_of, "exact"),
    entry("java/util/Arrays", "copyOf", "([CI)[C", copy_of, "exact"),
    entry("java/util/Arrays", "copyOf", "([II)[I", copy_of, "exact"),
    entry(
        "java/util/Arrays",
        "copyOfRange",
        "([BII)[B",
        copy_of_range,
        "exact",
    ),
    entry("java/util/Arrays", "equals", "([B[B)Z", equals, "exact"),
    entry(
        SUPPORT,
        "mismatch",
        "([B[BI)I",
        mismatch,
        "exact for known lengths",
    ),
    entry(
        SUPPORT,
        "mismatch",
        "([C[CI)I",
        mismatch,
        "exact for known lengths",
    ),
    entry(
        SUPPORT,
        "mismatch",
        "([I[II)I",
        mismatch,
        "exact for known lengths",
    ),
    entry(
        SUPPORT,
        "vectorizedMismatch",
        "*",
        no_vectors,
        "leaves all elements to the plain loop",
    ),
];

/// `0 <= from`, `0 <= count`, `from + count <= length`: without overflow, as lengths are not negative.
fn inside(m: &mut Machine, from: Term, count: Term, length: Term) -> Term {
    let zero = m.terms.int(0);
    let (a, b) = (m.terms.sle(zero, from), m.terms.sle(zero, count));
    let c = m.terms.sle(from, length);
    let room = m.terms.bv_sub(length, from);
    let d = m.terms.sle(count, room);
    m.terms.and(&[a, b, c, d])
}

fn array_copy(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let source = non_null_arg(m, st, method, 0)?;
    let target = non_null_arg(m, st, method, 2)?;
    let (from, to, count) = (
        term_arg(st, method, 1)?,
        term_arg(st, method, 3)?,
        term_arg(st, method, 4)?,
    );
    let (source_class, target_class) = (
        st.object(source).types.bound(&m.classes),
        st.object(target).types.bound(&m.classes),
    );
    let elements = (
        m.classes.element(source_class),
        m.classes.element(target_class),
    );
    let (Some(source_element), Some(target_element)) = elements else {
        return m.throw_new(st, "java/lang/ArrayStoreException", None);
    };
    let primitive = is_primitive(m, source_element);
    if (primitive || is_primitive(m, target_element)) && source_element != target_element {
        return m.throw_new(st, "java/lang/ArrayStoreException", None);
    }
    let (source_length, target_length) = (m.array_length(st, source)?, m.array_length(st, target)?);
    let a = inside(m, from, count, source_length);
    let b = inside(m, to, count, target_length);
    let fits = m.terms.and(&[a, b]);
    if !m.branch(st, fits)? {
        return m.throw_new(st, "java/lang/ArrayIndexOutOfBoundsException", None);
    }
    let count = m.concrete_length(st, count)? as i32;
    let values = read_range(m, st, source, from, count)?;
    // What the target cannot hold stops the copy half way (JLS: elements before it are copied).
    let checked = !primitive && !m.classes.is_subtype(source_element, target_element);
    let mut fitting = values.len();
    if checked {
        for (i, value) in values.iter().enumerate() {
            let Value::Ref(r) = *value else { continue };
            if !m.is_null(st, r)? && !m.is_instance(st, r, target_element)? {
                fitting = i;
                break;
            }
        }
    }
    write_range(m, st, target, to, &values[..fitting])?;
    if fitting < values.len() {
        return m.throw_new(st, "java/lang/ArrayStoreException", None);
    }
    finish(m, st, method, None)
}

fn is_primitive(m: &Machine, class: ClassId) -> bool {
    matches!(m.classes.get(class).kind, ClassKind::Primitive(_))
}

/// The values at `from..from + count`, which are inside.
pub(super) fn read_range(
    m: &mut Machine,
    st: &mut State,
    array: ObjectId,
    from: Term,
    count: i32,
) -> R<Vec<Value>> {
    if let (Some(from), Some(Cells::Dense(cells)), None) = (
        m.terms.as_int(from),
        st.object(array).array().map(|a| &a.cells),
        st.top().past,
    ) && let Some(range) = cells.get(from as usize..(from + count) as usize)
    {
        return Ok(range.to_vec());
    }
    let indices: Vec<Term> = (0..count)
        .map(|i| {
            let i = m.terms.int(i);
            m.terms.bv_add(from, i)
        })
        .collect();
    indices
        .into_iter()
        .map(|i| m.read_cell(st, array, i))
        .collect()
}

/// Writes at `to..`, which is inside. The indices are decided before the first write.
fn write_range(
    m: &mut Machine,
    st: &mut State,
    array: ObjectId,
    to: Term,
    values: &[Value],
) -> R<()> {
    if let Some(to) = m.terms.as_int(to)
        && let Some(a) = st.object_mut(array).array_mut()
        && let Cells::Dense(cells) = &mut a.cells
        && let Some(range) = cells.get_mut(to as usize..to as usize + values.len())
    {
        range.copy_from_slice(values);
        return Ok(());
    }
    let indices: Vec<Term> = (0..values.len() as i32)
        .map(|i| {
            let i = m.terms.int(i);
            m.terms.bv_add(to, i)
        })
        .collect();
    // Reading first makes every decision about where the cells are, so that no write happens before a fork.
    for &i in &indices {
        m.read_cell(st, array, i)?;
    }
    for (&i, &value) in indices.iter().zip(values) {
        m.write_cell(st, array, i, value)?;
    }
    Ok(())
}

fn copy_of(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let Ref::Object(source) = ref_arg(st, method, 0)? else {
        return run_bytecode(m, st, method);
    };
    let length = m.terms.as_int(term_arg(st, method, 1)?);
    copy(m, st, method, source, Some(0), length)
}

fn copy_of_range(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let Ref::Object(source) = ref_arg(st, method, 0)? else {
        return run_bytecode(m, st, method);
    };
    let (from, to) = (
        m.terms.as_int(term_arg(st, method, 1)?),
        m.terms.as_int(term_arg(st, method, 2)?),
    );
    let length = from.zip(to).and_then(|(from, to)| to.checked_sub(from));
    copy(m, st, method, source, from, length)
}

/// The plain case at once; everything that throws or is unknown goes the JDK's way.
fn copy(
    m: &mut Machine,
    st: &mut State,
    method: &Rc<Method>,
    source: ObjectId,
    from: Option<i32>,
    length: Option<i32>,
) -> R<()> {
    let cells = match (st.object(source).array().map(|a| &a.cells), st.top().past) {
        (Some(Cells::Dense(cells)), None) => cells,
        _ => return run_bytecode(m, st, method),
    };
    let (Some(from), Some(length)) = (from, length) else {
        return run_bytecode(m, st, method);
    };
    if from < 0 || length < 0 || from as usize > cells.len() || length > 1 << 20 {
        return run_bytecode(m, st, method);
    }
    let end = (from as usize + length as usize).min(cells.len());
    let mut copied = cells[from as usize..end].to_vec();
    let zero = Value::Int(m.terms.int(0));
    copied.resize(length as usize, zero);
    let class = st.object(source).types.bound(&m.classes);
    let array = m.allocate_array(st, class, copied);
    finish_ref(m, st, method, array)
}

/// Both arrays as plain vectors of numbers.
fn both_dense(m: &Machine, st: &State, method: &Rc<Method>) -> Option<(Vec<Term>, Vec<Term>)> {
    let cells = |i| {
        let Ref::Object(array) = ref_arg(st, method, i).ok()? else {
            return None;
        };
        match &st.object(array).array()?.cells {
            Cells::Dense(cells) => cells
                .iter()
                .map(|c| c.term())
                .collect::<Option<Vec<Term>>>(),
            Cells::Seen(_) => None,
        }
    };
    if st.top().past.is_some() || m.options.bounds.steps == 0 {
        return None;
    }
    Some((cells(0)?, cells(1)?))
}

fn equals(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let Some((a, b)) = both_dense(m, st, method) else {
        return run_bytecode(m, st, method);
    };
    if a.len() != b.len() {
        return finish_bool(m, st, method, false);
    }
    let conditions: Vec<Term> = a.iter().zip(&b).map(|(&x, &y)| m.terms.eq(x, y)).collect();
    let same = m.terms.and(&conditions);
    finish_condition(m, st, method, same)
}

/// The first index below a length at which two arrays differ, or -1; forks where that is unknown.
fn mismatch(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let length = m.terms.as_int(term_arg(st, method, 2)?);
    let (Some((a, b)), Some(length)) = (both_dense(m, st, method), length) else {
        return run_bytecode(m, st, method);
    };
    let (a, b) = (a.into_iter().take(length.max(0) as usize), b.into_iter());
    for (i, (x, y)) in a.zip(b).enumerate() {
        let same = m.terms.eq(x, y);
        if !m.branch(st, same)? {
            return finish_int(m, st, method, i as i32);
        }
    }
    finish_int(m, st, method, -1)
}

/// "Nothing was compared": the complement of the number of elements that remain.
fn no_vectors(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let length = int_arg(m, st, method, 4)?;
    finish_int(m, st, method, !length)
}
