//! Tests for the user's project, from witnesses and from paths that keep their contract.
//!
//! Its business is everything between a report and a test that somebody keeps: which paths are worth one (`cover`), what a
//! test can reach of the classes (`shapes`), the calls that lead to a state (`calls`, `tame`), the source text (`junit`),
//! the forms a test may take (`drafts`), and trying each out before it is offered (`bench`, `measure`). It gives no
//! verdict. Invariant: what it offers was compiled and run, and does what it promises.

mod bench;
mod calls;
mod cover;
pub mod drafts;
pub mod junit;
mod measure;
mod shapes;
mod tame;

pub use bench::{Bench, Forms};
pub use drafts::Draft;
pub use measure::{PROBE_SOURCE, Probes};
pub use shapes::shapes_for;
pub use tame::tame_methods;

use proviso_checker::Select;

/// As few paths as cover every branch, and every way to end, that some path covers.
pub const COVER: Select = Select::Cover(cover::smallest);
