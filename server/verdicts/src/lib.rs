//! Verdicts that are remembered: what each depends on, as a key, and where reports are kept under such keys.
//!
//! Its business ends there: it runs nothing and gives no verdict. Invariant: two checks with the same key have the same
//! verdict, on every machine, so a kept one can be missing but never stale.

mod cache;
mod dependencies;
mod reach;

pub use cache::{Cache, Key, KeyBuilder, Trace, default_folder as cache_folder};
pub use dependencies::{
    Fingerprints, Ground, Question, is_lasting, key, reached, trace_key, traced_key,
};
pub use reach::{Graph, KeptNodes, Reached};
