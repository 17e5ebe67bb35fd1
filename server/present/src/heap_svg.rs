//! A heap diagram as SVG. Colours come from CSS variables with a dark variant, so it reads on light and dark pages.

use std::fmt::Write;

use proviso_report::Heap;

use crate::layout::{Box, BoxKind, Diagram, layout};

/// Pixels per character cell: a 13-pixel monospace font is about 7.8 wide.
const CELL_X: f64 = 8.0;
const CELL_Y: f64 = 20.0;
const MARGIN: f64 = 10.0;

const LIGHT: &str = "\
.b{fill:#8881;stroke:#888;stroke-width:1.2}\
.n{fill:#2a91;stroke:#2a9}\
.t{font:600 13px ui-monospace,Menlo,Consolas,monospace;fill:#57606a}\
.r{font:13px ui-monospace,Menlo,Consolas,monospace;fill:#24292f}\
.v{font:italic 600 13px ui-monospace,Menlo,Consolas,monospace;fill:#0969da}\
.c{fill:#d1242f;font-weight:600}\
.a{fill:none;stroke:#57606a;stroke-width:1.4}\
.l{fill:none;stroke:#8250df;stroke-width:1.3;stroke-dasharray:4 3}\
.k{stroke:#d1242f}\
.h{fill:#57606a}.i{fill:#8250df}";

/// Where the page's own scheme is what the reader sees, as in a report.
const DARK: &str = "\
@media (prefers-color-scheme:dark){.t{fill:#9da7b1}.r{fill:#e6edf3}.v{fill:#58a6ff}.c{fill:#ff7b72}\
.a{stroke:#9da7b1}.l{stroke:#bc8cff}.k{stroke:#ff7b72}.h{fill:#9da7b1}.i{fill:#bc8cff}}";

/// The picture, or none when no root reaches an object. Its colours follow the page's scheme.
pub fn heap_svg(heap: &Heap) -> Option<String> {
    draw(heap, &format!("<style>{LIGHT}{DARK}</style>"))
}

/// The picture on a light card of its own: an image in an editor does not know whether the editor is dark.
pub fn heap_svg_card(heap: &Heap) -> Option<String> {
    draw(
        heap,
        &format!("<style>{LIGHT}</style><path fill=\"#f6f8fa\" d=\"M0 0h9999v9999H0z\"/>"),
    )
}

fn draw(heap: &Heap, style: &str) -> Option<String> {
    let diagram = layout(heap);
    if diagram.boxes.is_empty() {
        return None;
    }
    // Links swing below the boxes they join; leave room for them.
    let below = if diagram.links.is_empty() { 0.0 } else { 24.0 };
    let notes_top = MARGIN + diagram.height as f64 * CELL_Y + below;
    let widest_note = diagram
        .notes
        .iter()
        .map(|n| n.chars().count())
        .max()
        .unwrap_or(0);
    let boxes = diagram.width as f64 * CELL_X + room_for_loops(&diagram);
    let width = 2.0 * MARGIN + boxes.max(widest_note as f64 * CELL_X);
    let height = notes_top + diagram.notes.len() as f64 * CELL_Y + MARGIN;

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\"><title>heap</title>{style}\
         <defs><marker id=\"h\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path class=\"h\" d=\"M0 0 8 4 0 8z\"/></marker>\
         <marker id=\"i\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">\
         <path class=\"i\" d=\"M0 0 8 4 0 8z\"/></marker></defs>"
    );
    for b in &diagram.boxes {
        draw_box(&mut svg, b);
    }
    draw_arrows(&mut svg, &diagram);
    draw_links(&mut svg, &diagram);
    for (number, note) in diagram.notes.iter().enumerate() {
        let y = notes_top + (number as f64 + 0.7) * CELL_Y;
        text(&mut svg, "v", MARGIN, y, note);
    }
    svg.push_str("</svg>");
    Some(svg)
}

fn px(cell_x: usize) -> f64 {
    MARGIN + cell_x as f64 * CELL_X
}

fn py(cell_y: usize) -> f64 {
    MARGIN + cell_y as f64 * CELL_Y
}

/// The middle of a row of cells.
fn mid(cell_y: usize) -> f64 {
    py(cell_y) + CELL_Y / 2.0
}

fn text(svg: &mut String, class: &str, x: f64, y: f64, content: &str) {
    // Writing to a String cannot fail.
    let _ = write!(
        svg,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
        escape(content)
    );
}

fn draw_box(svg: &mut String, b: &Box) {
    let (x, y) = (px(b.x), py(b.y));
    if b.kind == BoxKind::Root {
        text(svg, "v", x, y + 0.7 * CELL_Y, &b.title);
        return;
    }
    let (w, h) = (b.width as f64 * CELL_X, (b.height as f64 - 0.5) * CELL_Y);
    let class = if b.fresh { "b n" } else { "b" };
    let _ = write!(
        svg,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{w:.1}\" height=\"{h:.1}\" rx=\"5\"/>\
         <path class=\"b\" d=\"M{x:.1} {line:.1}h{w:.1}\"/>",
        line = y + CELL_Y
    );
    text(svg, "t", x + CELL_X, y + 0.72 * CELL_Y, &b.title);
    for (number, row) in b.rows.iter().enumerate() {
        let class = if row.changed { "r c" } else { "r" };
        text(
            svg,
            class,
            x + CELL_X,
            py(b.y + 1 + number) + 0.72 * CELL_Y,
            &row.text,
        );
    }
}

fn draw_arrows(svg: &mut String, diagram: &Diagram) {
    for arrow in &diagram.arrows {
        let (from, to) = (&diagram.boxes[arrow.from], &diagram.boxes[arrow.to]);
        let start_x = match from.kind {
            BoxKind::Root => px(from.x + from.width) + 4.0,
            BoxKind::Object => px(from.x + from.width) - 6.0,
        };
        let (start_y, end_x, end_y) = (mid(arrow.from_y), px(to.x), mid(arrow.to_y));
        let bend = (end_x - start_x) / 2.0;
        let changed = if arrow.changed { " k" } else { "" };
        let _ = write!(
            svg,
            "<path class=\"a{changed}\" marker-end=\"url(#h)\" d=\"M{start_x:.1} {start_y:.1}C{:.1} {start_y:.1} {:.1} {end_y:.1} {end_x:.1} {end_y:.1}\"/>",
            start_x + bend,
            end_x - bend,
        );
    }
}

/// Room right of the last column for links that loop there.
const LOOP: f64 = 18.0;
const NEXT_LOOP: f64 = 7.0;

/// A link must not run through boxes, so it depends on where its target is: in the next column it enters from the left,
/// in the same column from the right, and anywhere else it swings below.
fn draw_links(svg: &mut String, diagram: &Diagram) {
    let mut loops = 0;
    for link in &diagram.links {
        let (from, to) = (&diagram.boxes[link.from], &diagram.boxes[link.to]);
        let (start_x, start_y) = (px(from.x + from.width), mid(link.from_y));
        let title_y = mid(to.y);
        let curve = if to.column == from.column {
            let right = start_x.max(px(to.x + to.width)) + loop_room(loops);
            loops += 1;
            let end_x = px(to.x + to.width);
            format!("C{right:.1} {start_y:.1} {right:.1} {title_y:.1} {end_x:.1} {title_y:.1}")
        } else if to.column == from.column + 1 {
            let end_x = px(to.x);
            let bend = (end_x - start_x) / 2.0;
            format!(
                "C{:.1} {start_y:.1} {:.1} {title_y:.1} {end_x:.1} {title_y:.1}",
                start_x + bend,
                end_x - bend
            )
        } else {
            let end_x = px(to.x) + to.width as f64 * CELL_X / 2.0;
            let end_y = py(to.y) + (to.height as f64 - 0.5) * CELL_Y;
            let low = py(from.y + from.height).max(end_y) + 22.0;
            format!(
                "C{:.1} {low:.1} {end_x:.1} {low:.1} {end_x:.1} {end_y:.1}",
                start_x + 22.0
            )
        };
        let changed = if link.changed { " k" } else { "" };
        let _ = write!(
            svg,
            "<path class=\"l{changed}\" marker-end=\"url(#i)\" d=\"M{start_x:.1} {start_y:.1}{curve}\"/>"
        );
    }
}

/// How far the control points of the n-th loop stand off, so that loops do not lie on each other.
fn loop_room(number: usize) -> f64 {
    1.6 * (LOOP + NEXT_LOOP * number as f64)
}

/// What loops need beyond the right edge of the boxes.
fn room_for_loops(diagram: &Diagram) -> f64 {
    let column = |index: usize| diagram.boxes[index].column;
    let loops = diagram
        .links
        .iter()
        .filter(|link| column(link.from) == column(link.to))
        .count();
    if loops == 0 {
        0.0
    } else {
        loop_room(loops - 1)
    }
}

/// Text in XML, without the control characters XML 1.0 forbids.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(character),
            control if control.is_control() || matches!(control, '\u{fffe}' | '\u{ffff}') => {
                escaped.push('\u{fffd}')
            }
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::tests::{list, root, tree};
    use proviso_report::Value;

    #[test]
    fn every_object_and_reference_is_in_the_picture() {
        let svg = heap_svg(&tree()).expect("has objects");
        assert_eq!(svg.matches("<rect").count(), 4);
        assert_eq!(svg.matches("class=\"a\"").count(), 4);
        assert_eq!(svg.matches("class=\"l\"").count(), 1);
        assert_eq!(svg.matches("<text").count(), 1 + 4 * 3);
    }

    #[test]
    fn a_link_to_the_same_column_does_not_run_through_boxes() {
        let svg = heap_svg(&crate::layout::tests::siblings()).expect("has objects");
        let link = svg.split("<path class=\"l\"").nth(1).expect("a link");
        let numbers: Vec<f64> = link
            .split(['"', 'M', 'C', ' '])
            .filter_map(|word| word.parse().ok())
            .collect();
        let [start_x, _, bend_1, _, bend_2, _, end_x, _] = numbers[..8] else {
            panic!("{link}")
        };
        assert!(
            bend_1 > start_x && bend_2 > end_x,
            "it loops on the right: {link}"
        );
    }

    #[test]
    fn text_from_the_program_cannot_break_the_picture() {
        let mut heap = list();
        heap.roots
            .push(root("s", Value::Other("<script>\u{0}".to_owned())));
        let svg = heap_svg(&heap).expect("has objects");
        assert!(svg.contains("&lt;script&gt;\u{fffd}"));
    }

    #[test]
    fn an_image_is_readable_on_any_background() {
        let card = heap_svg_card(&tree()).expect("has objects");
        assert!(!card.contains("prefers-color-scheme"), "{card}");
        assert!(card.contains("#f6f8fa"), "{card}");
    }

    #[test]
    fn the_same_heap_gives_the_same_picture() {
        assert_eq!(heap_svg(&tree()), heap_svg(&tree()));
    }
}
