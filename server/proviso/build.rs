//! Lets the binary find Z3 beside itself, or in the checkout's `.deps`, without environment variables.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo:rustc-link-arg=-Wl,-rpath,$ORIGIN:$ORIGIN/../../.deps/z3/lib");
    }
}
