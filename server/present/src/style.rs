//! Colours for a terminal, or none.

/// Whether and how pieces of text are coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    Plain,
    Ansi,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    Bad,
    Good,
    Unsure,
    Strong,
    Faint,
}

impl Style {
    pub fn paint(self, paint: Paint, text: &str) -> String {
        let code = match (self, paint) {
            (Style::Plain, _) => return text.to_owned(),
            (Style::Ansi, Paint::Bad) => "1;31",
            (Style::Ansi, Paint::Good) => "32",
            (Style::Ansi, Paint::Unsure) => "33",
            (Style::Ansi, Paint::Strong) => "1",
            (Style::Ansi, Paint::Faint) => "2",
        };
        format!("\u{1b}[{code}m{text}\u{1b}[0m")
    }
}
