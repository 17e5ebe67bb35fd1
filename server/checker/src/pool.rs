//! Runs independent tasks on N worker threads and hands the results back in task order, so that the number of
//! workers never shows in what the user sees.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Runs `work` for 0..count; `deliver` is called on the calling thread, for 0, 1, 2, … in this order.
/// A panicking task yields `None`: one broken check must not take the others with it. Threads that find nothing more to
/// do, and those that were not needed at all, are told to `idle`.
pub fn run_in_order<T: Send>(
    count: usize,
    jobs: usize,
    work: impl Fn(usize) -> T + Sync,
    idle: impl Fn() + Sync,
    mut deliver: impl FnMut(usize, Option<T>),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let threads = jobs.clamp(1, count.max(1));
    (threads..jobs).for_each(|_| idle());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let sender = sender.clone();
            let (next, work, idle) = (&next, &work, &idle);
            // The engine's own recursion (terms, heaps) is shallow, but user classes may nest deeply.
            let worker = std::thread::Builder::new().stack_size(64 << 20);
            let body = move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        idle();
                        return;
                    }
                    let result =
                        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| work(index)));
                    if sender.send((index, result.ok())).is_err() {
                        return;
                    }
                }
            };
            if worker.spawn_scoped(scope, body).is_err() {
                break; // fewer threads than asked for; the others take the tasks
            }
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&due) {
                deliver(due, result);
                due += 1;
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_task_order_whatever_the_number_of_workers() {
        for jobs in [1, 2, 7] {
            let mut seen = Vec::new();
            let work = |index: usize| {
                std::thread::sleep(std::time::Duration::from_millis((20 - index as u64) % 5));
                index * index
            };
            let idle = AtomicUsize::new(0);
            let count = || _ = idle.fetch_add(1, Ordering::Relaxed);
            run_in_order(20, jobs, work, count, |index, result| {
                seen.push((index, result.unwrap()))
            });
            assert_eq!(idle.into_inner(), jobs);
            assert_eq!(seen, (0..20).map(|i| (i, i * i)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_panicking_task_is_reported_and_the_others_still_run() {
        let mut seen = Vec::new();
        let work = |index: usize| {
            assert_ne!(index, 1, "expected by the test");
            index
        };
        run_in_order(3, 2, work, || {}, |_, result| seen.push(result));
        assert_eq!(seen, [Some(0), None, Some(2)]);
    }

    #[test]
    fn no_tasks_is_fine() {
        run_in_order(
            0,
            2,
            |_| (),
            || {},
            |_, _| panic!("there is nothing to deliver"),
        );
    }
}
