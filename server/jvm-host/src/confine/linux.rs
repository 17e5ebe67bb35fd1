//! Landlock, seccomp and resource limits. Everything is made ready before the fork; between fork and exec there are only
//! system calls on what is ready, because nothing else is allowed there.

use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, Ruleset, RulesetAttr,
    RulesetCreatedAttr, RulesetError, Scope, path_beneath_rules,
};
use seccompiler::BpfProgram;

use super::{Limits, Needs, Sandbox, SandboxPart, filter};

/// The rights we know how to use; an older kernel gives those it has.
const KNOWN: ABI = ABI::V6;
/// Without this one a file can be emptied by opening it for reading.
const LEAST: i64 = 3;

pub(super) fn parts() -> Vec<SandboxPart> {
    let abi = landlock_version();
    let part = |what, enforced, needed| SandboxPart {
        what,
        enforced,
        needed,
    };
    vec![
        part("files (Landlock 3)", abi >= LEAST, true),
        part(
            "programs, sockets, other processes (seccomp)",
            has_seccomp() && filter::program().is_some(),
            true,
        ),
        part("TCP (Landlock 4)", abi >= 4, false),
        part("devices (Landlock 5)", abi >= 5, false),
        part("signals (Landlock 6)", abi >= 6, false),
    ]
}

/// 0 when the kernel has no Landlock or it is switched off.
fn landlock_version() -> i64 {
    const CREATE_RULESET_VERSION: u32 = 1;
    let none = std::ptr::null::<u8>();
    // SAFETY: with this flag the call takes no memory and only answers a number.
    let answer = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            none,
            0_usize,
            CREATE_RULESET_VERSION,
        )
    };
    answer.max(0)
}

fn has_seccomp() -> bool {
    let action: u32 = libc::SECCOMP_RET_ERRNO;
    // SAFETY: reads the four bytes it is given.
    let answer = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_GET_ACTION_AVAIL,
            0,
            &raw const action,
        )
    };
    answer == 0
}

pub(super) fn confine(
    command: &mut Command,
    needs: &Needs,
    sandbox: Sandbox,
) -> Result<(), String> {
    let confined = sandbox != Sandbox::Off;
    let ruleset = if confined {
        ruleset(needs).map_err(|error| error.to_string())?
    } else {
        None
    };
    let program = if confined { filter::program() } else { None };
    let (limits, with_thread) = (needs.limits, needs.with_thread);
    // SAFETY: the closure makes system calls on what it owns, allocates nothing and takes no lock (a failure carries a
    // number, not a text).
    unsafe {
        command
            .pre_exec(move || before_exec(ruleset.as_ref(), program.as_ref(), limits, with_thread));
    }
    Ok(())
}

/// None where the kernel has no Landlock.
fn ruleset(needs: &Needs) -> Result<Option<OwnedFd>, RulesetError> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let write = read
        | AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeReg
        | AccessFs::MakeDir
        | AccessFs::RemoveFile
        | AccessFs::RemoveDir;
    let execute: BitFlags<AccessFs> = AccessFs::Execute | AccessFs::ReadFile;
    let created = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(KNOWN))?
        .handle_access(AccessNet::from_all(KNOWN))?
        .scope(Scope::from_all(KNOWN))?
        .create()?
        .add_rules(path_beneath_rules(system_files(), read))?
        .add_rules(path_beneath_rules(
            ["/dev/null"],
            AccessFs::WriteFile | AccessFs::ReadFile,
        ))?
        .add_rules(path_beneath_rules([&needs.jdk], read))?
        .add_rules(path_beneath_rules(linked_from(&needs.jdk), read))?
        .add_rules(path_beneath_rules(loaders(), execute))?
        .add_rules(path_beneath_rules([&needs.java], execute))?
        .add_rules(path_beneath_rules(&needs.read, read))?
        .add_rules(path_beneath_rules(&needs.write, write))?;
    Ok(created.into())
}

/// What any program needs to start and to tell the time. No file of a user is among it, and nothing of `/proc`.
fn system_files() -> Vec<&'static str> {
    vec![
        "/lib",
        "/lib64",
        "/usr/lib",
        "/usr/lib64",
        "/usr/local/lib",
        "/nix/store",
        "/gnu/store",
        "/etc/ld.so.cache",
        "/etc/localtime",
        "/etc/timezone",
        "/usr/share/zoneinfo",
        "/dev/urandom",
        "/dev/random",
    ]
}

/// The dynamic loaders: the kernel executes one with every program.
fn loaders() -> Vec<PathBuf> {
    let folders = ["/lib64", "/lib", "/usr/lib64", "/usr/lib"];
    let entries = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("ld-"))
        .map(|entry| entry.path())
        .collect()
}

/// Distributions keep a JDK's configuration under `/etc` and link to it.
fn linked_from(jdk: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![(jdk.join("conf"), 0), (jdk.join("lib"), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            match entry.file_type() {
                Ok(kind) if kind.is_symlink() => found.extend(entry.path().canonicalize()),
                Ok(kind) if kind.is_dir() && depth < 4 => folders.push((entry.path(), depth + 1)),
                _ => {}
            }
        }
    }
    found
}

/// Runs in the child, after the fork.
fn before_exec(
    ruleset: Option<&OwnedFd>,
    program: Option<&BpfProgram>,
    limits: Limits,
    with_thread: bool,
) -> io::Result<()> {
    // SAFETY: system calls that take numbers, or structures on this stack.
    unsafe {
        // A session of its own: no terminal, and a group that can be ended as a whole.
        libc::setsid();
        close_inherited();
        if with_thread {
            checked(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
        }
        limit(libc::RLIMIT_CORE, 0)?;
        if ruleset.is_none() && program.is_none() {
            return Ok(());
        }
        limit(libc::RLIMIT_AS, limits.memory_mb << 20)?;
        limit(libc::RLIMIT_CPU, limits.cpu_seconds)?;
        limit(libc::RLIMIT_FSIZE, limits.file_mb << 20)?;
        limit(libc::RLIMIT_NOFILE, 8192)?;
        checked(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))?;
        if let Some(ruleset) = ruleset {
            let (call, none) = (libc::SYS_landlock_restrict_self, 0_u32);
            if libc::syscall(call, ruleset.as_raw_fd(), none) != 0 {
                return Err(io::Error::last_os_error());
            }
        }
    }
    match program {
        Some(program) => seccompiler::apply_filter(program)
            .map_err(|_| io::Error::from_raw_os_error(libc::EPERM)),
        None => Ok(()),
    }
}

fn checked(answer: libc::c_int) -> io::Result<()> {
    match answer {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(target_env = "gnu")]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(target_env = "gnu"))]
type Resource = libc::c_int;

/// Never above what the process itself may have.
unsafe fn limit(what: Resource, wanted: u64) -> io::Result<()> {
    let mut now = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: both calls get a structure on this stack.
    unsafe {
        checked(libc::getrlimit(what, &raw mut now))?;
        let least = wanted.min(now.rlim_max);
        let new = libc::rlimit {
            rlim_cur: least,
            rlim_max: least,
        };
        checked(libc::setrlimit(what, &raw const new))
    }
}

/// What whoever started us left open is not for the JVM. Rust's own are closed at exec anyway.
unsafe fn close_inherited() {
    const CLOSE_RANGE_CLOEXEC: u32 = 4;
    // SAFETY: only marks descriptors; those that are not open are passed over.
    unsafe {
        if libc::syscall(libc::SYS_close_range, 3_u32, u32::MAX, CLOSE_RANGE_CLOEXEC) == 0 {
            return;
        }
        for descriptor in 3..4096 {
            libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
}

pub(super) fn kill_group(child: &Child) {
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: a system call without memory; the child is not waited for yet, so the number is still its own.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
}
