//! Where the boxes of a heap diagram go, in character cells; both renderers use it.
//!
//! Roots stand on the left and references lead to the right. The first way a depth-first walk reaches an object
//! decides its place, so a list is a row and a tree is a tree; every other reference is a *link*, drawn differently.
//! Heaps are small and the same heap must always look the same: a walk in field order is both simpler and steadier
//! than a general layered layout.

use std::collections::HashMap;

use proviso_report::{Change, Heap, HeapObject, ObjectKind, Value};
use unicode_width::UnicodeWidthStr;

use crate::value::{array_default, object_name, simple_class, value_text};

/// More boxes than this help nobody; the rest is counted.
const MOST_BOXES: usize = 60;
const MOST_INLINE_ELEMENTS: usize = 16;
/// Blank columns between two boxes, before the lanes of bent arrows.
const GUTTER: usize = 4;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Diagram {
    pub boxes: Vec<Box>,
    pub arrows: Vec<Arrow>,
    pub links: Vec<Link>,
    /// Roots that point to nothing that has a box: `x = null`.
    pub notes: Vec<String>,
    pub width: usize,
    pub height: usize,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Box {
    pub kind: BoxKind,
    pub title: String,
    pub rows: Vec<Row>,
    pub fresh: bool,
    pub column: usize,
    pub x: usize,
    pub y: usize,
    /// Including the frame.
    pub width: usize,
    pub height: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxKind {
    /// The name of a variable, without a frame.
    Root,
    Object,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    pub text: String,
    pub changed: bool,
}

/// A reference that places its target: from a row of one box to the left side of a box in the next column.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrow {
    pub from: usize,
    pub from_y: usize,
    pub to: usize,
    pub to_y: usize,
    /// Where a bent arrow turns.
    pub lane_x: usize,
    pub changed: bool,
}

/// Any other reference between boxes, named in the row's text.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    pub from: usize,
    pub from_y: usize,
    pub to: usize,
    pub changed: bool,
}

struct PendingRow {
    label: String,
    text: String,
    changed: bool,
    target: Option<u32>,
}

pub fn text_width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Lays out the part of the heap that the roots reach.
pub fn layout(heap: &Heap) -> Diagram {
    let objects: HashMap<u32, &HeapObject> = heap
        .objects
        .iter()
        .filter(|object| !matches!(object.kind, ObjectKind::Atom { .. }))
        .map(|object| (object.id, object))
        .collect();
    let mut walk = Walk {
        heap,
        objects,
        diagram: Diagram::default(),
        placed: HashMap::new(),
        left_out: 0,
    };
    walk.roots();
    let mut diagram = walk.diagram;
    if walk.left_out > 0 {
        diagram
            .notes
            .push(format!("… and {} more references", walk.left_out));
    }
    place_columns(&mut diagram);
    diagram
}

struct Walk<'a> {
    heap: &'a Heap,
    objects: HashMap<u32, &'a HeapObject>,
    diagram: Diagram,
    /// Object id → index of its box.
    placed: HashMap<u32, usize>,
    left_out: usize,
}

impl Walk<'_> {
    fn roots(&mut self) {
        // Names of the same object share one label, so aliases are seen at once.
        let mut groups: Vec<(u32, Vec<&str>)> = Vec::new();
        for root in &self.heap.roots {
            match root.value {
                Value::Ref(id) if self.objects.contains_key(&id) => {
                    match groups.iter_mut().find(|(target, _)| *target == id) {
                        Some((_, names)) => names.push(&root.name),
                        None => groups.push((id, vec![&root.name])),
                    }
                }
                _ => self.diagram.notes.push(format!(
                    "{} = {}",
                    root.name,
                    value_text(&root.value, self.heap)
                )),
            }
        }
        let mut y = 0;
        for (target, names) in groups {
            let label = names.join(", ");
            if let Some(&to) = self.placed.get(&target) {
                // The label stands alone; a link leads from it to the box.
                let object = self.objects[&target];
                let label = format!("{label} = {}", object_name(object));
                let root = self.push_root(&label, y);
                self.diagram.links.push(Link {
                    from: root,
                    from_y: y,
                    to,
                    changed: false,
                });
                y += 2;
                continue;
            }
            if self.diagram.boxes.len() >= MOST_BOXES {
                self.left_out += 1;
                continue;
            }
            // The label sits beside the first row below the title, where the arrow enters.
            let root = self.push_root(&label, y + 1);
            let bottom = self.place(target, 1, y, root, y + 1, false);
            y = bottom + 1;
        }
    }

    fn push_root(&mut self, label: &str, y: usize) -> usize {
        self.diagram.boxes.push(Box {
            kind: BoxKind::Root,
            title: label.to_owned(),
            rows: Vec::new(),
            fresh: false,
            column: 0,
            x: 0,
            y,
            width: text_width(label),
            height: 1,
        });
        self.diagram.boxes.len() - 1
    }

    /// Puts the object's box with its top at `top`, and what it reaches right of it; says where the block ends.
    fn place(
        &mut self,
        id: u32,
        column: usize,
        top: usize,
        from: usize,
        from_y: usize,
        changed: bool,
    ) -> usize {
        let object = self.objects[&id];
        let pending = self.rows_of(object);
        let index = self.diagram.boxes.len();
        self.placed.insert(id, index);
        let title = if object.fresh {
            format!("{} (new)", object_name(object))
        } else {
            object_name(object)
        };
        let height = pending.len() + 2;
        self.diagram.boxes.push(Box {
            kind: BoxKind::Object,
            title,
            rows: Vec::new(),
            fresh: object.fresh,
            column,
            x: 0,
            y: top,
            width: 0,
            height,
        });
        // Enter where the source is if the box is there: rows of a list are joined by straight arrows.
        let lowest = top + height.saturating_sub(2).max(1);
        self.diagram.arrows.push(Arrow {
            from,
            from_y,
            to: index,
            to_y: from_y.clamp(top + 1, lowest),
            lane_x: 0,
            changed,
        });

        let mut next_top = top;
        let mut rows = Vec::new();
        for (number, row) in pending.into_iter().enumerate() {
            let row_y = top + 1 + number;
            let mut text = row.text;
            if let Some(target) = row.target {
                if let Some(&to) = self.placed.get(&target) {
                    self.diagram.links.push(Link {
                        from: index,
                        from_y: row_y,
                        to,
                        changed: row.changed,
                    });
                } else if self.diagram.boxes.len() >= MOST_BOXES {
                    self.left_out += 1;
                } else {
                    text = row.label;
                    let bottom =
                        self.place(target, column + 1, next_top, index, row_y, row.changed);
                    next_top = bottom + 1;
                }
            }
            rows.push(Row {
                text,
                changed: row.changed,
            });
        }
        let widest = rows
            .iter()
            .map(|row| text_width(&row.text) + 2 * usize::from(row.changed))
            .chain([text_width(&self.diagram.boxes[index].title) + 1])
            .max()
            .unwrap_or(0);
        let this = &mut self.diagram.boxes[index];
        this.rows = rows;
        this.width = widest + 4;
        (top + height).max(next_top.saturating_sub(1))
    }

    fn rows_of(&self, object: &HeapObject) -> Vec<PendingRow> {
        match &object.kind {
            // An empty map, or a class without fields.
            ObjectKind::Object { fields } if fields.is_empty() => vec![PendingRow {
                label: String::new(),
                text: "{}".to_owned(),
                changed: false,
                target: None,
            }],
            ObjectKind::Object { fields } => fields
                .iter()
                .map(|field| {
                    let label = match &field.declared_in {
                        Some(class) => format!("{}.{}", simple_class(class), field.name),
                        None => field.name.clone(),
                    };
                    self.row(label, &field.value, field.change)
                })
                .collect(),
            ObjectKind::Array { length, elements } => {
                let has_boxes = elements
                    .iter()
                    .any(|element| self.box_of(&element.value).is_some());
                let length = usize::try_from(*length).unwrap_or(0);
                if !has_boxes && length <= MOST_INLINE_ELEMENTS {
                    return vec![self.inline_elements(object, length)];
                }
                elements
                    .iter()
                    .map(|element| {
                        self.row(
                            format!("[{}]", element.name),
                            &element.value,
                            element.change,
                        )
                    })
                    .collect()
            }
            ObjectKind::Atom { .. } => Vec::new(),
        }
    }

    /// `{1, 0, 3}`: arrays without references to boxes fit in one row.
    fn inline_elements(&self, object: &HeapObject, length: usize) -> PendingRow {
        let mut texts = vec![array_default(&object.class).to_owned(); length];
        let mut changed = false;
        if let ObjectKind::Array { elements, .. } = &object.kind {
            for element in elements {
                let slot = element
                    .name
                    .parse::<usize>()
                    .ok()
                    .and_then(|index| texts.get_mut(index));
                if let Some(slot) = slot {
                    *slot = value_text(&element.value, self.heap);
                    changed |= element.change == Change::Changed;
                }
            }
        }
        PendingRow {
            label: String::new(),
            text: format!("{{{}}}", texts.join(", ")),
            changed,
            target: None,
        }
    }

    fn row(&self, label: String, value: &Value, change: Change) -> PendingRow {
        PendingRow {
            text: format!("{label} = {}", value_text(value, self.heap)),
            label,
            changed: change == Change::Changed,
            target: self.box_of(value),
        }
    }

    fn box_of(&self, value: &Value) -> Option<u32> {
        match value {
            Value::Ref(id) if self.objects.contains_key(id) => Some(*id),
            _ => None,
        }
    }
}

/// Gives every column its place and every bent arrow a lane of its own in the gutter before its target.
fn place_columns(diagram: &mut Diagram) {
    let columns = diagram
        .boxes
        .iter()
        .map(|b| b.column + 1)
        .max()
        .unwrap_or(0);
    let mut x = 0;
    for column in 0..columns {
        let lanes = assign_lanes(diagram, column, x);
        let left = if column == 0 { 0 } else { x + GUTTER + lanes };
        let mut right = left;
        for b in diagram.boxes.iter_mut().filter(|b| b.column == column) {
            b.x = left;
            right = right.max(left + b.width);
        }
        x = right;
    }
    diagram.width = x;
    diagram.height = diagram
        .boxes
        .iter()
        .map(|b| b.y + b.height)
        .max()
        .unwrap_or(0);
}

/// Arrows keep the order of their sources, so lanes can be dealt such that no two cross: of those that go down the lower
/// turns first, of those that go up the upper turns first.
fn assign_lanes(diagram: &mut Diagram, column: usize, gutter_x: usize) -> usize {
    let mut bent: Vec<usize> = (0..diagram.arrows.len())
        .filter(|&i| {
            let arrow = &diagram.arrows[i];
            diagram.boxes[arrow.to].column == column && arrow.from_y != arrow.to_y
        })
        .collect();
    bent.sort_by_key(|&i| {
        let arrow = &diagram.arrows[i];
        let (from, to) = (arrow.from_y as isize, arrow.to_y as isize);
        if to > from { (1, -from) } else { (0, from) }
    });
    for (lane, &i) in bent.iter().enumerate() {
        diagram.arrows[i].lane_x = gutter_x + 1 + lane;
    }
    bent.len()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proviso_report::{Field, Root};

    pub fn object(id: u32, class: &str, fields: &[(&str, Value)]) -> HeapObject {
        HeapObject {
            id,
            class: class.to_owned(),
            kind: ObjectKind::Object {
                fields: fields
                    .iter()
                    .map(|(name, value)| Field {
                        name: (*name).to_owned(),
                        declared_in: None,
                        value: value.clone(),
                        change: Change::None,
                        untouched: false,
                    })
                    .collect(),
            },
            fresh: false,
        }
    }

    pub fn root(name: &str, value: Value) -> Root {
        Root {
            name: name.to_owned(),
            value,
        }
    }

    /// An object that holds two others, the second of which refers to the first.
    pub fn siblings() -> Heap {
        Heap {
            roots: vec![root("p", Value::Ref(1))],
            objects: vec![
                object(1, "Pair", &[("a", Value::Ref(2)), ("b", Value::Ref(3))]),
                object(2, "Node", &[("next", Value::Null)]),
                object(3, "Node", &[("next", Value::Ref(2))]),
            ],
            ..Heap::default()
        }
    }

    /// `this` → 1 → 2 → 3, and `last` points to 3.
    pub fn list() -> Heap {
        Heap {
            roots: vec![
                root("this", Value::Ref(1)),
                root("last", Value::Ref(3)),
                root("x", Value::Int(7)),
            ],
            objects: vec![
                object(
                    1,
                    "p.Node",
                    &[("value", Value::Int(4)), ("next", Value::Ref(2))],
                ),
                object(
                    2,
                    "p.Node",
                    &[("value", Value::Int(5)), ("next", Value::Ref(3))],
                ),
                object(
                    3,
                    "p.Node",
                    &[("value", Value::Int(6)), ("next", Value::Null)],
                ),
            ],
            ..Heap::default()
        }
    }

    pub fn tree() -> Heap {
        Heap {
            roots: vec![root("t", Value::Ref(1))],
            objects: vec![
                object(1, "T", &[("left", Value::Ref(2)), ("right", Value::Ref(3))]),
                object(2, "T", &[("left", Value::Null), ("right", Value::Ref(4))]),
                object(3, "T", &[("left", Value::Ref(1)), ("right", Value::Null)]),
                object(4, "T", &[("left", Value::Null), ("right", Value::Null)]),
            ],
            ..Heap::default()
        }
    }

    fn box_named<'a>(diagram: &'a Diagram, title: &str) -> &'a Box {
        diagram
            .boxes
            .iter()
            .find(|b| b.title == title)
            .unwrap_or_else(|| panic!("no box {title}"))
    }

    #[test]
    fn a_list_is_a_row_joined_by_straight_arrows() {
        let diagram = layout(&list());
        let tops: Vec<usize> = ["Node#1", "Node#2", "Node#3"]
            .iter()
            .map(|title| box_named(&diagram, title).y)
            .collect();
        assert_eq!(tops, [0, 0, 0]);
        assert!(
            diagram
                .arrows
                .iter()
                .all(|arrow| arrow.from_y == arrow.to_y)
        );
        assert_eq!(diagram.notes, ["x = 7"]);
    }

    #[test]
    fn a_tree_has_its_children_below_each_other_in_the_next_column() {
        let diagram = layout(&tree());
        let (left, right) = (box_named(&diagram, "T#2"), box_named(&diagram, "T#3"));
        assert_eq!((left.column, right.column), (2, 2));
        assert!(left.y + left.height <= right.y);
        assert_eq!(diagram.links.len(), 1, "the cycle back to the root");
    }

    #[test]
    fn no_two_boxes_overlap() {
        for heap in [list(), tree()] {
            let diagram = layout(&heap);
            for (i, a) in diagram.boxes.iter().enumerate() {
                for b in &diagram.boxes[i + 1..] {
                    let apart = a.x + a.width <= b.x
                        || b.x + b.width <= a.x
                        || a.y + a.height <= b.y
                        || b.y + b.height <= a.y;
                    assert!(apart, "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_huge_heap_is_shown_in_part_and_says_so() {
        let objects = (0..500)
            .map(|id| object(id, "N", &[("next", Value::Ref(id + 1))]))
            .collect();
        let heap = Heap {
            roots: vec![root("this", Value::Ref(0))],
            objects,
            ..Heap::default()
        };
        let diagram = layout(&heap);
        assert!(diagram.boxes.len() <= MOST_BOXES);
        assert_eq!(diagram.notes, ["… and 1 more references"]);
    }
}
