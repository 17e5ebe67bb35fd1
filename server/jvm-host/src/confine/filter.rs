//! The seccomp filter: system calls that no JVM of ours needs and that would reach beyond what Landlock guards.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, sock_filter,
};

/// Refused whatever their arguments, with EPERM.
const REFUSED: &[i64] = &[
    // Sockets of any family; what goes around them.
    libc::SYS_socket,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Programs from a descriptor. (`execve` stays: it starts the JVM, and Landlock names what it may start.)
    libc::SYS_execveat,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_getfd,
    libc::SYS_pidfd_send_signal,
    libc::SYS_kcmp,
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_setpgid,
    libc::SYS_setsid,
    libc::SYS_setpriority,
    libc::SYS_ioprio_set,
    // What a file is besides its content, which Landlock does not guard.
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_mknodat,
    // Memory that outlives the process.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // The kernel and the machine.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    libc::SYS_fanotify_init,
    libc::SYS_setrlimit,
    libc::SYS_setuid,
    libc::SYS_setgid,
    libc::SYS_setreuid,
    libc::SYS_setregid,
    libc::SYS_setresuid,
    libc::SYS_setresgid,
    libc::SYS_setgroups,
    libc::SYS_setfsuid,
    libc::SYS_setfsgid,
];

/// Those that newer machines no longer have.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[i64] = &[
    libc::SYS_fork,
    libc::SYS_vfork,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_mknod,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_modify_ldt,
    libc::SYS_kexec_file_load,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[i64] = &[];

/// None on a machine for which filters cannot be made.
pub(super) fn program() -> Option<BpfProgram> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = REFUSED
        .iter()
        .chain(REFUSED_HERE)
        .map(|call| (*call, Vec::new()))
        .collect();
    // A thread is welcome, a process is not.
    let thread = libc::CLONE_THREAD as u64;
    rules.insert(
        libc::SYS_clone,
        vec![when(0, SeccompCmpOp::MaskedEq(thread), 0)?],
    );
    // Limits may be asked for (without a new value), not set.
    rules.insert(libc::SYS_prlimit64, vec![when(2, SeccompCmpOp::Ne, 0)?]);
    let machine = std::env::consts::ARCH.try_into().ok()?;
    let refuse = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, machine).ok()?;
    let rest: BpfProgram = filter.try_into().ok()?;
    let mut whole = first_questions();
    whole.extend(rest);
    Some(whole)
}

fn when(argument: u8, is: SeccompCmpOp, value: u64) -> Option<SeccompRule> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Qword, is, value).ok()?;
    SeccompRule::new(vec![condition]).ok()
}

/// What the crate has no words for, asked before its own questions: `clone3` says what it wants in memory that a filter
/// cannot read, so the C library is told that there is none and uses `clone`; and the second numbering of all calls (x32)
/// would go around every rule.
fn first_questions() -> BpfProgram {
    const LOAD: u16 = 0x20; // BPF_LD | BPF_W | BPF_ABS
    const IF_EQUAL: u16 = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
    const IF_AT_LEAST: u16 = 0x35; // BPF_JMP | BPF_JGE | BPF_K
    const RETURN: u16 = 0x06; // BPF_RET | BPF_K
    let missing = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
    let line = |code, jt, jf, k| sock_filter { code, jt, jf, k };
    vec![
        line(LOAD, 0, 0, 0), // seccomp_data.nr
        line(IF_EQUAL, 1, 0, libc::SYS_clone3 as u32),
        line(IF_AT_LEAST, 0, 1, 0x4000_0000),
        line(RETURN, 0, 0, missing),
    ]
}
