//! Feeds damaged files to the readers of outside bytes: `cargo run --release -p proviso-checker --example fuzz_files -- JDK_HOME SECONDS [TARGET…]`.
//! A panic that leaves a reader ends it; an input that takes longer than two seconds is a failure too. Each target says how
//! many inputs it has seen in which time.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use proviso_classfile::ClassPath;
use proviso_report::{Bounds, MethodReport, Range};
use proviso_verdicts::{Cache, KeyBuilder};

const POM: &str = r#"<project><modelVersion>4.0.0</modelVersion><parent><groupId>g</groupId><artifactId>p</artifactId>
<version>1</version><relativePath>../pom.xml</relativePath></parent><groupId>g</groupId><artifactId>a</artifactId>
<properties><maven.compiler.release>17</maven.compiler.release><v>${w}</v><w>${v}</w></properties>
<modules><module>one</module><module>../two</module></modules><build><sourceDirectory>src/${v}</sourceDirectory></build>
<dependencyManagement><dependencies><dependency><groupId>b</groupId><artifactId>b</artifactId><version>1</version>
<type>pom</type><scope>import</scope></dependency></dependencies></dependencyManagement>
<dependencies><dependency><groupId>g.h</groupId><artifactId>${project.artifactId}</artifactId><version>${v}</version>
</dependency></dependencies></project>"#;
const GRADLE: &str = r#"plugins { id 'java' }
java { toolchain { languageVersion = JavaLanguageVersion.of(17) } }
sourceCompatibility = '11'
sourceSets { main { java { srcDirs = ['src/main/java', "gen"] } } }
dependencies { implementation 'g:a:1.0' ; implementation files('libs/a.jar', 'b.jar') // x
  testImplementation("junit:junit:4.13") /* } */ }
"#;
const TOML: &str = r#"k = 3
n-bound = 4
timeout = 10.5
strategy = "auto"
calls = "auto"
classpath = ["libs/a.jar"]
source-path = ["src"]
spec-path = ["specs"]
sandbox = "required"
nondet = ["a.B.*"]
[extra]
x = 1979-05-27T07:32:00Z
"#;

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// Changed, cut, repeated and exchanged pieces.
fn damaged(good: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=random.below(6) {
        if bytes.is_empty() {
            return bytes;
        }
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(40)).min(bytes.len());
        match random.below(7) {
            0 => bytes[at] = random.next() as u8,
            1 => bytes[at] ^= 1 << random.below(8),
            2 => bytes.truncate(at),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let piece = bytes[at..end].to_vec();
                let often = if random.below(20) == 0 { 3000 } else { 4 };
                let count = 1 + random.below(often);
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece.repeat(count));
            }
            5 => bytes[at..end].fill([0, 0xff, b'{', b'<', b'"'][random.below(5)]),
            _ => {
                let to = random.below(bytes.len());
                bytes.swap(at, to);
            }
        }
    }
    bytes
}

type Target<'a> = (&'a str, Vec<u8>, Box<dyn Fn(&[u8]) + 'a>);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [home, seconds, wanted @ ..] = &arguments[..] else {
        eprintln!("usage: fuzz_files JDK_HOME SECONDS [TARGET…]");
        return ExitCode::from(2);
    };
    let Ok(seconds) = seconds.parse::<f64>() else {
        eprintln!("{seconds} is no number of seconds");
        return ExitCode::from(2);
    };
    let folder = match tempfile::tempdir() {
        Ok(folder) => folder,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut targets = targets(Path::new(home), folder.path());
    targets.retain(|(name, ..)| wanted.is_empty() || wanted.iter().any(|word| word == name));
    let mut slow = false;
    for (name, good, read) in &targets {
        let time = Duration::from_secs_f64(seconds / targets.len() as f64);
        slow |= run(name, good, read, time);
    }
    if slow {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    }
}

fn run(name: &str, good: &[u8], read: &dyn Fn(&[u8]), time: Duration) -> bool {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let (start, mut count, mut slowest) = (Instant::now(), 0, Duration::ZERO);
    while start.elapsed() < time {
        let bad = damaged(good, &mut random);
        let before = Instant::now();
        read(&bad);
        slowest = slowest.max(before.elapsed());
        count += 1;
    }
    let spent = start.elapsed().as_secs();
    println!("{name}: {count} inputs in {spent} s, no panic; the slowest took {slowest:?}");
    slowest > Duration::from_secs(2)
}

fn targets<'a>(home: &'a Path, folder: &'a Path) -> Vec<Target<'a>> {
    let project = folder.join("project");
    let sources = project.join("src/main/java");
    std::fs::create_dir_all(&sources).expect("a folder");
    std::fs::write(sources.join("A.java"), "class A {}").expect("a file");
    let build_file = |name: &'static str| {
        let project = project.clone();
        move |bytes: &[u8]| {
            std::fs::write(project.join(name), bytes).expect("a file");
            // Whatever it says, the answer is a value.
            let _ = proviso_project::discover(std::slice::from_ref(&project));
            std::fs::remove_file(project.join(name)).expect("removed");
        }
    };
    let jar = std::fs::read(home.join("lib/jrt-fs.jar")).unwrap_or_default();
    let damaged_jar = folder.join("a.jar");
    let cache = folder.join("cache");
    use_cache(&cache);
    let kept = std::fs::read(cache.join("verdicts.redb")).unwrap_or_default();
    vec![
        ("pom", POM.into(), Box::new(build_file("pom.xml"))),
        (
            "gradle",
            GRADLE.into(),
            Box::new(build_file("build.gradle")),
        ),
        (
            "toml",
            TOML.into(),
            Box::new(|bytes| {
                let _ = proviso_project::parse_config(&String::from_utf8_lossy(bytes));
            }),
        ),
        (
            "jar",
            jar,
            Box::new(move |bytes| {
                std::fs::write(&damaged_jar, bytes).expect("a file");
                proviso_jvm_host::fuzzing::manifest(&damaged_jar);
                let Ok(path) = ClassPath::new(home, std::slice::from_ref(&damaged_jar)) else {
                    return;
                };
                for name in [
                    "jdk/internal/jrtfs/JrtFileSystem",
                    "jdk/internal/jimage/ImageReader",
                    "No",
                ] {
                    let _ = path.class(name);
                }
            }),
        ),
        (
            "cache",
            kept,
            Box::new(move |bytes| {
                let _ = std::fs::remove_dir_all(&cache);
                std::fs::create_dir_all(&cache).expect("a folder");
                std::fs::write(cache.join("verdicts.redb"), bytes).expect("a file");
                use_cache(&cache);
            }),
        ),
        (
            "side-car",
            proviso_jvm_host::fuzzing::reply(),
            Box::new(proviso_jvm_host::fuzzing::replies),
        ),
    ]
}

/// Opens the cache in a folder, whatever lies there, reads from it and writes to it.
fn use_cache(folder: &Path) {
    let cache = Cache::open(folder);
    for number in 0..8u8 {
        let mut key = KeyBuilder::default();
        key.add(&[number]);
        let key = key.finish();
        let known = cache.get(&key);
        // An entry that was changed is not believed.
        assert!(known.is_none_or(|report| report == report_of(number)));
        cache.put(key, &report_of(number));
    }
    let _ = cache.trouble();
}

fn report_of(number: u8) -> MethodReport {
    let id = format!("p.C.m{number}()V");
    MethodReport::undecided(&id, "C.java", Range::of_bytes("", 0, 0), Bounds::default())
}
