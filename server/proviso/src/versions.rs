//! The versions of what a verdict rests on.

use proviso_jvm_host::Jdk;

pub fn text() -> String {
    let jdk = match Jdk::find(None) {
        Ok(jdk) => format!("JDK {} ({})", jdk.version, jdk.home.display()),
        Err(error) => format!("JDK none ({error})"),
    };
    format!(
        "proviso {}\nZ3 {}\n{jdk}\n",
        proviso_report::VERSION,
        proviso_solver::z3_version()
    )
}
