//! Results for people: sentences, source excerpts, heap diagrams, and the forms other tools read.
//!
//! Its business is form: it turns the plain data of `proviso-report` into text, Markdown, SVG, HTML, SARIF,
//! JUnit-XML, GitHub annotations and test sources, one module per form. It never computes a verdict, reads no
//! file by itself (source text is handed in) and knows neither LSP nor bytecode. The same data always gives the same text.

pub mod course;
pub mod github;
pub mod heap_svg;
pub mod heap_unicode;
pub mod html;
pub mod junit_xml;
pub mod layout;
pub mod markdown;
pub mod sarif;
pub mod sentence;
pub mod sources;
pub mod style;
pub mod text;
pub mod value;

pub use sources::Sources;
