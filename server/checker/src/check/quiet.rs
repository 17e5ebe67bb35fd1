//! Legacy code: what weighs less because nobody asked for it. A method without any contract breaks none by an exception; what
//! breaks only JML's default that references are non-null is said after everything else.

use proviso_classfile::{Insn, java_name};
use proviso_contracts::{ClauseKind, MethodContract};
use proviso_engine::hooks::ViolationKind as Found;
use proviso_project::Check;
use proviso_report::{MethodReport, Severity};

use super::watch::Key;
use super::{Context, Run, kind};

/// What the findings of one method are weighed by.
pub struct Scales {
    /// Only what is certain counts.
    lenient: bool,
    /// Every call ends by an exception.
    certain: bool,
}

impl Scales {
    /// `report` has the cuts and what was not decided.
    pub fn new(
        context: &Context,
        contract: &MethodContract,
        run: &Run,
        report: &MethodReport,
    ) -> Scales {
        let lenient = context.options.check == Check::Contracts && !contract.is_specified;
        let complete = report.cuts.is_empty()
            && report.unknowns.is_empty()
            && run.summary.restrictions.is_empty()
            && run.summary.stats.paths > 0;
        Scales {
            lenient,
            certain: lenient && complete && never_returns(context, contract, run),
        }
    }

    pub fn severity(&self, context: &Context, key: &Key, found: &Found) -> Severity {
        let usual = kind::severity(key.kind, context.options.arithmetic);
        if !self.lenient || is_written(context, key, found) {
            return usual;
        }
        // What the code throws on purpose is its business.
        let implicit = matches!(
            found,
            Found::Thrown { implicit: true, .. } | Found::Uncaught { implicit: true, .. }
        );
        if self.certain && implicit {
            usual
        } else {
            Severity::Information
        }
    }
}

fn never_returns(context: &Context, contract: &MethodContract, run: &Run) -> bool {
    let Some((code, Some(covered))) = super::assemble::own_code(context, contract, run) else {
        return false;
    };
    let mut returns = code.insns.iter().zip(&covered.instructions);
    returns.all(|(insn, ran)| !(*ran && matches!(insn, Insn::Return(_))))
}

/// Whether somebody wrote what is broken.
fn is_written(context: &Context, key: &Key, found: &Found) -> bool {
    let table = &context.unit.table;
    if *found == Found::RequiresAtCall {
        return called(context, key).is_some_and(|called| called.is_specified);
    }
    let clause = key.clause.and_then(|id| table.clause(id));
    clause.is_some_and(|clause| !clause.is_default)
}

fn called<'c>(context: &'c Context, key: &Key) -> Option<&'c MethodContract> {
    let mut methods = context.unit.table.methods.iter();
    methods.find(|method| {
        let entry = method.requires.as_ref();
        entry.is_some_and(|entry| Some(entry.clause.0) == key.clause)
    })
}

/// Whether only the default is broken that what is not `nullable` is non-null, where nobody says anything.
pub fn is_implied(context: &Context, key: &Key, found: &Found) -> bool {
    let unit = context.unit;
    match found {
        Found::NullWrite { class, field } => !says_nullness(context, class, field),
        // What is not specified requires nothing but that.
        Found::RequiresAtCall => called(context, key).is_some_and(|called| !called.is_specified),
        Found::Check => {
            let clause = key.clause.and_then(|id| unit.table.clause(id));
            clause.is_some_and(|clause| {
                let source = unit.files.get(clause.file);
                clause.kind == ClauseKind::NonNull
                    && clause.is_default
                    && source.is_some_and(|file| !says_nullness_at(&file.tree, clause.span))
            })
        }
        _ => false,
    }
}

fn says_nullness(context: &Context, class: &str, field: &str) -> bool {
    let unit = context.unit;
    let Some(file) = unit.file_of(class) else {
        return false;
    };
    let simple = java_name(class);
    let simple = simple.rsplit('.').next().unwrap_or(&simple);
    let types = unit.files[file].tree.all_types().into_iter();
    let mut fields = types
        .filter(|ty| ty.name.text == simple)
        .flat_map(|ty| ty.fields());
    fields.any(|declared| {
        declared.name.text == field
            && (declared.modifiers.nullness().is_some() || declared.ty.nullness.is_some())
    })
}

/// The declaration that a default clause stands for: a result or a field.
fn says_nullness_at(
    tree: &proviso_syntax::ast::SourceFile,
    span: proviso_syntax::ast::Span,
) -> bool {
    tree.all_types().into_iter().any(|ty| {
        let of_fields = ty.fields().any(|field| {
            field.name.span == span
                && (field.modifiers.nullness().is_some() || field.ty.nullness.is_some())
        });
        let of_methods = ty.methods().any(|method| {
            let result = method.result.as_ref();
            result.is_some_and(|result| {
                result.span == span
                    && (result.nullness.is_some() || method.modifiers.nullness().is_some())
            })
        });
        of_fields || of_methods
    })
}
