//! The one door to Z3.
