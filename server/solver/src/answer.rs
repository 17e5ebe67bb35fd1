//! What goes in and comes out of the solver: limits, answers, statistics.

use proviso_terms::Model;
use std::rc::Rc;
use std::time::Duration;

/// Limits of one Z3 query.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time of one query.
    pub query_time: Duration,
    /// Z3's own deterministic resource count of one query; 0 is no limit.
    pub resources: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            query_time: Duration::from_secs(2),
            resources: 0,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Answer {
    /// The model gives every symbol of the question a value (others default to 0).
    Sat(Rc<Model>),
    Unsat,
    /// The reason, for people.
    Unknown(String),
}

impl Answer {
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }
}

/// How many questions were asked and which layer answered.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Stats {
    pub queries: u64,
    pub by_constant: u64,
    pub by_facts: u64,
    pub by_path_model: u64,
    pub by_repair: u64,
    pub by_recent_model: u64,
    pub by_cache: u64,
    /// What the question implies contradicts the path.
    pub by_propagation: u64,
    pub z3_calls: u64,
    pub unknowns: u64,
    /// Time inside Z3, translation included.
    pub z3_micros: u64,
}

impl Stats {
    /// Questions that needed no Z3 because an earlier answer or model was used again.
    pub fn cache_hits(&self) -> u64 {
        self.by_path_model + self.by_repair + self.by_recent_model + self.by_cache
    }
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Stats) {
        self.queries += other.queries;
        self.by_constant += other.by_constant;
        self.by_facts += other.by_facts;
        self.by_path_model += other.by_path_model;
        self.by_repair += other.by_repair;
        self.by_recent_model += other.by_recent_model;
        self.by_cache += other.by_cache;
        self.by_propagation += other.by_propagation;
        self.z3_calls += other.z3_calls;
        self.unknowns += other.unknowns;
        self.z3_micros += other.z3_micros;
    }
}
