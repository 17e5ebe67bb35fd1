//! The `proviso` program.

fn main() {}
