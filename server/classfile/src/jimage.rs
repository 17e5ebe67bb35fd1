//! The JDK's module image (`lib/modules`), mapped into memory. Layout: a header, a perfect-hash table (redirects and
//! attribute offsets), location attributes, strings, then the resources themselves.

use crate::error::ClassError;
use crate::name::{Name, intern};
use memmap2::Mmap;
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use std::sync::OnceLock;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER_BYTES: usize = 28;
const HASH_MULTIPLIER: u32 = 0x0100_0193;

#[derive(Debug)]
pub(crate) struct Image {
    path: String,
    map: Mmap,
    /// The image is written in the byte order of the machine it was made for.
    big_endian: bool,
    table_length: usize,
    redirects: usize,
    offsets: usize,
    locations: usize,
    strings: usize,
    resources: usize,
    /// Package (internal form) → module, found by walking the table once.
    modules: OnceLock<HashMap<Name, Name>>,
}

/// The attributes of one resource.
#[derive(Debug, Default)]
struct Location {
    module: usize,
    parent: usize,
    base: usize,
    extension: usize,
    offset: u64,
    compressed: u64,
    uncompressed: u64,
}

impl Image {
    pub fn open(path: &Path) -> Result<Image, ClassError> {
        let text = path.display().to_string();
        let io = |e: std::io::Error| ClassError::Io {
            path: text.clone(),
            why: e.to_string(),
        };
        let file = File::open(path).map_err(io)?;
        // SAFETY: the map is read-only. A JDK that is overwritten in place while we run could change the bytes (or
        // raise SIGBUS), which is the same risk every running JVM takes with this very file.
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        let bad = |why: &str| ClassError::Image {
            path: text.clone(),
            why: why.to_owned(),
        };
        if map.len() < HEADER_BYTES {
            return Err(bad("too short"));
        }
        let first = [map[0], map[1], map[2], map[3]];
        let big_endian = match (u32::from_le_bytes(first), u32::from_be_bytes(first)) {
            (MAGIC, _) => false,
            (_, MAGIC) => true,
            _ => return Err(bad("bad magic number")),
        };
        let mut image = Image {
            path: text.clone(),
            map,
            big_endian,
            table_length: 0,
            redirects: HEADER_BYTES,
            offsets: 0,
            locations: 0,
            strings: 0,
            resources: 0,
            modules: OnceLock::new(),
        };
        let header = |i: usize| {
            image
                .u32_at(i * 4)
                .map(|v| v as usize)
                .ok_or_else(|| bad("header"))
        };
        if header(1)? >> 16 != 1 {
            return Err(bad("unknown version"));
        }
        let (table, locations, strings) = (header(4)?, header(5)?, header(6)?);
        image.table_length = table;
        image.offsets = image.redirects + table * 4;
        image.locations = image.offsets + table * 4;
        image.strings = image.locations + locations;
        image.resources = image.strings + strings;
        if table == 0 || image.resources > image.map.len() {
            return Err(bad("index larger than the file"));
        }
        Ok(image)
    }

    fn u32_at(&self, at: usize) -> Option<u32> {
        let bytes: [u8; 4] = self.map.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if self.big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        })
    }

    fn string(&self, offset: usize) -> Option<&str> {
        let text = self
            .map
            .get(self.strings.checked_add(offset)?..self.resources)?;
        let end = text.iter().position(|&b| b == 0)?;
        std::str::from_utf8(&text[..end]).ok()
    }

    /// The attributes of table slot `slot`: bytes `kind << 3 | length - 1`, then a big-endian value.
    fn location(&self, slot: usize) -> Option<Location> {
        let at = self.u32_at(self.offsets + slot.checked_mul(4)?)? as usize;
        let mut bytes = self
            .map
            .get(self.locations.checked_add(at)?..self.strings)?
            .iter();
        let mut location = Location::default();
        loop {
            let head = *bytes.next()?;
            let kind = head >> 3;
            if kind == 0 {
                return Some(location);
            }
            let mut value = 0u64;
            for _ in 0..=(head & 7) {
                value = value << 8 | u64::from(*bytes.next()?);
            }
            match kind {
                1 => location.module = value as usize,
                2 => location.parent = value as usize,
                3 => location.base = value as usize,
                4 => location.extension = value as usize,
                5 => location.offset = value,
                6 => location.compressed = value,
                7 => location.uncompressed = value,
                _ => return None,
            }
        }
    }

    fn find(&self, module: &str, class: &str) -> Option<Location> {
        let path = format!("/{module}/{class}.class");
        let slot = hash(&path, HASH_MULTIPLIER) as usize % self.table_length;
        let redirect = self.u32_at(self.redirects + slot * 4)? as i32;
        let slot = match redirect {
            0 => return None,
            r if r < 0 => (-1i64 - i64::from(r)) as usize,
            r => hash(&path, r as u32) as usize % self.table_length,
        };
        if slot >= self.table_length {
            return None;
        }
        let location = self.location(slot)?;
        // The hash is perfect only for names that are in the image.
        let (parent, base) = class.rsplit_once('/').unwrap_or(("", class));
        let same = self.string(location.module)? == module
            && self.string(location.parent)? == parent
            && self.string(location.base)? == base
            && self.string(location.extension)? == "class";
        same.then_some(location)
    }

    fn modules(&self) -> &HashMap<Name, Name> {
        self.modules.get_or_init(|| {
            let mut modules = HashMap::new();
            self.for_each_class(|module, parent, _| {
                if !modules.contains_key(parent) {
                    modules.insert(intern(parent), intern(module));
                }
            });
            modules
        })
    }

    fn for_each_class(&self, mut f: impl FnMut(&str, &str, &str)) {
        for slot in 0..self.table_length {
            let Some(location) = self.location(slot) else {
                continue;
            };
            let text = |at| self.string(at);
            if text(location.extension) != Some("class") {
                continue;
            }
            if let (Some(module), Some(parent), Some(base)) = (
                text(location.module),
                text(location.parent),
                text(location.base),
            ) {
                f(module, parent, base);
            }
        }
    }

    /// The bytes of a class, or `None` if the image has no such class.
    pub fn class_bytes(&self, class: &str) -> Result<Option<Vec<u8>>, ClassError> {
        // Most questions are about java.base, and for it the table walk is not needed.
        let location = self.find("java.base", class).or_else(|| {
            let package = crate::class::package_of(class);
            self.modules()
                .get(package)
                .and_then(|module| self.find(module, class))
        });
        let Some(location) = location else {
            return Ok(None);
        };
        let bad = |why: &str| ClassError::Image {
            path: self.path.clone(),
            why: format!("{class}: {why}"),
        };
        if location.compressed != 0 {
            return Err(bad(
                "compressed resources (jlink --compress) are not supported",
            ));
        }
        let start = usize::try_from(location.offset)
            .ok()
            .and_then(|o| self.resources.checked_add(o));
        let len = usize::try_from(location.uncompressed).ok();
        let range = start.zip(len).and_then(|(s, l)| Some(s..s.checked_add(l)?));
        match range.and_then(|r| self.map.get(r)) {
            Some(bytes) => Ok(Some(bytes.to_vec())),
            None => Err(bad("resource lies outside the file")),
        }
    }

    pub fn class_names(&self) -> Result<Vec<Name>, ClassError> {
        let mut names = Vec::new();
        self.for_each_class(|_, parent, base| {
            if base != "module-info" && base != "package-info" {
                names.push(intern(&if parent.is_empty() {
                    base.to_owned()
                } else {
                    format!("{parent}/{base}")
                }));
            }
        });
        Ok(names)
    }
}

fn hash(text: &str, seed: u32) -> u32 {
    text.bytes()
        .fold(seed, |h, b| h.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(b))
        & 0x7FFF_FFFF
}
