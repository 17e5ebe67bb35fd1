//! For people: text, heap diagrams, test sources, reports.
