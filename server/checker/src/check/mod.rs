//! Checks one method: runs the engine on its driver, replays what it finds, and writes the report.

pub mod assemble;
pub mod candidate;
pub mod cases;
pub mod close;
pub mod coverage;
mod explore;
mod explored;
mod judge;
pub mod kind;
mod library;
mod pinpoint;
mod places;
mod quiet;
pub mod values;
pub mod verdict;
pub mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use proviso_classfile::{ClassPath, FieldType, MethodDescriptor};
use proviso_contracts::{Driver, MethodContract};
use proviso_engine::heap::strategy::Strategy as Engine;
use proviso_engine::split::Helpers;
use proviso_engine::{Machine, MethodName, RunSummary};
use proviso_jvm_host::Host;
use proviso_project::{Calls, Loops, Options, Strategy, World};
use proviso_report::{Bounds, MethodReport, PathCases, Range, Reason, Severity, Unknown, Verdict};

use crate::Cancel;
use crate::prepare::unit::{Toolchain, Unit};
use cases::{Collected, Select};
use explore::Explorer;
use watch::{Finds, Key, Subject};

/// A method of a unit that can be checked, with what the class files know of it.
#[derive(Debug, Clone)]
pub struct Target {
    /// Index into the unit's contract table.
    pub contract: usize,
    pub id: String,
    pub descriptor: String,
    /// The driver's descriptor; `Err`: why there is nothing to run.
    pub driver: Result<String, String>,
}

/// The methods of a unit, in the order of the text.
pub fn targets(unit: &Unit) -> Vec<Target> {
    let mut found = Vec::new();
    for (index, contract) in unit.table.methods.iter().enumerate() {
        let checked = unit.files.get(contract.file).is_some_and(|f| f.checked);
        if !checked || !contract.has_body || contract.skip {
            continue;
        }
        found.push(target(unit, index, contract));
    }
    found.sort_by_key(|target| {
        let contract = &unit.table.methods[target.contract];
        (contract.file, contract.name_span.start)
    });
    found
}

fn target(unit: &Unit, index: usize, contract: &MethodContract) -> Target {
    let path = unit.class_path.as_deref();
    let descriptor = path.and_then(|path| descriptor_of(path, contract));
    let driver = match (&contract.driver, &unit.failure, &descriptor) {
        (_, Some(failure), _) => Err(failure.clone()),
        (Err(why), _, _) => Err(why.clone()),
        (_, _, None) => Err("its class does not compile".to_owned()),
        (Ok(driver), None, Some(_)) => path
            .and_then(|path| path.class(&driver.class.replace('.', "/")).ok())
            .and_then(|class| {
                let method = class.methods.iter().find(|m| *m.name == *driver.name)?;
                Some(method.descriptor.text.to_string())
            })
            .ok_or_else(|| "its contract does not compile".to_owned()),
    };
    let shown = descriptor
        .clone()
        .unwrap_or_else(|| format!("({})", contract.params.join(",")));
    Target {
        contract: index,
        id: format!("{}.{}{shown}", contract.class, contract.name),
        descriptor: shown,
        driver,
    }
}

fn descriptor_of(path: &ClassPath, contract: &MethodContract) -> Option<String> {
    let class = path.class(&contract.class.replace('.', "/")).ok()?;
    let fitting = |m: &&proviso_classfile::Method| {
        !m.access.is_synthetic() && contract.fits(&m.name, &m.descriptor.text)
    };
    let method = class.methods.iter().find(fitting)?;
    Some(method.descriptor.text.to_string())
}

/// Everything a check needs besides the method.
pub struct Context<'a> {
    pub unit: &'a Arc<Unit>,
    pub options: &'a Options,
    pub tools: &'a Toolchain,
    pub bounds: Bounds,
    /// For exploring.
    pub time: Duration,
    /// When everything has to be over, witness and replay included.
    pub end: Instant,
    pub cancel: &'a Cancel,
    /// Is told a verdict as soon as it is sure, while its clauses are still being explained.
    pub early: &'a dyn Fn(&MethodReport),
    /// Threads that may take a part of a long search.
    pub helpers: &'a Helpers,
    /// Facts are looked for.
    pub closing: Option<Closing>,
    pub calls: Calls,
}

/// A run in which facts are tried.
#[derive(Clone)]
pub struct Closing {
    /// Loops are cut at their invariants and quantifiers decided by one index; else rounds are run, which only refutes.
    pub proof: bool,
    /// Methods of clauses that are not looked at.
    pub passed_over: Arc<BTreeSet<String>>,
}

/// Milliseconds for one question of a proof, for machines that are far too slow.
const PROOF_QUERY: u32 = 4_000;
/// What Z3 may spend on one question of a proof, in its own count: what takes more is not shown, on no machine.
const PROOF_RESOURCES: u32 = 2_000_000;

impl Context<'_> {
    pub fn host(&self) -> Option<&Host> {
        self.options.replay.then_some(&*self.tools.host)
    }

    /// Time that is left for the method.
    pub fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

/// Checks a method. User input never makes it panic; what cannot be decided is in `unknowns`. With the report, whose code
/// it rests on, where that is known: when nothing was found, and so nothing was run on a JVM.
pub fn check(context: &Context, target: &Target) -> (MethodReport, Option<Vec<MethodName>>) {
    let start = Instant::now();
    let unit = context.unit;
    let contract = &unit.table.methods[target.contract];
    let mut report = empty(context, target);
    let mut trace = None;
    let mut unexplained = None;
    let spec_errors = unit
        .spec_errors
        .get(&(contract.file, contract.name_span.start));
    for why in spec_errors.into_iter().flatten() {
        let unknown = whole_method(unit, contract, Reason::Clause, why.clone());
        report.unknowns.push(unknown);
    }
    if is_blanked(unit, target) {
        let why = "the method does not compile".to_owned();
        let unknown = whole_method(unit, contract, Reason::Compile, why);
        report.unknowns.push(unknown);
    } else {
        match &target.driver {
            Err(why) => {
                let unknown = whole_method(unit, contract, Reason::Compile, why.clone());
                report.unknowns.push(unknown);
            }
            Ok(driver) => match explored(context, target, contract, driver, &report) {
                Ok(Explored {
                    filled,
                    entered,
                    rest,
                }) => {
                    report = filled;
                    trace = entered;
                    unexplained = Some(rest);
                }
                Err(why) => {
                    let unknown = whole_method(unit, contract, Reason::Compile, why);
                    report.unknowns.push(unknown);
                }
            },
        }
    }
    for lost in contract.lost.iter().filter(|lost| !lost.illegal) {
        let unknown = whole_method(unit, contract, Reason::Clause, lost.why.clone());
        report.unknowns.push(unknown);
    }
    if unit
        .unassumed
        .contains(&(contract.file, contract.name_span.start))
    {
        withhold(unit, contract, &mut report);
        unexplained = None;
    }
    report.verdict = verdict::verdict(
        &report.violations,
        spec_errors.is_some(),
        &report.unknowns,
        &report.cuts,
    );
    // What was taken for granted limits the promise as a bound does.
    let assumed = report.warnings.iter().any(|w| w.kind == "assumption");
    if report.verdict == Verdict::Holds && assumed {
        report.verdict = Verdict::HoldsToBound;
    }
    report.stats.total_ms = start.elapsed().as_millis() as u64;
    let unexplained = unexplained.filter(|rest| !rest.is_empty() && !context.left().is_zero());
    if let Some(unexplained) = unexplained {
        (context.early)(&report);
        unexplained.explain(context, contract, &mut report.violations);
        report.stats.total_ms = start.elapsed().as_millis() as u64;
    }
    (report, trace)
}

/// What exploring a method came to.
struct Explored {
    filled: MethodReport,
    /// Whose code it rests on, where nothing was found.
    entered: Option<Vec<MethodName>>,
    rest: values::Unexplained,
}

/// Of the time of a method, the share that enumeration has before merging is tried.
const SHARE_OF_ENUMERATION: f64 = 0.2;

/// What merging has not decided by then it mostly does not decide at all.
const MERGING: Duration = Duration::from_secs(10);

/// How the engine goes through a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Path by path, by one of the strategies of lazy initialisation.
    Enumerate,
    /// Path by path, where a path is a sequence of branches: aliases are a matter of guards.
    Pose,
    /// The same, where references are sets of objects.
    Summary,
    /// States that meet become one.
    Merge,
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Way::Enumerate => "enumerate",
            Way::Pose => "pose",
            Way::Summary => "summary",
            Way::Merge => "merge",
        }
    }
}

/// Explores by the strategy that was asked for. `auto` follows the paths one by one, and merges where that has not come to an end.
fn explored(
    context: &Context,
    target: &Target,
    contract: &MethodContract,
    driver: &str,
    empty: &MethodReport,
) -> Result<Explored, String> {
    let strategy = context.options.strategy;
    let attempt = |way: Way, time: Duration| {
        let (run, _) = run(context, target, driver, None, way, time)?;
        let entered = || run.summary.entered.iter().cloned().collect();
        let entered = run.finds.is_empty().then(entered);
        let mut filled = empty.clone();
        let rest = assemble::fill(context, contract, run, &mut filled);
        filled.stats.strategy = way.name().to_owned();
        Ok::<_, String>(Explored {
            filled,
            entered,
            rest,
        })
    };
    match strategy {
        // In a proof it is the questions that cost, not the paths.
        _ if context.closing.is_some() => return attempt(Way::Enumerate, context.time),
        Strategy::Merge => return attempt(Way::Merge, context.time),
        Strategy::Pose => return attempt(Way::Pose, context.time),
        Strategy::Summary => return attempt(Way::Summary, context.time),
        Strategy::Auto => {}
        _ => return attempt(Way::Enumerate, context.time),
    }
    let first = attempt(Way::Enumerate, context.time.mul_f64(SHARE_OF_ENUMERATION))?;
    if !may_gain_by_merging(&first.filled) || context.left().is_zero() {
        return Ok(first);
    }
    let second = attempt(Way::Merge, context.left().min(MERGING))?;
    let rank = |report: &MethodReport| match verdict::verdict(
        &report.violations,
        false,
        &report.unknowns,
        &report.cuts,
    ) {
        Verdict::Violated => 3,
        Verdict::Holds => 2,
        Verdict::HoldsToBound => 1,
        Verdict::Unknown | Verdict::SpecError => 0,
    };
    let better = |a: &Explored, b: &Explored| rank(&a.filled) > rank(&b.filled);
    let ended = |explored: &Explored| explored.filled.unknowns.is_empty();
    if better(&second, &first) || ended(&first) || context.left().is_zero() {
        return Ok(if better(&second, &first) {
            second
        } else {
            first
        });
    }
    // Merging does not decide it: what time is left belongs to the paths.
    let third = attempt(Way::Enumerate, context.left())?;
    Ok(if better(&first, &third) { first } else { third })
}

/// Paths that did not come to an end, or ended at the bound on rounds: fewer of them may.
fn may_gain_by_merging(report: &MethodReport) -> bool {
    let violated = report
        .violations
        .iter()
        .any(|v| v.severity == Severity::Error);
    let helps = |reason: Reason| {
        matches!(
            reason,
            Reason::Time | Reason::Steps | Reason::NothingExplored
        )
    };
    let ended = report.unknowns.iter().all(|u| !helps(u.reason));
    let rounds = report.cuts.iter().any(|cut| cut.bound == "loop");
    !violated && (!ended || report.unknowns.is_empty() && rounds)
}

/// Without a clause that would exclude inputs, what was found may be none of the contract's business.
fn withhold(unit: &Unit, contract: &MethodContract, report: &mut MethodReport) {
    let (errors, rest): (Vec<_>, Vec<_>) = std::mem::take(&mut report.violations)
        .into_iter()
        .partition(|violation| violation.severity == Severity::Error);
    report.violations = rest;
    for violation in errors {
        let why = format!(
            "not reported, since a clause that may exclude it is not understood: {}",
            violation.message
        );
        let unknown = whole_method(unit, contract, Reason::Clause, why);
        report.unknowns.push(unknown);
    }
}

fn empty(context: &Context, target: &Target) -> MethodReport {
    let contract = &context.unit.table.methods[target.contract];
    let file = &context.unit.files[contract.file];
    let name = contract.name_span;
    let range = Range::of_bytes(&file.tree.text, name.start, name.end);
    MethodReport::undecided(&target.id, &file.shown, range, context.bounds)
}

fn whole_method(unit: &Unit, contract: &MethodContract, reason: Reason, why: String) -> Unknown {
    let file = &unit.files[contract.file];
    let place = file.place(contract.name_span);
    Unknown {
        reason,
        why,
        file: place.file,
        line: place.range.start.line,
    }
}

/// Whether a part of the method did not compile and was left out.
pub(crate) fn is_blanked(unit: &Unit, target: &Target) -> bool {
    let contract = &unit.table.methods[target.contract];
    unit.blanked
        .iter()
        .any(|(file, span)| *file == contract.file && contract.span.covers(*span))
}

/// What an engine run leaves behind.
pub struct Run {
    pub machine: Machine,
    pub finds: BTreeMap<Key, Finds>,
    pub subject: Arc<Subject>,
    pub summary: RunSummary,
}

/// The paths that are wanted, with an input each; `Err`: why the method cannot be run.
pub fn path_cases(context: &Context, target: &Target, select: Select) -> Result<PathCases, String> {
    if is_blanked(context.unit, target) {
        return Err("the method does not compile".to_owned());
    }
    let driver = target.driver.as_ref().map_err(String::clone)?;
    let (run, collected) = run(
        context,
        target,
        driver,
        Some(select),
        Way::Enumerate,
        context.time,
    )?;
    let collected = collected.ok_or("the paths were not collected")?;
    Ok(cases::cases(context, target, run, collected))
}

fn run(
    context: &Context,
    target: &Target,
    driver: &str,
    select: Option<Select>,
    way: Way,
    time: Duration,
) -> Result<(Run, Option<Collected>), String> {
    let unit = context.unit;
    let contract = &unit.table.methods[target.contract];
    let entry = contract.driver.as_ref().map_err(String::clone)?;
    let path = unit
        .class_path
        .clone()
        .ok_or_else(|| "the file does not compile".to_owned())?;
    let subject = Arc::new(subject(context, contract, target, driver, &path)?);
    let mut options = engine_options(context)?;
    options.record_branches = select.is_some();
    match way {
        Way::Enumerate => {}
        Way::Pose | Way::Merge => options.strategy = Engine::Pose,
        Way::Summary => options.strategy = Engine::Summary,
    }
    options.merging = way == Way::Merge;
    options.bounds.time = Some(time);
    let explorer = Explorer {
        subject: &subject,
        cancel: context.cancel,
        options,
        path,
        class: entry.class.replace('.', "/"),
        driver: &entry.name,
    };
    let stage =
        tracing::debug_span!("explore", method = %target.id, k = context.bounds.k).entered();
    let (run, collected) = match select {
        // States of all paths are wanted: those of one machine.
        Some(select) => explorer.collect(select)?,
        None => (explorer.explore(context.helpers)?, None),
    };
    drop(stage);
    Ok((run, collected))
}

fn engine_options(context: &Context) -> Result<proviso_engine::machine::Options, String> {
    let strategy = match context.options.strategy {
        Strategy::Lazy => Engine::Lazy,
        Strategy::Lazier => Engine::Lazier,
        // The others say themselves how they go.
        _ => Engine::LazierSharp,
    };
    let calls = match context.calls {
        Calls::Auto => proviso_engine::machine::Calls::Auto,
        Calls::Inline => proviso_engine::machine::Calls::Inline,
        Calls::Contract => proviso_engine::machine::Calls::Contract,
    };
    let tries = context.closing.is_some();
    let proof = context
        .closing
        .as_ref()
        .is_some_and(|closing| closing.proof);
    let usual = proviso_engine::machine::Options::default();
    Ok(proviso_engine::machine::Options {
        strategy,
        // A program run from its entry starts with the statics its initializers give.
        symbolic_statics: context.options.entry.is_none(),
        calls,
        cut_loops: context.options.loops == Loops::Invariant && !tries || proof,
        closing: proof,
        solver_ms: if tries { PROOF_QUERY } else { usual.solver_ms },
        solver_resources: if tries {
            PROOF_RESOURCES
        } else {
            usual.solver_resources
        },
        passed_over: context
            .closing
            .as_ref()
            .map(|closing| closing.passed_over.clone())
            .unwrap_or_default(),
        open_world: context.options.world == World::Open,
        bounds: proviso_engine::bounds::Bounds {
            k: context.bounds.k,
            n: context.bounds.n,
            array: context.bounds.array,
            loops: context.bounds.loop_iterations,
            call_depth: context.bounds.call_depth,
            time: Some(context.time),
            ..Default::default()
        },
        end: Some(context.end),
        ..usual
    })
}

fn subject(
    context: &Context,
    contract: &MethodContract,
    target: &Target,
    driver: &str,
    path: &ClassPath,
) -> Result<Subject, String> {
    let entry = contract.driver.as_ref().map_err(String::clone)?;
    let parsed = |text: &str| MethodDescriptor::parse(text).map_err(|error| error.to_string());
    let mut parameters = Vec::new();
    if !entry.is_static {
        // The driver of an inner class's constructor is a method of the outer object.
        let name = if contract.is_constructor {
            "outer"
        } else {
            "this"
        };
        let class = FieldType::object(&entry.class.replace('.', "/"));
        parameters.push((name.to_owned(), class));
    }
    let types = parsed(driver)?.params;
    let names = parameter_names(path, entry, driver, types.len());
    parameters.extend(names.into_iter().zip(types.iter().cloned()));
    let result = match parsed(&target.descriptor)?.ret {
        _ if contract.is_constructor => Some(FieldType::object(&contract.class.replace('.', "/"))),
        result => result,
    };
    Ok(Subject {
        unit: context.unit.clone(),
        descriptor: target.descriptor.clone(),
        driver: driver.to_owned(),
        parameters,
        result,
        nondet: context.options.nondet.clone(),
        helper: contract.helper,
    })
}

/// Parameter names out of the class file's local variables; `p0`, `p1`, … where it has none.
fn parameter_names(
    path: &ClassPath,
    driver: &Driver,
    descriptor: &str,
    count: usize,
) -> Vec<String> {
    let mut names: Vec<String> = (0..count).map(|index| format!("p{index}")).collect();
    let Ok(class) = path.class(&driver.class.replace('.', "/")) else {
        return names;
    };
    let Some(method) = class.method(&driver.name, descriptor) else {
        return names;
    };
    let Ok(Some(code)) = method.code() else {
        return names;
    };
    let mut slot = u16::from(!method.access.is_static());
    for (name, parameter) in names.iter_mut().zip(&method.descriptor.params) {
        if let Some(local) = code.locals.iter().find(|v| v.slot == slot && v.start == 0) {
            *name = local.name.to_string();
        }
        slot += parameter.slots();
    }
    names
}
