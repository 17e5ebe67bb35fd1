//! One method in, one verdict out.
