//! Byte offsets to tree-sitter points.

use tree_sitter::Point;

#[derive(Clone, Debug)]
pub(crate) struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    pub fn new(text: &str) -> Lines {
        let mut starts = vec![0];
        starts.extend(
            text.bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n')
                .map(|(at, _)| at + 1),
        );
        Lines { starts }
    }

    pub fn point(&self, offset: usize) -> Point {
        let row = self
            .starts
            .partition_point(|start| *start <= offset)
            .saturating_sub(1);
        Point::new(row, offset - self.starts[row])
    }
}
