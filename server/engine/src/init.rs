//! Class initialization (JVMS 5.5), in one thread. The initializer runs in a frame of its own; the instruction that
//! needs the class is repeated when it is done.

use crate::classes::ClassId;
use crate::machine::{Machine, R, Stop};
use crate::state::{InitStatus, State, Then};

impl Machine {
    /// Makes sure that a class is initialized (or being initialized by a frame below).
    pub fn initialise(&mut self, st: &mut State, class: ClassId) -> R<()> {
        match st.init_status(class) {
            InitStatus::Done | InitStatus::Running => return Ok(()),
            InitStatus::Failed => {
                let name = format!(
                    "Could not initialize class {}",
                    self.classes.name(class).replace('/', ".")
                );
                return self.throw_new(st, "java/lang/NoClassDefFoundError", Some(&name));
            }
            InitStatus::NotStarted => {}
        }
        let info = self.classes.get(class).clone();
        if !info.access.is_interface() {
            if let Some(superclass) = info.superclass {
                self.initialise(st, superclass)?;
            }
            for &interface in &info.interfaces {
                self.initialise_defaults(st, interface)?;
            }
        }
        let Some(initializer) = info.initializer.clone() else {
            st.class_mut(class).status = InitStatus::Done;
            return Ok(());
        };
        if crate::intrinsics::skip_initializer(self, st, class)? {
            st.class_mut(class).status = InitStatus::Done;
            return Ok(());
        }
        st.class_mut(class).status = InitStatus::Running;
        self.enter_method(st, &initializer, Vec::new(), Then::ClassInit(class), 0)?;
        Err(Stop::Again)
    }

    /// Superinterfaces are initialized only if they have a default method (JVMS 5.5 step 7).
    fn initialise_defaults(&mut self, st: &mut State, interface: ClassId) -> R<()> {
        let info = self.classes.get(interface).clone();
        for &above in &info.interfaces {
            self.initialise_defaults(st, above)?;
        }
        let has_default = info
            .methods
            .iter()
            .any(|m| !m.is_static() && !m.access.is_abstract());
        if has_default {
            self.initialise(st, interface)
        } else {
            Ok(())
        }
    }

    pub(crate) fn initialised(&mut self, st: &mut State, class: ClassId) {
        st.class_mut(class).status = InitStatus::Done;
        self.forget_initial_statics(st, class);
    }
}
