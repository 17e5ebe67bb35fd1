//! Lets everything that cargo runs find the Z3 library that was linked: cargo passes link-search folders below its
//! target folder on to the programs it starts, so the folder with Z3 is mirrored there by links.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    println!("cargo:rerun-if-changed=build.rs");
    let Some(out) = std::env::var_os("OUT_DIR").map(PathBuf::from) else {
        return;
    };
    let folders = std::env::var_os("PKG_CONFIG_PATH").unwrap_or_default();
    for folder in std::env::split_paths(&folders) {
        mirror(&folder.join("../lib"), &out);
    }
    println!("cargo:rustc-link-search=native={}", out.display());
}

/// Links every `libz3.so*` of a folder into another. A folder that is not there has none.
fn mirror(from: &Path, to: &Path) {
    let Ok(entries) = from.canonicalize().and_then(std::fs::read_dir) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with("libz3.so") {
            let target = to.join(&name);
            // A stale link from an earlier build is replaced.
            let _ = std::fs::remove_file(&target);
            if let Err(error) = std::os::unix::fs::symlink(entry.path(), &target) {
                println!("cargo:warning=could not link {}: {error}", target.display());
            }
        }
    }
}
