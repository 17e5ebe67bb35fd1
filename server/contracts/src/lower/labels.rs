//! Labels that JML in a body refers to: `\old(e, L)` is e in the state where L stands, locals included.

use super::Lowerer;
use super::scope::{LabelState, Var};
use super::uses::uses;
use super::weave::{Place, expressions};
use crate::index::comment_start;
use crate::out::Fragment;
use proviso_syntax::ast::{Span, StatementKind};

const JML: &str = "proviso.runtime.Jml";

/// A label of a body, of Java or of JML.
struct LabelPlace {
    name: String,
    /// Where its state is taken.
    at: usize,
    /// Where it can be referred to, from `at` on.
    block: Span,
}

impl<'a> Lowerer<'a> {
    /// In the order of the text. A Java label that is no statement of a block has no place for its state.
    fn label_places(&self, place: Place<'a>) -> Vec<LabelPlace> {
        let source = self.source(place.ty);
        let java = place.body.labels.iter().filter_map(|label| {
            Some(LabelPlace {
                name: label.name.text.clone(),
                at: label.span.start,
                block: label.block?,
            })
        });
        let jml = place.body.statements.iter().filter_map(|statement| {
            let StatementKind::Label(name) = &statement.kind else {
                return None;
            };
            Some(LabelPlace {
                name: name.text.clone(),
                at: comment_start(source, statement.span),
                block: statement.block,
            })
        });
        let mut all: Vec<LabelPlace> = java.chain(jml).collect();
        all.sort_by_key(|label| label.at);
        all
    }

    /// The labels JML at a place can refer to, the nearest last.
    pub fn labels_at(&self, place: Place<'a>, at: usize) -> Vec<LabelState> {
        let places = self.label_places(place);
        let visible = places
            .iter()
            .enumerate()
            .filter(|(_, label)| label.at < at && label.block.contains(at));
        visible
            .map(|(number, label)| {
                let state = format!("proviso$at{number}");
                let locals = self.locals_at(place, label.at).into_iter();
                let vars = locals.map(|local| Var {
                    java: Fragment::glue(format!("{state}${}", local.name)),
                    name: local.name,
                    ty: local.ty,
                    is_constant: true,
                    is_local: true,
                });
                LabelState {
                    name: label.name.clone(),
                    vars: vars.collect(),
                    state,
                }
            })
            .collect()
    }

    /// Takes the states of the labels that are referred to, with the locals that are asked for.
    pub fn label_states(&mut self, place: Place<'a>) {
        let file = self.index.of(place.ty).file;
        let places = self.label_places(place);
        for (number, label) in places.iter().enumerate() {
            let mut used = false;
            let mut wanted: Vec<String> = Vec::new();
            for (at, e) in expressions(place.body) {
                if at <= label.at || !label.block.contains(at) {
                    continue;
                }
                for (name, mentioned) in uses(e).labels {
                    // Another label of that name may be nearer.
                    let nearest = self
                        .labels_at(place, at)
                        .into_iter()
                        .rfind(|l| l.name == name);
                    if nearest.is_some_and(|l| l.state == format!("proviso$at{number}")) {
                        used = true;
                        wanted.extend(mentioned);
                    }
                }
            }
            if !used {
                continue;
            }
            let mut out = Fragment::glue(format!("final int proviso$at{number} = {JML}.mark(); "));
            for local in self.locals_at(place, label.at) {
                if wanted.contains(&local.name) {
                    let java = local.java.as_deref().unwrap_or("var");
                    let name = &local.name;
                    out.push(&format!(
                        "final {java} proviso$at{number}${name} = {name}; "
                    ));
                }
            }
            self.edits[file].insert_ranked(label.at, -5, out);
        }
    }
}
