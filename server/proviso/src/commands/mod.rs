//! One module per command; each returns an exit code or one line that says what is wrong.

pub mod baseline;
pub mod bench;
pub mod check;
pub mod doctor;
pub mod generate_tests;
pub mod part;
mod progress;
pub mod report;
pub mod run;

/// Why a command could not do its work: one line for the user.
#[derive(Debug)]
pub struct Failure(pub String);

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Failure(error.to_string())
    }
}
