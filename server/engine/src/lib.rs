//! The symbolic JVM.
