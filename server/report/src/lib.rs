//! The result of a check as plain data with a stable JSON form.
