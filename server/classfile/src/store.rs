//! One class path entry with what has been loaded from it: a folder, a jar, or the JDK.

use crate::class::ClassFile;
use crate::classpath::Origin;
use crate::error::ClassError;
use crate::jimage::Image;
use crate::name::{Name, intern};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use zip::ZipArchive;

/// No class file is larger; a jar that claims so is not believed.
const MAX_CLASS_BYTES: u64 = 32 << 20;

type Loaded = Result<Option<Arc<ClassFile>>, ClassError>;

#[derive(Debug)]
pub(crate) struct Store {
    source: Source,
    is_jdk: bool,
    loaded: RwLock<HashMap<Name, Loaded>>,
}

#[derive(Debug)]
enum Source {
    Folder(PathBuf),
    Jar(Jar),
    Image(Image),
}

#[derive(Debug)]
struct Jar {
    path: PathBuf,
    /// Class name → entry.
    index: HashMap<Name, usize>,
    archive: Mutex<ZipArchive<BufReader<File>>>,
}

fn io_error(path: &Path, why: impl std::fmt::Display) -> ClassError {
    ClassError::Io {
        path: path.display().to_string(),
        why: why.to_string(),
    }
}

impl Store {
    fn new(source: Source, is_jdk: bool) -> Store {
        Store {
            source,
            is_jdk,
            loaded: RwLock::default(),
        }
    }

    /// A folder or a jar. `release` chooses among the versions of a multi-release jar.
    pub fn open(path: &Path, release: u32) -> Result<Store, ClassError> {
        let source = if path.is_dir() {
            Source::Folder(path.to_owned())
        } else {
            Source::Jar(Jar::open(path, release)?)
        };
        Ok(Store::new(source, false))
    }

    /// The classes of a JDK: `lib/modules`, or `rt.jar` up to JDK 8.
    pub fn open_jdk(home: &Path) -> Result<Store, ClassError> {
        let image = home.join("lib/modules");
        if image.exists() {
            return Ok(Store::new(Source::Image(Image::open(&image)?), true));
        }
        for jar in ["jre/lib/rt.jar", "lib/rt.jar"] {
            let jar = home.join(jar);
            if jar.exists() {
                return Ok(Store::new(Source::Jar(Jar::open(&jar, 8)?), true));
            }
        }
        Err(io_error(
            home,
            "not a JDK (neither lib/modules nor rt.jar is there)",
        ))
    }

    pub fn origin(&self) -> Origin {
        match &self.source {
            _ if self.is_jdk => Origin::Jdk,
            Source::Folder(path) => Origin::Folder(path.clone()),
            Source::Jar(jar) => Origin::Jar(jar.path.clone()),
            Source::Image(_) => Origin::Jdk,
        }
    }

    pub fn is_folder(&self) -> bool {
        matches!(self.source, Source::Folder(_))
    }

    /// The class, or `None` if it is not here.
    pub fn load(&self, name: &str) -> Loaded {
        if let Some(known) = self
            .loaded
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(name)
        {
            return known.clone();
        }
        let loaded = self
            .read(name)
            .and_then(|bytes| bytes.map(|b| parse_as(name, b)).transpose());
        // Two workers may both have read it; the first one's class is the one everybody gets.
        let mut table = self.loaded.write().unwrap_or_else(PoisonError::into_inner);
        table.entry(intern(name)).or_insert(loaded).clone()
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, ClassError> {
        match &self.source {
            Source::Folder(root) => read_file(root, name),
            Source::Jar(jar) => jar.read(name),
            Source::Image(image) => image.class_bytes(name),
        }
    }

    /// A file that is no class, by its path from the root. The JDK's own are not looked for.
    pub fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, ClassError> {
        match &self.source {
            Source::Folder(root) => read_under(root, path, path),
            Source::Jar(jar) => jar.resource(path),
            Source::Image(_) => Ok(None),
        }
    }

    pub fn class_names(&self) -> Result<Vec<Name>, ClassError> {
        let mut names = match &self.source {
            Source::Folder(root) => folder_names(root)?,
            Source::Jar(jar) => jar.index.keys().cloned().collect(),
            Source::Image(image) => image.class_names()?,
        };
        names.sort();
        Ok(names)
    }
}

fn parse_as(name: &str, bytes: Vec<u8>) -> Result<Arc<ClassFile>, ClassError> {
    let class = ClassFile::parse(bytes)?;
    if &*class.name != name {
        return Err(ClassError::WrongName {
            expected: intern(name),
            found: class.name,
        });
    }
    Ok(Arc::new(class))
}

fn read_file(root: &Path, name: &str) -> Result<Option<Vec<u8>>, ClassError> {
    read_under(root, name, &format!("{name}.class"))
}

fn read_under(root: &Path, name: &str, file: &str) -> Result<Option<Vec<u8>>, ClassError> {
    // A name from outside must not lead out of the folder.
    if name.starts_with('/') || name.split('/').any(|part| part.is_empty() || part == "..") {
        return Ok(None);
    }
    let path = root.join(file);
    match std::fs::read(&path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) if e.kind() == std::io::ErrorKind::NotADirectory => Ok(None),
        Err(e) if e.kind() == std::io::ErrorKind::IsADirectory => Ok(None),
        Err(e) => Err(io_error(&path, e)),
    }
}

fn folder_names(root: &Path) -> Result<Vec<Name>, ClassError> {
    let mut names = Vec::new();
    let mut todo = vec![(root.to_owned(), String::new())];
    while let Some((folder, prefix)) = todo.pop() {
        for entry in std::fs::read_dir(&folder).map_err(|e| io_error(&folder, e))? {
            let entry = entry.map_err(|e| io_error(&folder, e))?;
            let Ok(file) = entry.file_name().into_string() else {
                continue;
            };
            // `file_type` does not follow links, so a link back up cannot send us round in circles.
            if entry.file_type().is_ok_and(|t| t.is_dir()) {
                todo.push((entry.path(), format!("{prefix}{file}/")));
            } else if let Some(stem) = file.strip_suffix(".class")
                && stem != "module-info"
                && stem != "package-info"
            {
                names.push(intern(&format!("{prefix}{stem}")));
            }
        }
    }
    Ok(names)
}

impl Jar {
    fn open(path: &Path, release: u32) -> Result<Jar, ClassError> {
        let file = File::open(path).map_err(|e| io_error(path, e))?;
        let mut archive = ZipArchive::new(BufReader::new(file)).map_err(|e| io_error(path, e))?;
        let multi_release = is_multi_release(&mut archive);
        // For each class the entry with the highest version not above `release`; 0 is the unversioned one.
        let mut best: HashMap<Name, (u32, usize)> = HashMap::new();
        for (i, entry) in archive.file_names().enumerate().collect::<Vec<_>>() {
            let (version, rest) = match entry.strip_prefix("META-INF/versions/") {
                Some(rest) => match rest.split_once('/').map(|(v, rest)| (v.parse(), rest)) {
                    Some((Ok(version), rest)) if multi_release && version <= release => {
                        (version, rest)
                    }
                    _ => continue,
                },
                None => (0, entry),
            };
            let Some(name) = rest.strip_suffix(".class") else {
                continue;
            };
            if name == "module-info" {
                continue;
            }
            let kept = best.entry(intern(name)).or_insert((version, i));
            if version > kept.0 {
                *kept = (version, i);
            }
        }
        let index = best.into_iter().map(|(name, (_, i))| (name, i)).collect();
        Ok(Jar {
            path: path.to_owned(),
            index,
            archive: Mutex::new(archive),
        })
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, ClassError> {
        let Some(&i) = self.index.get(name) else {
            return Ok(None);
        };
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = archive.by_index(i).map_err(|e| io_error(&self.path, e))?;
        let mut bytes = Vec::new();
        entry
            .take(MAX_CLASS_BYTES)
            .read_to_end(&mut bytes)
            .map_err(|e| io_error(&self.path, format!("{name}: {e}")))?;
        Ok(Some(bytes))
    }
}

impl Jar {
    fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, ClassError> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let Ok(entry) = archive.by_name(path) else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        entry
            .take(MAX_CLASS_BYTES)
            .read_to_end(&mut bytes)
            .map_err(|e| io_error(&self.path, format!("{path}: {e}")))?;
        Ok(Some(bytes))
    }
}

fn is_multi_release(archive: &mut ZipArchive<BufReader<File>>) -> bool {
    let Ok(manifest) = archive.by_name("META-INF/MANIFEST.MF") else {
        return false;
    };
    let mut text = String::new();
    if manifest.take(1 << 20).read_to_string(&mut text).is_err() {
        return false;
    }
    text.lines().any(|l| {
        l.split_once(':').is_some_and(|(k, v)| {
            k.trim().eq_ignore_ascii_case("Multi-Release") && v.trim().eq_ignore_ascii_case("true")
        })
    })
}
