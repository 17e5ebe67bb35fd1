//! What the tests of this crate share: the JDKs of this machine and one `Host` per test.

#![allow(dead_code, reason = "not every test file needs all of it")]

use std::path::PathBuf;
use std::sync::Arc;

use proviso_jvm_host::{Cancel, CompileRequest, CompileResult, CompiledClass, Host, Jdk, Source};

/// The default JDK and, where there are more below the usual folder, those too.
pub fn jdks() -> Vec<Jdk> {
    let mut found = vec![Jdk::find(None).expect("a JDK")];
    let Ok(folder) = std::fs::read_dir("/usr/lib/jvm") else {
        return found;
    };
    let mut homes: Vec<PathBuf> = folder.flatten().map(|entry| entry.path()).collect();
    homes.sort();
    for jdk in homes.iter().filter_map(|home| Jdk::at(home).ok()) {
        if found.iter().all(|known| known.feature != jdk.feature) {
            found.push(jdk);
        }
    }
    found
}

pub fn host() -> Host {
    Host::start(&Jdk::find(None).expect("a JDK")).expect("a host")
}

pub fn request(sources: &[(&str, &str)]) -> CompileRequest {
    let sources = sources
        .iter()
        .map(|(name, text)| Source {
            name: (*name).into(),
            text: (*text).into(),
        })
        .collect();
    CompileRequest {
        sources,
        ..CompileRequest::default()
    }
}

pub fn compile(host: &Host, sources: &[(&str, &str)]) -> CompileResult {
    host.compile(&request(sources), &Cancel::default())
        .expect("an answer of javac")
}

pub fn classes(host: &Host, sources: &[(&str, &str)]) -> Arc<[CompiledClass]> {
    let result = compile(host, sources);
    assert!(!result.has_errors(), "{:?}", result.diagnostics);
    result.classes.into()
}
