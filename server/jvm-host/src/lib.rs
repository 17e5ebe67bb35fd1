//! The warm JVM side-car: in-memory javac, replay, test runs.
