//! Text to trees: Java and JML.
