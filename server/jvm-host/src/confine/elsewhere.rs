//! Systems without Landlock and seccomp: nothing is confined, and `required` refuses to run code of the project.

use std::process::{Child, Command};

use super::{Needs, Sandbox, SandboxPart};

pub(super) fn parts() -> Vec<SandboxPart> {
    vec![SandboxPart {
        what: "confinement of processes (only on Linux so far)",
        enforced: false,
        needed: true,
    }]
}

pub(super) fn confine(command: &mut Command, _: &Needs, _: Sandbox) -> Result<(), String> {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        command.process_group(0);
    }
    #[cfg(not(unix))]
    let _ = command;
    Ok(())
}

pub(super) fn kill_group(child: &Child) {
    #[cfg(unix)]
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: a system call without memory; the child is not waited for yet, so the number is still its own.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    #[cfg(not(unix))]
    let _ = child;
}
