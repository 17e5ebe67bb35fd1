//! One side-car process: start it, send it requests, wait with a limit, notice its death, end it.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::confine;

/// A flag that gives up a waiting request; clones share it.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) enum RequestError {
    /// The process ended before it answered; what it last wrote to stderr.
    Died(String),
    TimedOut,
    Cancelled,
}

/// Larger frames are taken for noise: something else wrote to the process's stdout.
const FRAME_LIMIT: u32 = 1 << 30;
const LAST_WORDS_LIMIT: usize = 8 << 10;
/// How often a waiting request looks at its cancel flag.
const TICK: Duration = Duration::from_millis(20);

type Waiting = HashMap<u64, mpsc::Sender<Vec<u8>>>;

pub(crate) struct Process {
    child: Mutex<Child>,
    /// Frames to send; a thread of its own writes them, so that a process that no longer reads blocks nobody.
    outgoing: mpsc::Sender<Vec<u8>>,
    /// `None` once the process's output has ended: nobody will be answered any more.
    waiting: Arc<Mutex<Option<Waiting>>>,
    last_words: Arc<Mutex<Vec<u8>>>,
    next_id: AtomicU64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Process {
    pub fn start(mut command: Command) -> std::io::Result<Process> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let waiting = Arc::new(Mutex::new(Some(HashMap::new())));
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let (outgoing, frames) = mpsc::channel();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_frames(stdin, &frames));
        }
        if let Some(stdout) = child.stdout.take() {
            let waiting = Arc::clone(&waiting);
            thread::spawn(move || {
                read_frames(stdout, &waiting);
                // Dropping the senders wakes everybody who waits.
                *lock(&waiting) = None;
            });
        }
        if let Some(stderr) = child.stderr.take() {
            let last_words = Arc::clone(&last_words);
            thread::spawn(move || keep_last_words(stderr, &last_words));
        }
        Ok(Process {
            child: Mutex::new(child),
            outgoing,
            waiting,
            last_words,
            next_id: AtomicU64::new(1),
        })
    }

    pub fn request(
        &self,
        payload: &[u8],
        limit: Duration,
        cancel: &Cancel,
    ) -> Result<Vec<u8>, RequestError> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = mpsc::channel();
        match lock(&self.waiting).as_mut() {
            Some(waiting) => waiting.insert(id, sender),
            None => return Err(self.died()),
        };
        let mut frame = Vec::with_capacity(payload.len() + 12);
        frame.extend((payload.len() as u32 + 8).to_be_bytes());
        frame.extend(id.to_be_bytes());
        frame.extend(payload);
        // The writing thread ends with the process, whose death is noticed below.
        let _ = self.outgoing.send(frame);

        let deadline = Instant::now() + limit;
        let error = loop {
            match receiver
                .recv_timeout(TICK.min(deadline.saturating_duration_since(Instant::now())))
            {
                Ok(reply) => return Ok(reply),
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => {
                    break RequestError::Cancelled;
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => {
                    break RequestError::TimedOut;
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        // A late answer finds nobody and is thrown away.
        if let Some(waiting) = lock(&self.waiting).as_mut() {
            waiting.remove(&id);
        }
        Err(error)
    }

    fn died(&self) -> RequestError {
        self.kill();
        // The thread that reads stderr may be a moment behind the one that reads stdout.
        thread::sleep(TICK);
        RequestError::Died(
            String::from_utf8_lossy(&lock(&self.last_words))
                .trim()
                .to_owned(),
        )
    }

    pub fn is_alive(&self) -> bool {
        lock(&self.waiting).is_some() && matches!(lock(&self.child).try_wait(), Ok(None))
    }

    pub fn id(&self) -> u32 {
        lock(&self.child).id()
    }

    pub fn kill(&self) {
        confine::kill(&mut lock(&self.child));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write_frames(mut stdin: ChildStdin, frames: &mpsc::Receiver<Vec<u8>>) {
    for frame in frames {
        if stdin
            .write_all(&frame)
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Returns when the output ends or is no sequence of frames.
fn read_frames(mut stdout: impl Read, waiting: &Mutex<Option<Waiting>>) {
    loop {
        let mut head = [0; 12];
        if stdout.read_exact(&mut head).is_err() {
            return;
        }
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]);
        if !(8..=FRAME_LIMIT).contains(&length) {
            return;
        }
        let mut id = [0; 8];
        id.copy_from_slice(&head[4..]);
        let mut payload = Vec::new();
        let expected = u64::from(length) - 8;
        match stdout.by_ref().take(expected).read_to_end(&mut payload) {
            Ok(count) if count as u64 == expected => {}
            _ => return,
        }
        let sender = lock(waiting)
            .as_mut()
            .and_then(|waiting| waiting.remove(&u64::from_be_bytes(id)));
        if let Some(sender) = sender {
            let _ = sender.send(payload);
        }
    }
}

fn keep_last_words(mut stderr: impl Read, last_words: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    while let Ok(count) = stderr.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let mut words = lock(last_words);
        words.extend(&buffer[..count]);
        let excess = words.len().saturating_sub(LAST_WORDS_LIMIT);
        words.drain(..excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Jdk, cache};

    /// A request that the side-car cannot even read must not be waited for until its time limit.
    #[test]
    fn a_side_car_that_cannot_read_its_input_ends() {
        let jdk = Jdk::find(None).expect("a JDK");
        let (classes, _folder) = cache::classes_for(&jdk).expect("the side-car's classes");
        let mut command = Command::new(jdk.java());
        command.arg("-Xmx32m").arg("-cp").arg(classes);
        command.args(["proviso.host.Main", "compile"]);
        let process = Process::start(command).expect("a process");
        let length_without_memory_for_it = 0x7fff_fff0_u32.to_be_bytes();
        process
            .outgoing
            .send(length_without_memory_for_it.to_vec())
            .expect("the writer is there");
        let answer = process.request(b"", Duration::from_secs(120), &Cancel::default());
        assert!(matches!(answer, Err(RequestError::Died(_))), "{answer:?}");
    }
}
