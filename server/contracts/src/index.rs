//! The project index: all types of all files, found by name as Java would find them, with their supertypes.
//!
//! Types outside the project are unknown here and have no JML; javac knows them.

use proviso_syntax::ast::{Field, Member, Method, SourceFile, Span, TypeDecl, TypeKind, TypeRef};
use std::collections::HashMap;

/// A file to lower.
#[derive(Clone, Copy)]
pub struct InputFile<'a> {
    pub path: &'a str,
    pub file: &'a SourceFile,
}

/// Index of a type in [`Index::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeNo(pub usize);

pub struct TypeEntry<'a> {
    pub file: usize,
    pub decl: &'a TypeDecl,
    pub outer: Option<TypeNo>,
    pub binary_name: String,
    /// How other code names it: `p.Outer.Inner`; for local classes just the name.
    pub source_name: String,
    pub supers: Vec<TypeNo>,
    /// Declared directly in a type or file, so that it can be named from elsewhere.
    pub is_member: bool,
    /// Tells apart types that share a binary name (local and anonymous ones).
    pub twin: usize,
    /// The member of the outer type it stands in is static, or it is static itself.
    pub static_context: bool,
}

pub struct Index<'a> {
    pub files: &'a [InputFile<'a>],
    pub types: Vec<TypeEntry<'a>>,
    by_source_name: HashMap<String, TypeNo>,
    by_decl: HashMap<*const TypeDecl, TypeNo>,
    twins: HashMap<&'a str, usize>,
}

impl<'a> Index<'a> {
    pub fn new(files: &'a [InputFile<'a>]) -> Index<'a> {
        let mut index = Index {
            files,
            types: Vec::new(),
            by_source_name: HashMap::new(),
            by_decl: HashMap::new(),
            twins: HashMap::new(),
        };
        for (no, input) in files.iter().enumerate() {
            let package = input.file.package.as_ref().map(|p| p.text.clone());
            for decl in &input.file.types {
                index.add(no, decl, None, package.as_deref(), true, true);
            }
        }
        for no in 0..index.types.len() {
            let decl = index.types[no].decl;
            let mut supers = Vec::new();
            for ty in decl.superclass.iter().chain(&decl.interfaces) {
                if let Some(found) = index.resolve(&ty.name, TypeNo(no))
                    && found != TypeNo(no)
                    && !supers.contains(&found)
                {
                    supers.push(found);
                }
            }
            // The body of an enum constant extends the enum.
            if decl.kind == TypeKind::EnumConstant
                && let Some(outer) = index.types[no].outer
            {
                supers.push(outer);
            }
            index.types[no].supers = supers;
        }
        index
    }

    fn add(
        &mut self,
        file: usize,
        decl: &'a TypeDecl,
        outer: Option<TypeNo>,
        prefix: Option<&str>,
        is_member: bool,
        static_place: bool,
    ) {
        let no = TypeNo(self.types.len());
        let source_name = match prefix {
            Some(prefix) if is_member => format!("{prefix}.{}", decl.name.text),
            _ => decl.name.text.clone(),
        };
        let implicitly_static = matches!(
            decl.kind,
            TypeKind::Interface | TypeKind::Enum | TypeKind::Record | TypeKind::Annotation
        ) || outer.is_some_and(|o| {
            matches!(
                self.types[o.0].decl.kind,
                TypeKind::Interface | TypeKind::Annotation
            ) && is_member
        });
        let static_context = outer.is_none()
            || implicitly_static
            || decl.modifiers.is_static()
            || (!is_member && static_place);
        if is_member {
            self.by_source_name.entry(source_name.clone()).or_insert(no);
        }
        self.by_decl.insert(decl, no);
        let twins = self.twins.entry(&decl.binary_name).or_insert(0);
        let twin = *twins;
        *twins += 1;
        // javac numbers local classes; until it has, each has a name of its own here.
        let binary_name = match outer.map(|o| &self.types[o.0].binary_name) {
            Some(outer) if decl.is_local => format!("{outer}$?{twin}"),
            Some(outer) if outer.contains("$?") => format!("{outer}${}", decl.name.text),
            _ => decl.binary_name.clone(),
        };
        self.types.push(TypeEntry {
            file,
            decl,
            outer,
            binary_name,
            source_name: source_name.clone(),
            supers: Vec::new(),
            is_member,
            twin,
            static_context,
        });
        for constant in &decl.enum_constants {
            if let Some(body) = &constant.body {
                self.add(file, body, Some(no), Some(&source_name), false, true);
            }
        }
        for member in &decl.members {
            match member {
                Member::Type(ty) => {
                    self.add(file, ty, Some(no), Some(&source_name), is_member, true)
                }
                Member::Method(m) => {
                    for ty in m.body.iter().flat_map(|b| &b.types) {
                        self.add(file, ty, Some(no), None, false, m.is_static());
                    }
                }
                Member::Initializer(i) => {
                    for ty in &i.body.types {
                        self.add(file, ty, Some(no), None, false, i.is_static);
                    }
                }
                Member::Field(f) => {
                    for ty in &f.types {
                        self.add(file, ty, Some(no), None, false, f.modifiers.is_static());
                    }
                }
            }
        }
    }

    pub fn of(&self, ty: TypeNo) -> &TypeEntry<'a> {
        &self.types[ty.0]
    }

    pub fn file(&self, ty: TypeNo) -> &'a SourceFile {
        self.files[self.types[ty.0].file].file
    }

    /// The innermost type of a file around a place.
    pub fn innermost(&self, file: usize, span: Span) -> Option<TypeNo> {
        let around = |t: &&TypeNo| {
            let entry = self.of(**t);
            entry.file == file && entry.decl.body.covers(span)
        };
        let all: Vec<TypeNo> = (0..self.types.len()).map(TypeNo).collect();
        all.iter()
            .filter(around)
            .min_by_key(|t| self.of(**t).decl.body.end - self.of(**t).decl.body.start)
            .copied()
    }

    pub fn number_of(&self, decl: &TypeDecl) -> Option<TypeNo> {
        self.by_decl.get(&(decl as *const TypeDecl)).copied()
    }

    /// The project type a (possibly qualified) name denotes inside `from`; JLS 6.4.1 and 6.5.5 as far as project types go.
    pub fn resolve(&self, name: &str, from: TypeNo) -> Option<TypeNo> {
        let (head, rest) = match name.split_once('.') {
            Some((head, rest)) => (head, Some(rest)),
            None => (name, None),
        };
        let file = self.file(from);
        let found = self.resolve_simple(head, from, file);
        match (found, rest) {
            (found, None) => found,
            (Some(outer), Some(rest)) => {
                let full = format!("{}.{rest}", self.of(outer).source_name);
                self.by_source_name.get(&full).copied()
            }
            (None, Some(_)) => self.by_source_name.get(name).copied(),
        }
    }

    fn resolve_simple(&self, name: &str, from: TypeNo, file: &SourceFile) -> Option<TypeNo> {
        let mut scope = Some(from);
        while let Some(ty) = scope {
            let entry = self.of(ty);
            if entry.decl.name.text == name {
                return Some(ty);
            }
            // A type parameter hides a type of that name.
            if entry.decl.type_params.iter().any(|p| p.name.text == name) {
                return None;
            }
            if let Some(member) = self.member_type(ty, name, 0) {
                return Some(member);
            }
            scope = entry.outer;
        }
        let top = |ty: &TypeEntry| ty.file;
        let file_no = top(self.of(from));
        if let Some(local) = self.types.iter().position(|t| {
            t.file == file_no && !t.is_member && t.decl.name.text == name && !name.is_empty()
        }) {
            return Some(TypeNo(local));
        }
        for import in file.imports.iter().filter(|i| !i.is_static && !i.on_demand) {
            if import.name.rsplit('.').next() == Some(name) {
                return self.by_source_name.get(&import.name).copied();
            }
        }
        let in_package = match &file.package {
            Some(package) => format!("{}.{name}", package.text),
            None => name.to_string(),
        };
        if let Some(found) = self.by_source_name.get(&in_package) {
            return Some(*found);
        }
        file.imports
            .iter()
            .filter(|i| !i.is_static && i.on_demand)
            .find_map(|import| {
                let package = import.name.strip_suffix(".*").unwrap_or(&import.name);
                self.by_source_name
                    .get(&format!("{package}.{name}"))
                    .copied()
            })
    }

    fn member_type(&self, ty: TypeNo, name: &str, depth: usize) -> Option<TypeNo> {
        // Cyclic hierarchies do not compile, but are typed.
        if depth > 32 {
            return None;
        }
        let entry = self.of(ty);
        if let Some(inner) = entry.decl.member_types().find(|t| t.name.text == name) {
            return self.number_of(inner);
        }
        entry
            .supers
            .iter()
            .find_map(|s| self.member_type(*s, name, depth + 1))
    }

    /// How code in `from` names a type. Without the package where it can be: a variable may have the package's name.
    pub fn name_from(&self, ty: TypeNo, from: TypeNo) -> String {
        let name = &self.of(ty).source_name;
        let package = |t: TypeNo| self.file(t).package.as_ref().map(|p| p.text.as_str());
        match package(ty) {
            Some(own) if package(from) == Some(own) && self.of(ty).is_member => {
                let inside = name
                    .strip_prefix(own)
                    .and_then(|rest| rest.strip_prefix('.'));
                inside.unwrap_or(name).to_string()
            }
            _ => name.clone(),
        }
    }

    /// Whether the name by which `from` would call a type means it there: a member type of the same name hides it, and
    /// programs that lie apart may have types of the same name.
    pub fn can_be_named(&self, ty: TypeNo, from: TypeNo) -> bool {
        let name = &self.of(ty).binary_name;
        let mut same = self.types.iter().filter(|t| t.binary_name == *name);
        let folder = |t: TypeNo| std::path::Path::new(self.files[self.of(t).file].path).parent();
        let hidden = || {
            let meant = self.resolve(&self.name_from(ty, from), from);
            meant.is_some_and(|meant| self.of(meant).binary_name != *name)
        };
        (same.nth(1).is_none() || folder(ty) == folder(from)) && !hidden()
    }

    /// The type and its supertypes in the project, nearest first, each once.
    pub fn ancestry(&self, ty: TypeNo) -> Vec<TypeNo> {
        let mut all = vec![ty];
        let mut next = 0;
        while next < all.len() {
            for s in &self.of(all[next]).supers {
                if !all.contains(s) {
                    all.push(*s);
                }
            }
            next += 1;
        }
        all
    }

    /// Whether the type, or one around it, inherits from something outside of the project: fields may be there that only
    /// javac knows.
    pub fn has_outside_super(&self, ty: TypeNo) -> bool {
        let mut scope = Some(ty);
        while let Some(current) = scope {
            for t in self.ancestry(current) {
                let decl = self.of(t).decl;
                let written = decl.superclass.iter().chain(&decl.interfaces);
                if written.into_iter().any(|s| {
                    !matches!(s.name.as_str(), "Object" | "java.lang.Object")
                        && self.resolve(&s.name, t).is_none()
                }) {
                    return true;
                }
            }
            scope = self.of(current).outer;
        }
        false
    }

    /// A field seen from inside `ty`: its own, inherited, then those of enclosing types.
    pub fn field(&self, ty: TypeNo, name: &str) -> Option<(TypeNo, &'a Field)> {
        let mut scope = Some(ty);
        while let Some(current) = scope {
            if let Some(found) = self.field_of(current, name) {
                return Some(found);
            }
            scope = self.of(current).outer;
        }
        None
    }

    /// A field of an object of this type: its own or inherited.
    pub fn field_of(&self, ty: TypeNo, name: &str) -> Option<(TypeNo, &'a Field)> {
        self.ancestry(ty).into_iter().find_map(|t| {
            self.of(t)
                .decl
                .fields()
                .find(|f| f.name.text == name)
                .map(|f| (t, f))
        })
    }

    /// A record component of that name, if the type is a record.
    pub fn component(&self, ty: TypeNo, name: &str) -> Option<&'a TypeRef> {
        self.of(ty)
            .decl
            .record_components
            .iter()
            .find(|c| c.name.text == name)
            .map(|c| &c.ty)
    }

    /// Methods of that name and number of parameters in a type or its supertypes.
    pub fn methods_named(
        &self,
        ty: TypeNo,
        name: &str,
        params: usize,
    ) -> Vec<(TypeNo, &'a Method)> {
        let mut found = Vec::new();
        for t in self.ancestry(ty) {
            for m in self.of(t).decl.methods() {
                if m.name.text == name && m.params.len() == params {
                    found.push((t, m));
                }
            }
        }
        found
    }
}

/// The erasure of a type as written: no type arguments; a type variable becomes its bound.
pub fn erasure(ty: &TypeRef, method: &Method, class: &TypeDecl) -> String {
    let params = method.type_params.iter().chain(&class.type_params);
    let name = match params.into_iter().find(|p| p.name.text == ty.name) {
        Some(variable) => variable
            .bounds
            .first()
            .map_or("Object", |b| b.name.as_str())
            .to_string(),
        None => ty.name.clone(),
    };
    name + &"[]".repeat(ty.dims)
}

/// The comment a JML node stands in; new Java text goes directly before it.
pub fn comment_start(file: &SourceFile, span: Span) -> usize {
    let at = file
        .annotations
        .partition_point(|a| a.span.start <= span.start);
    match at.checked_sub(1).map(|i| &file.annotations[i]) {
        Some(comment) if comment.span.covers(Span::new(span.start, span.start)) => {
            comment.span.start
        }
        _ => span.start,
    }
}
