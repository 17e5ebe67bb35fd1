//! The source texts that excerpts are cut from; the caller hands them in, by the file names a report uses.

use std::collections::HashMap;

#[derive(Debug, Clone, Default)]
pub struct Sources {
    texts: HashMap<String, String>,
}

impl Sources {
    pub fn add(&mut self, file: &str, text: String) {
        self.texts.insert(file.to_owned(), text);
    }

    pub fn text(&self, file: &str) -> Option<&str> {
        self.texts.get(file).map(String::as_str)
    }

    /// A line by its number from 1.
    pub fn line(&self, file: &str, line: u32) -> Option<&str> {
        let index = usize::try_from(line).ok()?.checked_sub(1)?;
        self.text(file)?.lines().nth(index)
    }
}
