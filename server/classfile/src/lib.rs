//! Bytes to classes.
