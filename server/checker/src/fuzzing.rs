//! Doors for the fuzzer (`examples/fuzz_files.rs`) to readers of outside bytes that nobody else enters by themselves.

use std::path::Path;

use proviso_report::{Bounds, MethodReport, Range};

use crate::cache::{Cache, KeyBuilder};

/// Opens the cache in a folder, whatever lies there, reads from it and writes to it.
pub fn use_cache(folder: &Path) {
    let cache = Cache::open(folder);
    for number in 0..8u8 {
        let mut key = KeyBuilder::default();
        key.add(&[number]);
        let key = key.finish();
        let known = cache.get(&key);
        // An entry that was changed is not believed.
        assert!(known.is_none_or(|report| report == report_of(number)));
        cache.put(key, &report_of(number));
    }
    let _ = cache.trouble();
}

fn report_of(number: u8) -> MethodReport {
    let id = format!("p.C.m{number}()V");
    MethodReport::undecided(&id, "C.java", Range::of_bytes("", 0, 0), Bounds::default())
}
