//! Where classes come from: in-memory classes first, then folders and jars in order, the JDK last as an application
//! class path has it, except that no folder or jar has `java/` classes: these come from memory (a patch of the JDK's
//! own sources) or from the JDK. Loading is lazy, cached, thread-safe.

use crate::class::ClassFile;
use crate::error::ClassError;
use crate::hierarchy::Ancestors;
use crate::name::{Name, intern};
use crate::store::Store;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Which part of the class path a class came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// Given in memory: the shadow classes being checked.
    Memory,
    /// Given in memory, but not the user's.
    Support,
    /// A folder of class files: part of the project.
    Folder(PathBuf),
    Jar(PathBuf),
    Jdk,
}

type Cache<T> = RwLock<HashMap<Name, Result<Arc<T>, ClassError>>>;

/// An immutable class path. Stores (and what they have loaded) are shared by class paths made from one another.
#[derive(Debug, Default)]
pub struct ClassPath {
    memory: HashMap<Name, Arc<ClassFile>>,
    support: Arc<HashMap<Name, Arc<ClassFile>>>,
    stores: Vec<Arc<Store>>,
    jdk: Option<Arc<Store>>,
    jdk_home: Option<PathBuf>,
    ancestors: Cache<Ancestors>,
    subclasses: OnceLock<Result<HashMap<Name, Vec<Name>>, ClassError>>,
}

impl ClassPath {
    /// A class path over a JDK (its home folder) and folders and jars. Entries that do not exist are skipped, as
    /// `java` does.
    pub fn new(jdk_home: &Path, entries: &[PathBuf]) -> Result<ClassPath, ClassError> {
        let jdk = Store::open_jdk(jdk_home)?;
        let release = jdk_release(jdk_home).unwrap_or(0);
        let stores = entries
            .iter()
            .filter(|e| e.exists())
            .map(|e| Store::open(e, release).map(Arc::new))
            .collect::<Result<_, _>>()?;
        Ok(ClassPath {
            stores,
            jdk: Some(Arc::new(jdk)),
            jdk_home: Some(jdk_home.to_owned()),
            ..ClassPath::default()
        })
    }

    /// The same class path with these in-memory classes (and no others) in front.
    pub fn with_classes<B>(
        &self,
        classes: impl IntoIterator<Item = B>,
    ) -> Result<ClassPath, ClassError>
    where
        B: Into<Arc<[u8]>>,
    {
        let mut memory = HashMap::new();
        for bytes in classes {
            let class = Arc::new(ClassFile::parse(bytes)?);
            memory.insert(class.name.clone(), class);
        }
        Ok(ClassPath {
            memory,
            ..self.without_classes()
        })
    }

    /// The same class path with these classes beside the in-memory ones it has.
    pub fn with_more(&self, classes: impl IntoIterator<Item = Arc<ClassFile>>) -> ClassPath {
        let mut memory = self.memory.clone();
        memory.extend(classes.into_iter().map(|class| (class.name.clone(), class)));
        ClassPath {
            memory,
            ..self.without_classes()
        }
    }

    /// The same class path with these classes, which are no part of the project: found by their name and by nothing else.
    pub fn with_support(self, classes: impl IntoIterator<Item = Arc<ClassFile>>) -> ClassPath {
        let named = |class: Arc<ClassFile>| (class.name.clone(), class);
        ClassPath {
            support: Arc::new(classes.into_iter().map(named).collect()),
            ..self
        }
    }

    fn without_classes(&self) -> ClassPath {
        ClassPath {
            support: self.support.clone(),
            stores: self.stores.clone(),
            jdk: self.jdk.clone(),
            jdk_home: self.jdk_home.clone(),
            ..ClassPath::default()
        }
    }

    pub fn jdk_home(&self) -> Option<&Path> {
        self.jdk_home.as_deref()
    }

    /// The JDK's feature release (17, 25, …) from its `release` file.
    pub fn jdk_release(&self) -> Option<u32> {
        self.jdk_home.as_deref().and_then(jdk_release)
    }

    /// The class of this internal name.
    pub fn class(&self, name: &str) -> Result<Arc<ClassFile>, ClassError> {
        self.find(name).map(|(class, _)| class)
    }

    /// The first file of this path among folders and jars, as a class loader finds resources.
    pub fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, ClassError> {
        for store in &self.stores {
            if let Some(bytes) = store.resource(path)? {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    pub fn contains(&self, name: &str) -> bool {
        self.class(name).is_ok()
    }

    pub fn origin(&self, name: &str) -> Option<Origin> {
        self.find(name).ok().map(|(_, origin)| origin)
    }

    /// Whether the class is the user's own: in memory or from a folder.
    pub fn is_project_class(&self, name: &str) -> bool {
        matches!(self.origin(name), Some(Origin::Memory | Origin::Folder(_)))
    }

    fn find(&self, name: &str) -> Result<(Arc<ClassFile>, Origin), ClassError> {
        // What was compiled for this run comes first: only a class that patches its module can be one of the JDK's.
        if let Some(class) = self.memory.get(name) {
            return Ok((class.clone(), Origin::Memory));
        }
        if let Some(class) = self.support.get(name) {
            return Ok((class.clone(), Origin::Support));
        }
        let from_jdk = |jdk: &Arc<Store>| Ok(jdk.load(name)?.map(|c| (c, Origin::Jdk)));
        if let (Some(jdk), true) = (&self.jdk, name.starts_with("java/"))
            && let Some(found) = from_jdk(jdk)?
        {
            return Ok(found);
        }
        for store in &self.stores {
            if let Some(class) = store.load(name)? {
                return Ok((class, store.origin()));
            }
        }
        match self.jdk.as_ref().map(from_jdk).transpose()?.flatten() {
            Some(found) => Ok(found),
            None => Err(ClassError::NotFound(intern(name))),
        }
    }

    /// The internal names of all in-memory and folder classes, sorted.
    pub fn project_classes(&self) -> Result<Vec<Name>, ClassError> {
        let mut names: Vec<Name> = self.memory.keys().cloned().collect();
        for store in self.stores.iter().filter(|s| s.is_folder()) {
            names.extend(store.class_names()?);
        }
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// The internal names of all classes of the JDK, sorted.
    pub fn jdk_classes(&self) -> Result<Vec<Name>, ClassError> {
        self.jdk
            .as_ref()
            .map_or(Ok(Vec::new()), |jdk| jdk.class_names())
    }

    pub(crate) fn cached_ancestors(
        &self,
        name: &str,
    ) -> Option<Result<Arc<Ancestors>, ClassError>> {
        self.ancestors
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(name)
            .cloned()
    }

    pub(crate) fn keep_ancestors(&self, name: Name, found: Result<Arc<Ancestors>, ClassError>) {
        self.ancestors
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(name, found);
    }

    pub(crate) fn subclass_table(&self) -> Result<&HashMap<Name, Vec<Name>>, ClassError> {
        self.subclasses
            .get_or_init(|| self.project_subclasses())
            .as_ref()
            .map_err(Clone::clone)
    }
}

/// `JAVA_VERSION="17.0.2"` → 17, `"1.8.0_392"` → 8.
fn jdk_release(home: &Path) -> Option<u32> {
    let text = std::fs::read_to_string(home.join("release")).ok()?;
    let version = text
        .lines()
        .find_map(|l| l.strip_prefix("JAVA_VERSION="))?
        .trim_matches('"');
    let mut parts = version
        .split(['.', '-', '+', '_'])
        .map(|p| p.parse::<u32>().ok());
    match parts.next()?? {
        1 => parts.next()?,
        release => Some(release),
    }
}
