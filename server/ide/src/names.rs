//! What a name inside JML means, in all files of the workspace: a bound variable, a local or parameter, a member of the
//! class, of what it extends or of what stands before the dot, or a type.
//!
//! Java's rules are followed as far as declarations tell them; where the type before a dot cannot be told from them, the
//! name has no meaning here rather than a guessed one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_syntax::ast::{Ident, Param, SourceFile, Span, TypeDecl, TypeRef};

use crate::around::{annotation_at, around};
use crate::jml_words;
use crate::snapshot::Snapshot;

/// The sources that names are looked for in.
pub struct Sources(Vec<(PathBuf, Arc<SourceFile>)>);

/// Where something is declared: the file by its number, and its name there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declared {
    pub file: usize,
    pub span: Span,
}

/// A type as some declaration of a file names it.
#[derive(Debug, Clone)]
struct Typed {
    file: usize,
    name: String,
    dims: usize,
}

type Class<'s> = (usize, &'s TypeDecl);

/// Supertypes are followed so far; a class that extends itself ends there.
const DEEPEST: usize = 40;

impl Sources {
    pub fn new(files: Vec<(PathBuf, Arc<SourceFile>)>) -> Sources {
        Sources(files)
    }

    /// Open documents as they are now, the other files as last read.
    pub fn of(snapshot: &Snapshot) -> Sources {
        let mut files = snapshot.sources.clone();
        let open = snapshot.documents.values();
        files.extend(open.map(|document| (document.path.clone(), document.tree())));
        Sources(files.into_iter().collect())
    }

    pub fn position(&self, path: &Path) -> Option<usize> {
        self.0.iter().position(|(own, _)| own == path)
    }

    pub fn path(&self, file: usize) -> &Path {
        &self.0[file].0
    }

    pub fn tree(&self, file: usize) -> &SourceFile {
        &self.0[file].1
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The declaration of the name at an offset; none outside of JML.
    pub fn meaning(&self, file: usize, offset: usize) -> Option<Declared> {
        let tree = self.tree(file);
        annotation_at(tree, offset)?;
        let (start, end) = jml_words::word_at(&tree.text, offset)?;
        Some(self.name(file, start, end)?.0)
    }

    /// What the name at these bytes means, and its type; a class's name is of that class's type.
    fn name(&self, file: usize, start: usize, end: usize) -> Option<(Declared, Option<Typed>)> {
        let tree = self.tree(file);
        let name = tree.clean.get(start..end)?;
        let called = tree.clean[end..].trim_start().starts_with('(');
        let before = tree.clean[..start].trim_end();
        if let Some(qualifier) = before.strip_suffix('.') {
            let class = self.class_of(&self.type_before(file, qualifier.len())?)?;
            return self.member(class, name, called, 0);
        }
        let of = |file: usize, ident: &Ident, ty: &TypeRef| {
            let declared = Declared {
                file,
                span: ident.span,
            };
            Some((declared, Some(typed(file, ty))))
        };
        if !called {
            if let Some((span, ty)) = bound_variable(&tree.clean, name, start) {
                let ty = Typed {
                    file,
                    name: ty,
                    dims: 0,
                };
                return Some((Declared { file, span }, Some(ty)));
            }
            if let Some(method) = around(tree, start).method {
                let mut locals = method.body.iter().flat_map(|body| &body.locals);
                // The innermost declaration is the last one whose scope holds the place.
                let local =
                    locals.rfind(|local| local.scope.contains(start) && local.name.text == name);
                if let Some(local) = local {
                    return of(file, &local.name, &local.ty);
                }
                if let Some(param) = method.params.iter().find(|p| p.name.text == name) {
                    return of(file, &param.name, &param.ty);
                }
            }
        }
        let member = enclosing(tree, start)
            .into_iter()
            .find_map(|class| self.member((file, class), name, called, 0));
        member
            .or_else(|| self.static_import(file, name, called))
            .or_else(|| self.as_type(self.class_named(file, name)?))
    }

    fn as_type(&self, (file, class): Class) -> Option<(Declared, Option<Typed>)> {
        let ty = Typed {
            file,
            name: class.name.text.clone(),
            dims: 0,
        };
        let span = class.name.span;
        Some((Declared { file, span }, Some(ty)))
    }

    fn static_import(
        &self,
        file: usize,
        name: &str,
        called: bool,
    ) -> Option<(Declared, Option<Typed>)> {
        let imports = self.tree(file).imports.iter().filter(|i| i.is_static);
        imports.into_iter().find_map(|import| {
            let (class, last) = import.name.rsplit_once('.')?;
            let wanted = import.on_demand || last == name;
            let class = wanted.then(|| self.class_named(file, class)).flatten()?;
            self.member(class, name, called, 0)
        })
    }

    /// A member of a class or of what it extends.
    fn member(
        &self,
        (file, class): Class,
        name: &str,
        called: bool,
        depth: usize,
    ) -> Option<(Declared, Option<Typed>)> {
        let found = |ident: &Ident, ty: Option<&TypeRef>| {
            let declared = Declared {
                file,
                span: ident.span,
            };
            (declared, ty.map(|ty| typed(file, ty)))
        };
        let method = || {
            let method = class.methods().find(|m| m.name.text == name)?;
            Some(found(&method.name, method.result.as_ref()))
        };
        let field = || {
            let field = class.fields().find(|f| f.name.text == name)?;
            Some(found(&field.name, Some(&field.ty)))
        };
        // Its accessor has the same name.
        let component = || {
            let is_named = |p: &&Param| p.name.text == name;
            let component = class.record_components.iter().find(is_named)?;
            Some(found(&component.name, Some(&component.ty)))
        };
        let constant = || {
            let constant = class.enum_constants.iter().find(|c| c.name.text == name)?;
            let ty = self.as_type((file, class))?.1;
            Some((found(&constant.name, None).0, ty))
        };
        let inner = || self.as_type((file, class.member_types().find(|t| t.name.text == name)?));
        let own = if called {
            method().or_else(component)
        } else {
            field().or_else(component).or_else(constant).or_else(inner)
        };
        own.or_else(|| {
            let supers = class.superclass.iter().chain(&class.interfaces);
            let mut supers = supers.filter(|_| depth < DEEPEST);
            supers.find_map(|ty| {
                let class = self.class_of(&typed(file, ty))?;
                self.member(class, name, called, depth + 1)
            })
        })
    }

    /// The type of the expression that ends before this byte; only chains of names, calls and indices have one here.
    fn type_before(&self, file: usize, end: usize) -> Option<Typed> {
        let tree = self.tree(file);
        let text = tree.clean.get(..end)?.trim_end();
        if let Some(open) = opening(text) {
            let inside = (open + 1, text.len() - 1);
            if text.ends_with(']') {
                let mut element = self.type_before(file, open)?;
                element.dims = element.dims.checked_sub(1)?;
                return Some(element);
            }
            let before = text[..open].trim_end();
            return match jml_words::word_at(&tree.clean, before.len()) {
                Some((start, end)) if &tree.clean[start..end] == "\\old" => {
                    self.type_before(file, inside.1)
                }
                // `ensures (a).x`: a keyword is called by nobody.
                Some((start, end)) if jml_words::help(&tree.clean[start..end]).is_none() => {
                    self.name(file, start, end)?.1
                }
                _ => self.in_parentheses(file, inside),
            };
        }
        let (start, end) = jml_words::word_at(&tree.clean, text.len())?;
        let class = || enclosing(tree, start).into_iter().next();
        match &tree.clean[start..end] {
            "this" => self.as_type((file, class()?))?.1,
            "super" => Some(typed(file, class()?.superclass.as_ref()?)),
            "\\result" => Some(typed(file, around(tree, start).method?.result.as_ref()?)),
            _ => self.name(file, start, end)?.1,
        }
    }

    /// `((Type) value)`, or an expression that parentheses stand around for no reason.
    fn in_parentheses(&self, file: usize, (start, end): (usize, usize)) -> Option<Typed> {
        let inside = self.tree(file).clean.get(start..end)?.trim();
        match inside
            .strip_prefix('(')
            .and_then(|rest| rest.split_once(')'))
        {
            Some((name, value)) if !value.trim().is_empty() => Some(Typed {
                file,
                name: name.trim().to_owned(),
                dims: 0,
            }),
            // The last operand of an operator says little about the whole.
            _ if inside.contains(|c| "?:=<>&|+-*/%^!".contains(c)) => None,
            _ => self.type_before(file, end),
        }
    }

    fn class_of(&self, ty: &Typed) -> Option<Class<'_>> {
        (ty.dims == 0).then(|| self.class_named(ty.file, &ty.name))?
    }

    /// A class as a file names it: its own, imported, of its package, or the only one of that name.
    fn class_named(&self, file: usize, name: &str) -> Option<Class<'_>> {
        let tree = self.tree(file);
        if let Some((outer, inner)) = name.rsplit_once('.') {
            if let Some((file, class)) = self.class_named(file, outer) {
                let inner = class.member_types().find(|t| t.name.text == inner)?;
                return Some((file, inner));
            }
            return self.top_level(outer, inner);
        }
        let own = tree.all_types().into_iter().find(|t| t.name.text == name);
        if let Some(own) = own {
            return Some((file, own));
        }
        let package = |tree: &SourceFile| tree.package.as_ref().map(|p| p.text.clone());
        let imports = || tree.imports.iter().filter(|import| !import.is_static);
        let named = imports().find_map(|import| {
            let (package, last) = import.name.rsplit_once('.')?;
            (last == name)
                .then(|| self.top_level(package, name))
                .flatten()
        });
        let beside = || self.top_level(&package(tree).unwrap_or_default(), name);
        let on_demand = || {
            imports().filter(|import| import.on_demand).find_map(|i| {
                let package = i.name.trim_end_matches(".*");
                self.top_level(package, name)
            })
        };
        named.or_else(beside).or_else(on_demand)
    }

    fn top_level(&self, package: &str, name: &str) -> Option<Class<'_>> {
        let mut found = None;
        for (file, (path, tree)) in self.0.iter().enumerate() {
            let own = tree.package.as_ref().map_or("", |p| p.text.as_str());
            let class = tree.types.iter().find(|t| t.name.text == name);
            if let Some(class) = class.filter(|_| own == package) {
                found.get_or_insert((file, class));
                // Specifications beside the source repeat its declarations.
                if path.extension().is_some_and(|e| e == "java") {
                    return Some((file, class));
                }
            }
        }
        found
    }
}

fn typed(file: usize, ty: &TypeRef) -> Typed {
    Typed {
        file,
        name: ty.name.clone(),
        dims: ty.dims,
    }
}

/// The types around an offset, innermost first.
fn enclosing(tree: &SourceFile, offset: usize) -> Vec<&TypeDecl> {
    let mut types = tree.all_types();
    types.retain(|ty| ty.body.start <= offset && offset <= ty.body.end);
    types.sort_by_key(|ty| ty.body.end - ty.body.start);
    types
}

/// Where the bracket opens that the text ends with closing.
fn opening(text: &str) -> Option<usize> {
    if !text.ends_with([')', ']']) {
        return None;
    }
    let mut depth = 0;
    for (at, letter) in text.char_indices().rev() {
        match letter {
            ')' | ']' => depth += 1,
            '(' | '[' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// `(\forall int i, j; …)`: the name among the variables of the quantifiers around an offset, and its type.
fn bound_variable(clean: &str, name: &str, offset: usize) -> Option<(Span, String)> {
    let mut depth = 0;
    for (at, letter) in clean[..offset].char_indices().rev() {
        match letter {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' => {
                let found = variable_of(clean, at + 1, name);
                if found.is_some() {
                    return found;
                }
            }
            // What stands before is another member.
            '{' | '}' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// The variable of this name if a quantifier's variables are declared here.
fn variable_of(clean: &str, at: usize, name: &str) -> Option<(Span, String)> {
    let rest = clean[at..].trim_start();
    let word = jml_words::QUANTIFIERS
        .iter()
        .find(|word| rest.starts_with(**word))?;
    let declared = clean.len() - rest.len() + word.len();
    let end = declared + clean[declared..].find(';')?;
    let text = &clean[declared..end];
    let ty = text.split_whitespace().next()?.to_owned();
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let is_whole = |at: usize| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(part) && !after.is_some_and(part)
    };
    let places = text.match_indices(name).map(|(at, _)| at);
    // The first word is the type.
    let first = text.len() - text.trim_start().len() + ty.len();
    let place = places
        .into_iter()
        .find(|at| *at >= first && is_whole(*at))?;
    let span = Span::new(declared + place, declared + place + name.len());
    Some((span, ty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    /// File and line of the declaration of what the bar stands before; the bar is in the last file.
    fn target(files: &[(&str, &str)]) -> Option<String> {
        let marked = files.last().expect("a file").1;
        let offset = marked.find('|').expect("a bar marks the cursor");
        let parsed = files.iter().map(|(path, text)| {
            let text = text.replacen('|', "", 1);
            (
                PathBuf::from(path),
                Arc::new(parse(&text, &Options::default())),
            )
        });
        let sources = Sources::new(parsed.collect());
        let found = sources.meaning(files.len() - 1, offset)?;
        let text = &sources.tree(found.file).text;
        Some(format!(
            "{} {}:{}",
            &text[found.span.start..found.span.end],
            sources.path(found.file).display(),
            text[..found.span.start].matches('\n').count() + 1
        ))
    }

    fn here(text: &str) -> Option<String> {
        target(&[("A.java", text)])
    }

    #[test]
    fn a_parameter_comes_before_a_field_of_the_same_name() {
        let text = "class A {\n  int x;\n  //@ ensures |x > 0;\n  void f(int x) { }\n}";
        assert_eq!(here(text).as_deref(), Some("x A.java:4"));
        let text = "class A {\n  int x;\n  //@ ensures this.|x > 0;\n  void f(int x) { }\n}";
        assert_eq!(here(text).as_deref(), Some("x A.java:2"));
    }

    #[test]
    fn a_bound_variable_comes_before_everything() {
        let text = "class A {\n  int i;\n  //@ ensures (\\forall int i; 0 <= i;\n  //@   |i < i + 1);\n  void f(int i) { }\n}";
        assert_eq!(here(text).as_deref(), Some("i A.java:3"));
        let after = "class A {\n  int i;\n  //@ ensures (\\forall int i; 0 <= i; true) && |i > 0;\n  void f() { }\n}";
        assert_eq!(here(after).as_deref(), Some("i A.java:2"));
    }

    #[test]
    fn code_is_left_to_the_java_server() {
        assert_eq!(here("class A {\n  int x;\n  void f() { |x = 1; }\n}"), None);
    }

    const NODE: &str = "package p;\npublic class Node extends Base {\n  public int value;\n  public Node next;\n  public Node[] kids() { return null; }\n  public static int LIMIT;\n}";
    const BASE: &str = "package p;\nclass Base {\n  int depth;\n}";

    fn across(clause: &str) -> Option<String> {
        let user = format!(
            "package q;\nimport p.Node;\nclass User {{\n  Node node;\n  //@ ensures {clause};\n  Node f(Node a) {{ return a; }}\n}}"
        );
        target(&[
            ("Node.java", NODE),
            ("Base.java", BASE),
            ("User.java", &user),
        ])
    }

    #[test]
    fn members_of_other_files_are_found_by_the_type_before_the_dot() {
        for (clause, wanted) in [
            ("a.|value > 0", "value Node.java:3"),
            ("a.next.|value > 0", "value Node.java:3"),
            ("\\result.|next != null", "next Node.java:4"),
            ("\\old(a.next).|value > 0", "value Node.java:3"),
            ("a.|kids() != null", "kids Node.java:5"),
            ("a.kids()[0].|value > 0", "value Node.java:3"),
            ("((Node) node).|value > 0", "value Node.java:3"),
            ("node.|depth > 0", "depth Base.java:3"),
            ("|Node.LIMIT > 0", "Node Node.java:2"),
            ("Node.|LIMIT > 0", "LIMIT Node.java:6"),
            (
                "(\\forall Node n; n != null; n.|value > 0)",
                "value Node.java:3",
            ),
        ] {
            assert_eq!(across(clause).as_deref(), Some(wanted), "{clause}");
        }
    }

    #[test]
    fn what_cannot_be_told_is_not_guessed() {
        assert_eq!(across("(a == null ? node : a).|value > 0"), None);
        assert_eq!(across("a.kids().|length > 0"), None);
    }
}
