//! Hash-consed terms, their simplifier, intervals and evaluation under a model.
