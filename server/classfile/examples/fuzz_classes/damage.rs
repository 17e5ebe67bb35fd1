//! Faults put into class files, and a reader that looks at everything in them.

use proviso_classfile::ClassFile;

/// A small xorshift: the same seed, the same faults.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

/// Some bytes are different.
pub fn damaged(good: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bad = good.to_vec();
    for _ in 0..=random.below(8) {
        let at = random.below(bad.len());
        bad[at] = match random.below(3) {
            0 => 0xFF,
            1 => 0,
            _ => random.below(256) as u8,
        };
    }
    bad
}

pub fn touch_everything(bytes: Vec<u8>) {
    if let Ok(class) = ClassFile::parse(bytes) {
        for method in &class.methods {
            let _ = method.code();
        }
        for i in 0..class.bootstrap_count() {
            let _ = class.bootstrap_method(i as u16);
        }
    }
}
