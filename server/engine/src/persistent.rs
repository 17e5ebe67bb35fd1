//! A vector that is cheap to clone: states share their chunks until one of them writes.

use std::rc::Rc;

const CHUNK: usize = 32;

/// Chunks behind `Rc`; a write copies one chunk (and the list of chunks) if it is shared.
#[derive(Debug)]
pub struct SharedVec<T> {
    chunks: Rc<Vec<Rc<Vec<T>>>>,
    len: usize,
}

impl<T> Clone for SharedVec<T> {
    fn clone(&self) -> Self {
        SharedVec {
            chunks: self.chunks.clone(),
            len: self.len,
        }
    }
}

impl<T> Default for SharedVec<T> {
    fn default() -> Self {
        SharedVec {
            chunks: Rc::new(Vec::new()),
            len: 0,
        }
    }
}

impl<T: Clone> SharedVec<T> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks.get(index / CHUNK)?.get(index % CHUNK)
    }

    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        if index >= self.len {
            return None;
        }
        let chunks = Rc::make_mut(&mut self.chunks);
        Rc::make_mut(&mut chunks[index / CHUNK]).get_mut(index % CHUNK)
    }

    pub fn push(&mut self, value: T) {
        let chunks = Rc::make_mut(&mut self.chunks);
        match chunks.last_mut() {
            Some(last) if last.len() < CHUNK => Rc::make_mut(last).push(value),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(value);
                chunks.push(Rc::new(chunk));
            }
        }
        self.len += 1;
    }

    pub fn last(&self) -> Option<&T> {
        self.len.checked_sub(1).and_then(|i| self.get(i))
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flat_map(|c| c.iter())
    }
}

impl<T> std::ops::Index<usize> for SharedVec<T> {
    type Output = T;
    fn index(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_to_a_clone_leaves_the_original_alone() {
        let mut a = SharedVec::default();
        (0..100).for_each(|i| a.push(i));
        let mut b = a.clone();
        *b.get_mut(40).unwrap() = 7;
        b.push(100);
        assert_eq!((a[40], a.len()), (40, 100));
        assert_eq!((b[40], b.len(), b[100]), (7, 101, 100));
        assert!(a.get(100).is_none() && b.get_mut(101).is_none());
    }
}
