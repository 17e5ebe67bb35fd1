//! Runs a witness on a real JVM and compares: the same finding, the same end, the same heap — or our own error.
//!
//! The replay calls the very driver the engine executed, from the witness's pre-heap, in a separate limited process.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use proviso_classfile::java_name;
use proviso_jvm_host::{
    Body, Call, CompiledClass, Host, HostError, ObjectId, ReplayOutcome, ReplayRequest,
    ReplayResult, Value,
};
use proviso_report::Replay;

use crate::Cancel;
use crate::witness::heap::{ConcreteHeap, same};

/// What the run-time checks must say for the witness to be believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// `Jml.check(id, false)`.
    CheckFails(u32),
    /// `Jml.undefined(id, …)`.
    Undefined(u32),
    /// A write outside the frame of clause `id`.
    Frame(u32),
    /// The method ends with this exception (binary class name).
    Throws(String),
    /// The execution does not end: after [`PATIENCE`] it is still in that loop; a recursion has used up the stack.
    NeverEnds(Endless),
    /// Seen while the precondition was evaluated: what comes of that does not matter, and run-time checks cannot see it.
    Unstarted,
    /// Nothing the run-time checks can see (an overflow, a callee's precondition): only the course of the run counts.
    Course,
}

/// Where an execution goes round for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endless {
    /// Binary name.
    pub class: String,
    pub method: String,
    /// First and last line of the loop; none for a recursion.
    pub lines: Option<(u32, u32)>,
}

/// So long a JVM is watched: millions of rounds of most loops, and little to wait for.
const PATIENCE: Duration = Duration::from_millis(400);

/// A witness in the form the replay needs.
pub struct Plan<'a> {
    pub classes: Arc<[CompiledClass]>,
    pub class_path: &'a [PathBuf],
    pub driver: Call,
    pub before: &'a ConcreteHeap,
    pub finding: Finding,
    /// The heap in which the method left things, when the engine followed the path to the method's end.
    pub after: Option<&'a ConcreteHeap>,
    /// Whether the engine saw the method end by an exception (its binary class name); `None`: not known.
    pub end: Option<End>,
    /// Class and line of the user's code that raised an implicit exception: another `NullPointerException` is no proof.
    pub raised_at: Option<(String, u32)>,
    /// How long the JVM may take.
    pub time: Duration,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    Returned,
    Threw(String),
}

/// The verdict of the JVM and, unless confirmed, why.
pub type Judgement = (Replay, Option<String>);

pub fn replay(host: &Host, plan: &Plan, cancel: &Cancel) -> Judgement {
    let request = request(plan, plan.classes.clone(), RUNTIME);
    match run(host, &request, cancel) {
        Ok(result) => judge(plan, &result),
        Err(error) => (Replay::NotReplayable, Some(refusal(&error))),
    }
}

/// As [`replay`], with the clauses that the JVM checked and found true.
pub fn replay_kept(host: &Host, plan: &Plan, cancel: &Cancel) -> (Judgement, Vec<u32>) {
    let request = request(plan, plan.classes.clone(), RUNTIME);
    match run(host, &request, cancel) {
        Ok(result) => {
            let checks = Events::read(&result.events).checks;
            // A `check` statement is reported and passed over, so a path can end well and yet break one.
            if checks.iter().any(|(_, holds)| !holds) {
                let why = "it breaks a clause".to_owned();
                return ((Replay::NotReplayable, Some(why)), Vec::new());
            }
            let kept = checks.into_iter().map(|(id, _)| id).collect();
            (judge(plan, &result), kept)
        }
        Err(error) => ((Replay::NotReplayable, Some(refusal(&error))), Vec::new()),
    }
}

fn request(plan: &Plan, classes: Arc<[CompiledClass]>, events: &str) -> ReplayRequest {
    let mut request = ReplayRequest::new(plan.driver.clone());
    request.classes = classes;
    request.class_path = plan.class_path.to_vec();
    request.objects = plan.before.objects.values().cloned().collect();
    request.statics = plan.before.statics.clone();
    request.events = Some((events.to_owned(), "events".to_owned()));
    request.stop =
        stop(&plan.finding).map(|event| (RUNTIME.to_owned(), "stopAt".to_owned(), event));
    request.time_limit = plan.time;
    if let Finding::NeverEnds(_) = plan.finding {
        request.patience = Some(PATIENCE);
        request.time_limit = plan.time.max(4 * PATIENCE);
    }
    request
}

/// Behind this event the JVM runs nothing more: the engine has followed the path up to here and no further. What the
/// run-time checks cannot see (`Course`) goes on to the end of the method, which is why it is confined.
fn stop(finding: &Finding) -> Option<String> {
    match finding {
        Finding::CheckFails(id) => Some(format!("check {id} false ")),
        Finding::Undefined(id) => Some(format!("undefined {id} ")),
        Finding::Frame(id) => Some(format!("frame {id} ")),
        Finding::Throws(_) => Some("thrown ".to_owned()),
        Finding::NeverEnds(_) | Finding::Unstarted | Finding::Course => None,
    }
}

fn run(host: &Host, request: &ReplayRequest, cancel: &Cancel) -> Result<ReplayResult, HostError> {
    let _stage = tracing::debug_span!("replay").entered();
    host.replay(request, &cancel.of_host())
}

/// What a part of a clause came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartValue {
    /// In Java's words.
    Text(String),
    /// An object by its id in the heap before (none if it is new there) and its class.
    Object(Option<ObjectId>, String),
}

/// Runs a confirmed witness again, with classes that note the values of the parts of clause `clause`: number and value of
/// each. Nothing is decided here, so an answer that does not come is an empty one.
pub fn explain(
    host: &Host,
    plan: &Plan,
    classes: Arc<[CompiledClass]>,
    clause: u32,
    cancel: &Cancel,
) -> Vec<(usize, PartValue)> {
    let request = request(plan, classes, "proviso.runtime.Parts");
    let Ok(result) = run(host, &request, cancel) else {
        return Vec::new();
    };
    let parts = result.events.iter().filter_map(|line| part(line, clause));
    parts.collect()
}

/// `part CLAUSE NUMBER = text`, `! exception`, `? why it has no value` or `@ id class`.
fn part(line: &str, clause: u32) -> Option<(usize, PartValue)> {
    let rest = line.strip_prefix(&format!("part {clause} "))?;
    let (number, rest) = rest.split_once(' ')?;
    let (sort, rest) = rest.split_once(' ')?;
    let value = match sort {
        "=" => PartValue::Text(rest.to_owned()),
        "!" => PartValue::Text(format!("undefined ({rest})")),
        "?" => PartValue::Text(format!("unknown ({rest})")),
        "@" => {
            let (id, class) = rest.split_once(' ')?;
            let id = id.parse().ok().filter(|id| *id != 0).map(ObjectId);
            PartValue::Object(id, class.to_owned())
        }
        _ => return None,
    };
    Some((number.parse().ok()?, value))
}

fn refusal(error: &HostError) -> String {
    match error {
        HostError::Unconfined { .. } => error.to_string(),
        HostError::Died { last_words, .. } if last_words.is_empty() => {
            "the code ended the JVM itself (System.exit, Runtime.halt)".to_owned()
        }
        _ => format!("the replay did not finish: {error}"),
    }
}

/// A JVM is smaller than the engine's: what it has no room for says nothing about the finding.
fn out_of(class: &str) -> Option<&'static str> {
    match class {
        "java.lang.OutOfMemoryError" => Some("the JVM has no memory for this input"),
        "java.lang.StackOverflowError" => Some("the JVM has no stack for this input"),
        _ => None,
    }
}

const FAILED_CLASS: &str = "java.lang.ExceptionInInitializerError";

const RUNTIME: &str = "proviso.runtime.Jml";

/// An assumption was false, a clause cannot be evaluated by running it, or the finding has been seen.
const STOPS: [&str; 2] = ["proviso.runtime.Jml$Stop", "proviso.runtime.Jml$GaveUp"];

/// What the engine has shown of all rounds, a JVM can only bear out for those it runs.
fn judge_endless(place: &Endless, result: &ReplayResult) -> Judgement {
    let events = Events::read(&result.events);
    if let Some(assumption) = &events.assumption {
        return diverged(format!("on the JVM an assumption is false ({assumption})"));
    }
    let overflowed = events.thrown.as_deref() == Some("java.lang.StackOverflowError");
    match (&result.outcome, place.lines) {
        (ReplayOutcome::NotReplayable(why), _) => (Replay::NotReplayable, Some(why.clone())),
        (ReplayOutcome::Running(stack), Some((first, last))) => {
            let there = stack.iter().any(|at| {
                at.class == place.class
                    && at.method == place.method
                    && (first..=last).contains(&at.line)
            });
            if there && !events.left {
                (Replay::Confirmed, None)
            } else {
                let why = "the JVM was still running, but not in this loop".to_owned();
                (Replay::NotReplayable, Some(why))
            }
        }
        (ReplayOutcome::Returned(_) | ReplayOutcome::Threw(_), None) if overflowed => {
            (Replay::Confirmed, None)
        }
        (ReplayOutcome::Running(_), None) => {
            let why = "the JVM had not used up its stack yet".to_owned();
            (Replay::NotReplayable, Some(why))
        }
        _ => match events.thrown.as_deref().and_then(out_of) {
            Some(why) => (Replay::NotReplayable, Some(why.to_owned())),
            None => diverged(format!("on the JVM it ends: the method {}", events.end())),
        },
    }
}

fn judge(plan: &Plan, result: &ReplayResult) -> Judgement {
    if let Finding::NeverEnds(place) = &plan.finding {
        return judge_endless(place, result);
    }
    match &result.outcome {
        ReplayOutcome::NotReplayable(why) => return (Replay::NotReplayable, Some(why.clone())),
        // An assumption was false: the events say which, and whether that contradicts the finding.
        ReplayOutcome::Threw(thrown) if STOPS.contains(&thrown.class.as_str()) => {}
        ReplayOutcome::Threw(thrown) => {
            let message = thrown.message.as_deref().unwrap_or("");
            if let Some(why) = out_of(&thrown.class) {
                return (Replay::NotReplayable, Some(why.to_owned()));
            }
            // A class may be initialised before the driver runs, while the input is made.
            if thrown.class == FAILED_CLASS && plan.finding == Finding::Throws(FAILED_CLASS.into())
            {
                return (Replay::Confirmed, None);
            }
            return diverged(format!(
                "the JVM stopped with {} {message}",
                java_name(&thrown.class)
            ));
        }
        ReplayOutcome::Returned(_) => {}
        ReplayOutcome::Running(_) => {
            let why = "the JVM was still running".to_owned();
            return (Replay::NotReplayable, Some(why));
        }
    }
    let events = Events::read(&result.events);
    // Where the JVM ran out of something, another end is no contradiction.
    let other = |problem: String| match events.thrown.as_deref().and_then(out_of) {
        Some(why) => (Replay::NotReplayable, Some(why.to_owned())),
        None => diverged(problem),
    };
    if let Some(problem) = events.contradiction(&plan.finding) {
        return other(problem);
    }
    if events.stopped_inside {
        return (Replay::Confirmed, None);
    }
    if let Some(problem) = plan.end.as_ref().and_then(|end| events.other_end(end)) {
        return other(problem);
    }
    if let (Some((class, line)), Some(seen)) = (&plan.raised_at, &events.raised_at)
        && *seen != format!("{class}:{line}")
    {
        return diverged(format!(
            "the engine saw the exception raised at {class}:{line}, the JVM at {seen}"
        ));
    }
    if let Some(after) = plan.after
        && !result.truncated
        && let Some(problem) = differs(plan.before, after, result)
    {
        return diverged(problem);
    }
    match unseen(&plan.finding, &events) {
        Some(note) => (Replay::Run, Some(note)),
        None => (Replay::Confirmed, None),
    }
}

/// What the run-time checks cannot see for themselves is said, so that nobody takes the word for more than it is.
fn unseen(finding: &Finding, events: &Events) -> Option<String> {
    match finding {
        Finding::Frame(id) if !events.frames.contains(id) => Some(
            "the JVM ran this input; a write that leaves the same value behind is only seen by the engine"
                .to_owned(),
        ),
        Finding::Unstarted | Finding::Course => Some(
            "the JVM ran this input; run-time checks do not look at this obligation".to_owned(),
        ),
        _ => None,
    }
}

fn diverged(how: String) -> Judgement {
    (Replay::Diverged, Some(how))
}

/// The lines `proviso.runtime.Jml.events()` gives, sorted by kind.
#[derive(Debug, Default)]
struct Events {
    checks: Vec<(u32, bool)>,
    undefined: Vec<u32>,
    frames: Vec<u32>,
    thrown: Option<String>,
    raised_at: Option<String>,
    assumption: Option<String>,
    left: bool,
    /// The finding ended the run in the middle of the method: how the method ends is not known.
    stopped_inside: bool,
}

impl Events {
    fn read(lines: &[String]) -> Events {
        let mut events = Events::default();
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let id = words.get(1).and_then(|word| word.parse().ok());
            match (words[0], id) {
                ("check", Some(id)) => events
                    .checks
                    .push((id, words.get(2).copied() == Some("true"))),
                ("undefined", Some(id)) => events.undefined.push(id),
                ("frame", Some(id)) => events.frames.push(id),
                ("thrown", _) => {
                    events.thrown = words.get(2).map(|class| class.to_string());
                    events.raised_at = words.get(4).map(|place| place.to_string());
                }
                ("assume", _) => events.assumption = Some(line.clone()),
                ("leave", _) => events.left = true,
                ("stop", _) => events.stopped_inside = !events.left,
                _ => {}
            }
        }
        events
    }

    fn contradiction(&self, finding: &Finding) -> Option<String> {
        match finding {
            // A precondition without a value is taken to be false, so this input is no further followed.
            Finding::Undefined(id) if self.undefined.contains(id) => return None,
            Finding::Unstarted => return None,
            _ => {}
        }
        if let Some(assumption) = &self.assumption {
            return Some(format!("on the JVM an assumption is false ({assumption})"));
        }
        match finding {
            Finding::CheckFails(id) if self.checks.contains(&(*id, false)) => None,
            Finding::CheckFails(id) if self.checks.contains(&(*id, true)) => {
                Some(format!("on the JVM clause {id} is true"))
            }
            Finding::CheckFails(id) => Some(format!("on the JVM clause {id} is not reached")),
            Finding::Undefined(id) => Some(format!("on the JVM clause {id} is defined")),
            Finding::Frame(id) if self.frames.contains(id) => None,
            // The JVM side compares heaps, so it cannot see that a location was written with the value it had.
            Finding::Frame(_) => None,
            Finding::Throws(class) if self.thrown.as_deref() == Some(class) => None,
            Finding::Throws(class) => Some(format!(
                "the engine saw {} but the JVM {}",
                java_name(class),
                self.end()
            )),
            Finding::NeverEnds(_) | Finding::Unstarted | Finding::Course => None,
        }
    }

    fn end(&self) -> String {
        match &self.thrown {
            Some(class) => format!("threw {}", java_name(class)),
            None if self.left => "returned".to_owned(),
            None => "did not reach the end of the method".to_owned(),
        }
    }

    fn other_end(&self, expected: &End) -> Option<String> {
        let agrees = match expected {
            End::Returned => self.left && self.thrown.is_none(),
            End::Threw(class) => self.thrown.as_deref() == Some(class.as_str()),
        };
        if agrees {
            return None;
        }
        let expected = match expected {
            End::Returned => "returned".to_owned(),
            End::Threw(class) => format!("threw {}", java_name(class)),
        };
        Some(format!("the engine {expected} but the JVM {}", self.end()))
    }
}

/// Walks the engine's post-heap and the JVM's side by side from the objects both know: those of the pre-heap. Each side
/// numbers new objects (a result) for itself.
fn differs(before: &ConcreteHeap, after: &ConcreteHeap, result: &ReplayResult) -> Option<String> {
    let theirs: HashMap<ObjectId, &proviso_jvm_host::HeapObject> = result
        .heap
        .iter()
        .map(|object| (object.id, object))
        .collect();
    let mut pairs: HashMap<ObjectId, ObjectId> = HashMap::new();
    let mut todo: Vec<(ObjectId, ObjectId)> = Vec::new();
    for (_, value) in &after.roots {
        if let Value::Ref(id) = value
            && before.object(*id).is_some()
            && theirs.contains_key(id)
        {
            todo.push((*id, *id));
        }
    }
    let pair = |ours: Value, jvm: Value, todo: &mut Vec<(ObjectId, ObjectId)>| match (ours, jvm) {
        (Value::Ref(ours), Value::Ref(jvm)) => {
            todo.push((ours, jvm));
            true
        }
        (ours, jvm) => same(ours, jvm),
    };
    for ours in &after.statics {
        let jvm = result
            .statics
            .iter()
            .find(|field| field.class == ours.class && field.name == ours.name);
        if let Some(jvm) = jvm
            && !pair(ours.value, jvm.value, &mut todo)
        {
            return Some(format!(
                "static {}.{} differs",
                java_name(&ours.class),
                ours.name
            ));
        }
    }
    while let Some((ours, jvm)) = todo.pop() {
        match pairs.insert(ours, jvm) {
            Some(known) if known != jvm => {
                return Some("two references that were one object differ on the JVM".to_owned());
            }
            Some(_) => continue,
            None => {}
        }
        let (Some(ours), Some(jvm)) = (after.object(ours), theirs.get(&jvm)) else {
            continue;
        };
        let class = java_name(&ours.class);
        match (&ours.body, &jvm.body) {
            (_, Body::Opaque) | (Body::Opaque, _) => {}
            _ if ours.class != jvm.class => {
                return Some(format!(
                    "an object is a {class} for the engine and a {} on the JVM",
                    java_name(&jvm.class)
                ));
            }
            (Body::Fields(ours), Body::Fields(jvm)) => {
                for field in ours {
                    let theirs = jvm
                        .iter()
                        .find(|f| f.declaring == field.declaring && f.name == field.name);
                    if let Some(theirs) = theirs
                        && !pair(field.value, theirs.value, &mut todo)
                    {
                        return Some(format!("field {class}.{} differs", field.name));
                    }
                }
            }
            (Body::Array(ours), Body::Array(jvm)) => {
                if ours.len() != jvm.len() {
                    return Some(format!("the length of a {class} differs"));
                }
                for (index, (ours, jvm)) in ours.iter().zip(jvm).enumerate() {
                    if !pair(*ours, *jvm, &mut todo) {
                        return Some(format!("element {index} of a {class} differs"));
                    }
                }
            }
            (Body::Str { text: ours, .. }, Body::Str { text: jvm, .. }) if ours != jvm => {
                return Some("a string differs".to_owned());
            }
            (Body::Boxed { value: ours, .. }, Body::Boxed { value: jvm, .. })
                if !same(*ours, *jvm) =>
            {
                return Some(format!("a {class} differs"));
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_jvm_host::{Field, HeapObject};

    fn object(id: u32, value: i32) -> HeapObject {
        let field = Field {
            declaring: "C".into(),
            name: "f".into(),
            value: Value::Int(value),
        };
        HeapObject {
            id: ObjectId(id),
            class: "C".into(),
            body: Body::Fields(vec![field]),
        }
    }

    fn plan<'a>(
        before: &'a ConcreteHeap,
        after: Option<&'a ConcreteHeap>,
        finding: Finding,
    ) -> Plan<'a> {
        let driver = Call {
            class: "C".into(),
            name: "d".into(),
            descriptor: "()V".into(),
            receiver: None,
            arguments: vec![],
        };
        Plan {
            classes: Arc::from([]),
            class_path: &[],
            driver,
            before,
            finding,
            after,
            end: None,
            raised_at: None,
            time: Duration::from_secs(10),
        }
    }

    fn result(events: &[&str], heap: Vec<HeapObject>) -> ReplayResult {
        ReplayResult {
            outcome: ReplayOutcome::Returned(None),
            events: events.iter().map(|line| line.to_string()).collect(),
            output: String::new(),
            heap,
            statics: vec![],
            truncated: false,
        }
    }

    #[test]
    fn the_same_finding_confirms_and_another_diverges() {
        let before = ConcreteHeap::default();
        let plan = plan(&before, None, Finding::CheckFails(13));
        let confirmed = judge(
            &plan,
            &result(
                &["begin 7", "enter", "leave", "check 13 false", "end"],
                vec![],
            ),
        );
        assert_eq!(confirmed, (Replay::Confirmed, None));
        assert_eq!(
            judge(&plan, &result(&["leave", "check 13 true"], vec![])).0,
            Replay::Diverged
        );
        assert_eq!(
            judge(&plan, &result(&["leave"], vec![])).0,
            Replay::Diverged
        );
        assert_eq!(
            judge(
                &plan,
                &result(&["assume 3 false", "check 13 false"], vec![])
            )
            .0,
            Replay::Diverged
        );
    }

    #[test]
    fn parts_are_read_from_their_lines() {
        let text = |text: &str| PartValue::Text(text.to_owned());
        assert_eq!(part("part 7 0 = -3", 7), Some((0, text("-3"))));
        let undefined = text("undefined (ArithmeticException: / by zero)");
        assert_eq!(
            part("part 7 1 ! ArithmeticException: / by zero", 7),
            Some((1, undefined))
        );
        let object = |id| PartValue::Object(id, "p.Node".to_owned());
        assert_eq!(
            part("part 7 2 @ 4 p.Node", 7),
            Some((2, object(Some(ObjectId(4)))))
        );
        assert_eq!(part("part 7 2 @ 0 p.Node", 7), Some((2, object(None))));
        assert_eq!(part("part 71 2 = 4", 7), None);
    }

    #[test]
    fn a_precondition_without_a_value_ends_the_run_and_is_confirmed() {
        let before = ConcreteHeap::default();
        let plan = plan(&before, None, Finding::Undefined(3));
        let mut result = result(&["undefined 3 E: m", "assume 4 false"], vec![]);
        result.outcome = ReplayOutcome::Threw(proviso_jvm_host::Thrown {
            class: "proviso.runtime.Jml$Stop".into(),
            message: None,
            object: None,
            stack: vec![],
        });
        assert_eq!(judge(&plan, &result).0, Replay::Confirmed);
        result.events = vec!["assume 4 false".into()];
        assert_eq!(judge(&plan, &result).0, Replay::Diverged);
    }

    #[test]
    fn another_exception_diverges() {
        let before = ConcreteHeap::default();
        let plan = plan(
            &before,
            None,
            Finding::Throws("java.lang.NullPointerException".into()),
        );
        let events = ["leave", "thrown 5 java.lang.NullPointerException unnamed"];
        assert_eq!(judge(&plan, &result(&events, vec![])).0, Replay::Confirmed);
        let events = ["leave", "thrown 5 java.lang.ArithmeticException unnamed"];
        let (replay, why) = judge(&plan, &result(&events, vec![]));
        assert_eq!(replay, Replay::Diverged);
        assert!(why.unwrap().contains("ArithmeticException"));
    }

    #[test]
    fn a_class_that_cannot_be_initialised_stops_the_jvm_before_the_driver() {
        let before = ConcreteHeap::default();
        let mut stopped = result(&[], vec![]);
        stopped.outcome = ReplayOutcome::Threw(proviso_jvm_host::Thrown {
            class: FAILED_CLASS.into(),
            message: None,
            object: None,
            stack: vec![],
        });
        let failed = plan(&before, None, Finding::Throws(FAILED_CLASS.into()));
        assert_eq!(judge(&failed, &stopped).0, Replay::Confirmed);
        let other = plan(&before, None, Finding::Throws("p.Other".into()));
        assert_eq!(judge(&other, &stopped).0, Replay::Diverged);
    }

    #[test]
    fn the_same_exception_from_another_line_diverges() {
        let before = ConcreteHeap::default();
        let finding = Finding::Throws("java.lang.NullPointerException".into());
        let mut plan = plan(&before, None, finding);
        plan.raised_at = Some(("p.C".into(), 7));
        let at = |place: &str| {
            let event = format!("thrown 5 java.lang.NullPointerException unnamed {place}");
            judge(&plan, &result(&["leave", &event], vec![])).0
        };
        assert_eq!(at("p.C:7"), Replay::Confirmed);
        assert_eq!(at("p.C:8"), Replay::Diverged);
    }

    #[test]
    fn what_is_still_in_its_loop_has_not_ended() {
        let before = ConcreteHeap::default();
        let judged = |lines, outcome: ReplayOutcome, events: &[&str]| {
            let place = Endless {
                class: "p.C".into(),
                method: "m".into(),
                lines,
            };
            let mut seen = result(events, vec![]);
            seen.outcome = outcome;
            judge(&plan(&before, None, Finding::NeverEnds(place)), &seen).0
        };
        let at = |line| {
            let element = proviso_jvm_host::StackElement {
                class: "p.C".into(),
                method: "m".into(),
                file: None,
                line,
            };
            ReplayOutcome::Running(vec![element])
        };
        let loop_lines = Some((4, 7));
        assert_eq!(judged(loop_lines, at(5), &["enter"]), Replay::Confirmed);
        assert_eq!(judged(loop_lines, at(9), &["enter"]), Replay::NotReplayable);
        let ended = ReplayOutcome::Returned(None);
        assert_eq!(
            judged(loop_lines, ended.clone(), &["enter", "leave"]),
            Replay::Diverged
        );
        let refused = ["assume 3 false"];
        assert_eq!(judged(loop_lines, at(5), &refused), Replay::Diverged);
        let exhausted = ["leave", "thrown 5 java.lang.StackOverflowError unnamed"];
        assert_eq!(judged(None, ended, &exhausted), Replay::Confirmed);
    }

    #[test]
    fn another_post_heap_diverges() {
        let heap = |value| ConcreteHeap {
            roots: vec![("this".into(), Value::Ref(ObjectId(1)))],
            objects: [(1, object(1, value))].into(),
            ..ConcreteHeap::default()
        };
        let (before, after) = (heap(4), heap(5));
        let plan = plan(&before, Some(&after), Finding::Course);
        let (replay, note) = judge(&plan, &result(&["leave"], vec![object(1, 5)]));
        assert_eq!(replay, Replay::Run);
        assert!(
            note.is_some(),
            "nothing was checked but the course of the run"
        );
        let (replay, why) = judge(&plan, &result(&["leave"], vec![object(1, 6)]));
        assert_eq!(
            (replay, why.as_deref()),
            (Replay::Diverged, Some("field C.f differs"))
        );
    }

    #[test]
    fn new_objects_are_not_paired_by_number() {
        let before = ConcreteHeap::default();
        let after = ConcreteHeap {
            roots: vec![("\\result".into(), Value::Ref(ObjectId(1)))],
            objects: [(1, object(1, 5))].into(),
            ..ConcreteHeap::default()
        };
        let plan = plan(&before, Some(&after), Finding::Course);
        let result = result(&["leave"], vec![object(1, 6)]);
        assert_eq!(judge(&plan, &result).0, Replay::Run);
    }

    #[test]
    fn a_run_that_ends_at_the_finding_is_judged_by_the_finding_alone() {
        let before = ConcreteHeap::default();
        let mut plan = plan(&before, None, Finding::CheckFails(13));
        plan.end = Some(End::Returned);
        let mut seen = result(&["begin 7", "enter", "check 13 false", "stop"], vec![]);
        seen.outcome = ReplayOutcome::Threw(proviso_jvm_host::Thrown {
            class: "proviso.runtime.Jml$Stop".into(),
            message: None,
            object: None,
            stack: vec![],
        });
        assert_eq!(judge(&plan, &seen), (Replay::Confirmed, None));
    }

    #[test]
    fn a_method_for_which_there_was_no_memory_does_not_diverge() {
        let before = ConcreteHeap::default();
        let plan = plan(&before, None, Finding::CheckFails(13));
        let events = [
            "leave",
            "thrown 5 java.lang.OutOfMemoryError unnamed",
            "check 13 true",
        ];
        let (replay, why) = judge(&plan, &result(&events, vec![]));
        assert_eq!(replay, Replay::NotReplayable);
        assert!(why.unwrap().contains("no memory"));
    }

    #[test]
    fn running_out_of_stack_is_not_a_divergence() {
        let before = ConcreteHeap::default();
        let plan = plan(&before, None, Finding::Course);
        let mut result = result(&[], vec![]);
        result.outcome = ReplayOutcome::Threw(proviso_jvm_host::Thrown {
            class: "java.lang.StackOverflowError".into(),
            message: None,
            object: None,
            stack: vec![],
        });
        assert_eq!(judge(&plan, &result).0, Replay::NotReplayable);
    }
}
