//! What an editor can ask: one file per question, each a function of an immutable [`Snapshot`] (or of one tree in it) to
//! plain data.
//!
//! Its business is what the answer says and which bytes of which file it is about. Not its business: the protocol, its
//! positions and names; when things are checked; running anything. Invariants: no function here blocks, reads a file or
//! changes the snapshot; places are byte spans of the text that the snapshot holds.

pub mod act;
pub mod actions;
pub mod around;
pub mod completion;
pub mod counterexample;
pub mod diagnostics;
pub mod explain;
pub mod format;
pub mod hover;
pub mod inlay;
mod jml_table;
pub mod jml_words;
pub mod lens;
pub mod names;
pub mod references;
pub mod remedies;
pub mod rename;
pub mod signature;
mod snapshot;
pub mod symbols;
mod text;
pub mod tokens;

pub use act::{Act, Edit};
pub use snapshot::{Document, FileState, MethodState, Progress, Snapshot, Tally};
pub use text::{Lined, Text};
