//! Natives and shortcuts inside the JDK that its collections, formatting and text classes come across.

use super::*;
use crate::indy::{Variable, var_handle};
use crate::machine::unknown;
use crate::value::{Ref, Value};

const VM: &str = "jdk/internal/misc/VM";
const CDS: &str = "jdk/internal/misc/CDS";
const ACCESS: &str = "java/security/AccessController";
const REFERENCE: &str = "java/lang/ref/Reference";
const SECRETS: &str = "jdk/internal/access/SharedSecrets";
const HANDLES: &str = "java/lang/invoke/MethodHandles";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const SIGNAL: &str = "there is no archive of classes";

pub(super) const TABLE: &[Entry] = &[
    entry(
        SECRETS,
        "getJavaLangAccess",
        "()Ljdk/internal/access/JavaLangAccess;",
        java_lang_access,
        "initialises System first, as the VM does",
    ),
    entry(VM, "initialize", "()V", super::nothing, "the VM is up"),
    entry(
        VM,
        "initializeFromArchive",
        "(Ljava/lang/Class;)V",
        super::nothing,
        SIGNAL,
    ),
    entry(
        VM,
        "getSavedProperty",
        "(Ljava/lang/String;)Ljava/lang/String;",
        null,
        "no property was saved",
    ),
    entry(VM, "isBooted", "()Z", yes, "true"),
    entry(VM, "isModuleSystemInited", "()Z", yes, "true"),
    entry(VM, "initLevel", "()I", booted, "4: booted"),
    entry(VM, "getNanoTimeAdjustment", "(J)J", zero_long, "0"),
    entry(CDS, "isDumpingClassList0", "()Z", no, SIGNAL),
    entry(CDS, "isDumpingArchive0", "()Z", no, SIGNAL),
    entry(CDS, "isSharingEnabled0", "()Z", no, SIGNAL),
    entry(CDS, "getCDSConfigStatus", "()I", zero, SIGNAL),
    entry(CDS, "getRandomSeedForDumping", "()J", zero_long, SIGNAL),
    entry(
        CDS,
        "initializeFromArchive",
        "(Ljava/lang/Class;)V",
        super::nothing,
        SIGNAL,
    ),
    entry(
        SECRETS,
        "ensureClassInitialized",
        "(Ljava/lang/Class;)V",
        ensure_initialized,
        "exact",
    ),
    entry(
        LOOKUP,
        "ensureInitialized",
        "(Ljava/lang/Class;)Ljava/lang/Class;",
        ensure_lookup,
        "exact",
    ),
    entry(
        LOOKUP,
        "findVarHandle",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
        find_var_handle,
        "exact",
    ),
    entry(
        LOOKUP,
        "findStaticVarHandle",
        "(Ljava/lang/Class;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
        find_var_handle,
        "exact",
    ),
    entry(
        HANDLES,
        "arrayElementVarHandle",
        "(Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
        element_var_handle,
        "exact",
    ),
    entry(
        HANDLES,
        "lookup",
        "()Ljava/lang/invoke/MethodHandles$Lookup;",
        lookup_object,
        "access is not checked: javac has done so",
    ),
    entry(
        HANDLES,
        "privateLookupIn",
        "*",
        private_lookup,
        "access is not checked: javac has done so",
    ),
    entry(
        "java/lang/invoke/VarHandle",
        "fullFence",
        "()V",
        super::nothing,
        "one thread",
    ),
    entry(
        "java/lang/invoke/VarHandle",
        "acquireFence",
        "()V",
        super::nothing,
        "one thread",
    ),
    entry(
        "java/lang/invoke/VarHandle",
        "releaseFence",
        "()V",
        super::nothing,
        "one thread",
    ),
    entry(
        "java/lang/invoke/VarHandle",
        "loadLoadFence",
        "()V",
        super::nothing,
        "one thread",
    ),
    entry(
        "java/lang/invoke/VarHandle",
        "storeStoreFence",
        "()V",
        super::nothing,
        "one thread",
    ),
    entry(
        "java/lang/invoke/VarHandle",
        "withInvokeExactBehavior",
        "*",
        same_handle,
        "types are javac's",
    ),
    entry(
        ACCESS,
        "doPrivileged",
        "*",
        do_privileged,
        "runs the action",
    ),
    entry(
        ACCESS,
        "getStackAccessControlContext",
        "*",
        null,
        "no access control",
    ),
    entry(ACCESS, "getContext", "*", null, "no access control"),
    entry(
        ACCESS,
        "checkPermission",
        "*",
        super::nothing,
        "no access control",
    ),
    entry(
        REFERENCE,
        "refersTo0",
        "(Ljava/lang/Object;)Z",
        refers_to,
        "exact",
    ),
    entry(
        "java/lang/ref/PhantomReference",
        "refersTo0",
        "(Ljava/lang/Object;)Z",
        refers_to,
        "exact",
    ),
    entry(REFERENCE, "clear0", "()V", clear, "exact"),
    entry(
        REFERENCE,
        "reachabilityFence",
        "*",
        super::nothing,
        "nothing is collected",
    ),
    entry(
        "java/util/concurrent/atomic/AtomicLong",
        "VMSupportsCS8",
        "()Z",
        yes,
        "true",
    ),
    entry(
        "java/lang/Shutdown",
        "beforeHalt",
        "()V",
        super::nothing,
        "nothing to do",
    ),
    entry(
        "java/util/TimeZone",
        "getSystemTimeZoneID",
        "*",
        null,
        "the JDK falls back to GMT",
    ),
    entry(
        "jdk/internal/misc/PreviewFeatures",
        "isPreviewEnabled",
        "()Z",
        no,
        "preview features are off",
    ),
    entry(
        "jdk/internal/vm/ContinuationSupport",
        "isSupported0",
        "()Z",
        no,
        "no virtual threads",
    ),
    entry(
        "java/lang/Package",
        "getPackage",
        "*",
        null,
        "packages have no objects",
    ),
    entry(
        "java/io/FileDescriptor",
        "initIDs",
        "()V",
        super::nothing,
        "no files",
    ),
];

fn null(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_null(m, st, method)
}

fn yes(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_bool(m, st, method, true)
}

fn no(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_bool(m, st, method, false)
}

fn zero(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_int(m, st, method, 0)
}

fn booted(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_int(m, st, method, 4)
}

fn zero_long(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_long(m, st, method, 0)
}

fn java_lang_access(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let system = m.classes.load("java/lang/System")?;
    m.initialise(st, system)?;
    run_bytecode(m, st, method)
}

fn ensure_initialized(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class_arg(m, st, method, 0)?;
    m.initialise(st, class)?;
    finish(m, st, method, None)
}

fn ensure_lookup(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class_arg(m, st, method, 1)?;
    m.initialise(st, class)?;
    finish_mirror(m, st, method, class)
}

/// `action.run()`. A checked exception would be wrapped for `PrivilegedExceptionAction`; the JDK's own actions that
/// reach this throw none.
fn do_privileged(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let action = non_null_arg(m, st, method, 0)?;
    let class = exact_class(m, st, action)?;
    let (name, descriptor) = (
        proviso_classfile::intern("run"),
        proviso_classfile::intern("()Ljava/lang/Object;"),
    );
    let Some(run) = m.classes.resolve_method(class, &name, &descriptor) else {
        return crate::machine::unknown("a privileged action without run()");
    };
    let run = select(m, st, action, &run)?;
    call_instead(m, st, method, &run, vec![Value::Ref(Ref::Object(action))])
}

fn refers_to(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let this = non_null_arg(m, st, method, 0)?;
    let other = ref_arg(st, method, 1)?;
    let Value::Ref(held) = m.read_named(st, this, "referent")? else {
        return finish_bool(m, st, method, false);
    };
    let same = m.same_ref(st, held, other)?;
    finish_bool(m, st, method, same)
}

fn clear(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let this = non_null_arg(m, st, method, 0)?;
    m.write_named(st, this, "referent", Value::NULL)?;
    finish(m, st, method, None)
}

fn find_var_handle(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class_arg(m, st, method, 1)?;
    let name = non_null_arg(m, st, method, 2)?;
    let field_class = class_arg(m, st, method, 3)?;
    let Some(name) = string_text(m, st, name) else {
        return unknown("a VarHandle of an unknown field");
    };
    let ty = m.type_of_class(field_class);
    match m.classes.resolve_field(class, &name, &ty) {
        Some(field) => {
            let handle = var_handle(m, st, Variable::of_field(&field))?;
            finish_ref(m, st, method, handle)
        }
        None => throw(m, st, "java/lang/NoSuchFieldException", &name),
    }
}

fn element_var_handle(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    class_arg(m, st, method, 0)?;
    let handle = var_handle(m, st, Variable::Element)?;
    finish_ref(m, st, method, handle)
}

fn lookup_object(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let caller = st.top().method.class;
    let caller = m.mirror(st, caller)?;
    let object = lang::preexisting(m, st, LOOKUP)?;
    m.write_named(st, object, "lookupClass", Value::Ref(Ref::Object(caller)))?;
    finish_ref(m, st, method, object)
}

fn private_lookup(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let lookup = arg(st, method, 1);
    finish(m, st, method, Some(lookup))
}

fn same_handle(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let handle = arg(st, method, 0);
    finish(m, st, method, Some(handle))
}
