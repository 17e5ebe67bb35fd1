//! What the end-to-end tests share: running the built program, and reading the expectations that the
//! Java subjects carry as comments. The tests themselves are in `tests/tests/`.

pub mod expect;
pub mod jdk_sources;
pub mod mutate;
pub mod mutation;
pub mod oracle;
pub mod pages;
pub mod papers;
pub mod program;
