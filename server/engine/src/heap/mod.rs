//! The heap: objects, the lazy initialisation of unknown ones, and access to fields and arrays.

pub mod arrays;
pub mod choice;
pub mod fields;
pub mod generics;
pub mod ids;
pub mod lazier;
pub mod lazier_sharp;
pub mod lazy;
pub mod library;
mod made;
pub mod materialise;
pub mod object;
pub mod order;
pub mod pose;
pub mod resolve;
mod signature;
pub mod strategy;
mod summary;
