//! JML meaning: which clauses govern a method, and their lowering to Java.
