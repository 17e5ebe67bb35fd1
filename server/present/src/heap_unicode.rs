//! A heap diagram in box-drawing characters, for terminals and for editors that show no pictures.

use proviso_report::Heap;
use unicode_width::UnicodeWidthChar;

use crate::layout::{Arrow, Box, BoxKind, Diagram, layout, text_width};

/// The diagram, or none when no root reaches an object.
pub fn heap_unicode(heap: &Heap) -> Option<String> {
    let diagram = layout(heap);
    if diagram.boxes.is_empty() {
        return None;
    }
    let mut canvas = Canvas::new(diagram.width, diagram.height);
    for b in &diagram.boxes {
        draw_box(&mut canvas, b);
    }
    for arrow in &diagram.arrows {
        draw_arrow(&mut canvas, &diagram, arrow);
    }
    let mut text = canvas.into_text();
    for note in &diagram.notes {
        text.push_str(note);
        text.push('\n');
    }
    Some(text)
}

/// Cells hold one character each; the cell after a wide character holds none.
struct Canvas {
    width: usize,
    cells: Vec<Option<char>>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Canvas {
        Canvas {
            width,
            cells: vec![Some(' '); width * height],
        }
    }

    fn set(&mut self, x: usize, y: usize, character: char) {
        if x < self.width
            && let Some(cell) = self.cells.get_mut(y * self.width + x)
        {
            *cell = Some(character);
        }
    }

    fn get(&self, x: usize, y: usize) -> char {
        self.cells
            .get(y * self.width + x)
            .copied()
            .flatten()
            .unwrap_or(' ')
    }

    fn write(&mut self, mut x: usize, y: usize, text: &str) {
        for character in text.chars() {
            let width = character.width().unwrap_or(0);
            if width == 0 {
                continue;
            }
            self.set(x, y, character);
            if width == 2
                && let Some(cell) = self.cells.get_mut(y * self.width + x + 1)
            {
                *cell = None;
            }
            x += width;
        }
    }

    fn horizontal(&mut self, from: usize, to: usize, y: usize) {
        for x in from..to {
            if self.get(x, y) == ' ' {
                self.set(x, y, '─');
            }
        }
    }

    fn into_text(self) -> String {
        let mut text = String::new();
        for row in self.cells.chunks(self.width.max(1)) {
            let line: String = row.iter().flatten().collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

fn draw_box(canvas: &mut Canvas, b: &Box) {
    if b.kind == BoxKind::Root {
        canvas.write(b.x, b.y, &b.title);
        return;
    }
    let (left, right, top, bottom) = (b.x, b.x + b.width - 1, b.y, b.y + b.height - 1);
    for x in left..=right {
        canvas.set(x, top, '─');
        canvas.set(x, bottom, '─');
    }
    for y in top..=bottom {
        canvas.set(left, y, '│');
        canvas.set(right, y, '│');
    }
    for (x, y, corner) in [
        (left, top, '┌'),
        (right, top, '┐'),
        (left, bottom, '└'),
        (right, bottom, '┘'),
    ] {
        canvas.set(x, y, corner);
    }
    canvas.write(left + 1, top, &format!(" {} ", b.title));
    for (number, row) in b.rows.iter().enumerate() {
        let mark = if row.changed { " *" } else { "" };
        canvas.write(left + 2, top + 1 + number, &format!("{}{mark}", row.text));
    }
}

fn draw_arrow(canvas: &mut Canvas, diagram: &Diagram, arrow: &Arrow) {
    let (from, to) = (&diagram.boxes[arrow.from], &diagram.boxes[arrow.to]);
    let start = match from.kind {
        BoxKind::Root => from.x + text_width(&from.title) + 1,
        BoxKind::Object => {
            // Lead from the field's name through the frame.
            let row = &from.rows[arrow.from_y - from.y - 1];
            let used = text_width(&row.text) + 2 * usize::from(row.changed);
            canvas.horizontal(from.x + 3 + used, from.x + from.width - 1, arrow.from_y);
            canvas.set(from.x + from.width - 1, arrow.from_y, '├');
            from.x + from.width
        }
    };
    let head = to.x - 1;
    if arrow.from_y == arrow.to_y {
        canvas.horizontal(start, head, arrow.from_y);
    } else {
        let down = arrow.to_y > arrow.from_y;
        canvas.horizontal(start, arrow.lane_x, arrow.from_y);
        canvas.set(arrow.lane_x, arrow.from_y, if down { '┐' } else { '┘' });
        let (upper, lower) = (arrow.from_y.min(arrow.to_y), arrow.from_y.max(arrow.to_y));
        for y in upper + 1..lower {
            canvas.set(arrow.lane_x, y, '│');
        }
        canvas.set(arrow.lane_x, arrow.to_y, if down { '└' } else { '┌' });
        canvas.horizontal(arrow.lane_x + 1, head, arrow.to_y);
    }
    canvas.set(head, arrow.to_y, '►');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::tests::{list, tree};

    fn drawn(heap: &Heap) -> String {
        format!("\n{}", heap_unicode(heap).expect("has objects"))
    }

    #[test]
    fn a_list_is_drawn_as_a_row() {
        assert_eq!(
            drawn(&list()),
            "
                 ┌ Node#1 ───┐    ┌ Node#2 ───┐    ┌ Node#3 ─────┐
this ───────────►│ value = 4 │    │ value = 5 │    │ value = 6   │
                 │ next ─────├───►│ next ─────├───►│ next = null │
                 └───────────┘    └───────────┘    └─────────────┘

last = Node#3
x = 7
"
        );
    }

    #[test]
    fn a_tree_is_drawn_as_a_tree() {
        assert_eq!(
            drawn(&tree()),
            "
     ┌ T#1 ──┐     ┌ T#2 ────────┐     ┌ T#4 ─────────┐
t ──►│ left ─├────►│ left = null │     │ left = null  │
     │ right ├─┐   │ right ──────├────►│ right = null │
     └───────┘ │   └─────────────┘     └──────────────┘
               │
               │   ┌ T#3 ─────────┐
               └──►│ left = T#1   │
                   │ right = null │
                   └──────────────┘
"
        );
    }

    #[test]
    fn a_heap_without_objects_has_no_diagram() {
        assert_eq!(heap_unicode(&Heap::default()), None);
    }
}
