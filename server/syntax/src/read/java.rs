//! Java's declarations with the JML that belongs to them: who owns an annotation is decided by where it stands.

use super::items::{Item, ItemKind};
use super::java_modifiers::{place_nullness, take_argument_nullness, with_jml};
use super::members::{GroupItems, Pending, rename};
use super::specs::merge;
use super::types::trailing_dims;
use super::{Reader, all_children, child_of_kind, code_children, fields, span};
use crate::ast::*;
use crate::bodiless::Bodiless;
use tree_sitter::Node;

/// Reads the Java tree and hands out the JML.
pub(crate) struct JavaReader<'a> {
    pub reader: Reader<'a>,
    /// In order of position.
    pub groups: Vec<GroupItems>,
    pub bodiless: Vec<Bodiless>,
}

impl<'a> JavaReader<'a> {
    /// Takes what stands in `start..end`.
    pub fn take(&mut self, start: usize, end: usize) -> Vec<Item> {
        let first = self
            .groups
            .partition_point(|group| group.span.start < start);
        self.groups[first..]
            .iter_mut()
            .take_while(|group| group.span.start < end)
            .flat_map(|group| std::mem::take(&mut group.items))
            .collect()
    }

    /// Package, imports and types of a file.
    pub fn file(&mut self, root: Node, file: &mut SourceFile) {
        let mut at = 0;
        let mut pending = Vec::new();
        for node in all_children(root).into_iter().filter(is_part) {
            pending.extend(self.take(at, node.start_byte()));
            at = node.end_byte();
            match node.kind() {
                "package_declaration" => {
                    let name = code_children(node)
                        .into_iter()
                        .find(|n| n.kind().ends_with("identifier"));
                    file.package = name.map(|name| self.reader.ident(name));
                }
                "import_declaration" => file.imports.push(self.reader.import(node, false)),
                kind if is_type_declaration(kind) => {
                    let before = self.file_items(std::mem::take(&mut pending), file);
                    let outer = file
                        .package
                        .as_ref()
                        .map_or(String::new(), |package| format!("{}.", package.text));
                    if let Some(ty) = self.type_decl(node, &outer, before, false) {
                        file.types.push(ty);
                    }
                }
                _ => {
                    // A broken part: what stands in it has no owner.
                    self.take(node.start_byte(), node.end_byte());
                }
            }
        }
        pending.extend(self.take(at, usize::MAX));
        self.file_items(pending, file);
    }

    /// Model imports go to the file; modifiers are the next type's; the rest is misplaced.
    fn file_items(&mut self, items: Vec<Item>, file: &mut SourceFile) -> Modifiers {
        let mut pending = Modifiers::default();
        for item in items {
            match item.kind {
                ItemKind::Modifiers(modifiers) => pending = merge(pending, modifiers),
                ItemKind::Import(import) => {
                    if !pending.has(JmlModifierKind::Model) {
                        self.reader.error(
                            item.span,
                            ProblemCode::Syntax,
                            "an import in JML needs `model`",
                        );
                    } else {
                        file.imports.push(import);
                    }
                    pending = Modifiers::default();
                }
                ItemKind::Type(mut ty) => {
                    ty.modifiers = std::mem::take(&mut pending);
                    let package = file
                        .package
                        .as_ref()
                        .map_or(String::new(), |package| format!("{}.", package.text));
                    let name = format!("{package}{}", ty.name.text);
                    rename(&mut ty, &name);
                    file.types.push(*ty);
                }
                ItemKind::Other(_) => {}
                kind => self.reader.misplaced(item.span, &kind, "outside a type"),
            }
        }
        pending
    }

    /// `outer` is the package with its dot, or the enclosing type with its `$`.
    pub fn type_decl(
        &mut self,
        node: Node,
        outer: &str,
        before: Modifiers,
        is_local: bool,
    ) -> Option<TypeDecl> {
        let kind = match node.kind() {
            "class_declaration" => TypeKind::Class,
            "interface_declaration" => TypeKind::Interface,
            "enum_declaration" => TypeKind::Enum,
            "record_declaration" => TypeKind::Record,
            _ => TypeKind::Annotation,
        };
        let name = self.reader.ident(node.child_by_field_name("name")?);
        let body = node.child_by_field_name("body")?;
        let components = node.child_by_field_name("parameters");
        let record_components = components.map_or(Vec::new(), |params| self.params(params));
        let header: Vec<Item> = self.take(node.start_byte(), body.start_byte());
        let java = self.java_modifiers(node);
        let mut modifiers = with_jml(java, before);
        modifiers = self.header_modifiers(modifiers, header);
        let interfaces = match kind {
            TypeKind::Interface => child_of_kind(node, "extends_interfaces"),
            _ => node.child_by_field_name("interfaces"),
        };
        let simple = if is_local { "?" } else { name.text.as_str() };
        let mut ty = TypeDecl {
            kind,
            binary_name: format!("{outer}{simple}"),
            name,
            span: span(node),
            modifiers,
            type_params: self
                .reader
                .type_params(node.child_by_field_name("type_parameters")),
            superclass: self
                .reader
                .type_list(node.child_by_field_name("superclass"))
                .into_iter()
                .next(),
            interfaces: self.reader.type_list(interfaces),
            record_components,
            enum_constants: Vec::new(),
            constants_closed: false,
            body: span(body),
            members: Vec::new(),
            clauses: Vec::new(),
            is_model: false,
            is_local,
        };
        self.type_body(body, &mut ty);
        Some(ty)
    }

    /// The class of `new T() { … }` or of an enum constant.
    pub fn anonymous(
        &mut self,
        body: Node,
        kind: TypeKind,
        superclass: Option<TypeRef>,
        outer: &str,
    ) -> TypeDecl {
        let start = body.start_byte();
        let mut ty = TypeDecl {
            kind,
            name: Ident {
                text: String::new(),
                span: Span::new(start, start),
            },
            binary_name: format!("{outer}$?"),
            span: span(body),
            modifiers: Modifiers::default(),
            type_params: Vec::new(),
            superclass,
            interfaces: Vec::new(),
            record_components: Vec::new(),
            enum_constants: Vec::new(),
            constants_closed: false,
            body: span(body),
            members: Vec::new(),
            clauses: Vec::new(),
            is_model: false,
            is_local: true,
        };
        self.type_body(body, &mut ty);
        ty
    }

    fn type_body(&mut self, body: Node, ty: &mut TypeDecl) {
        if self.reader.depth > 40 {
            self.reader.warn(
                ty.span,
                ProblemCode::Syntax,
                "types are nested too deeply; JML in here is not read",
            );
            self.take(body.start_byte(), body.end_byte());
            return;
        }
        self.reader.depth += 1;
        let mut pending = Pending::default();
        let mut at = body.start_byte();
        let mut children = all_children(body);
        // An enum's members stand in a node of their own.
        if let Some(declarations) = children
            .iter()
            .position(|child| child.kind() == "enum_body_declarations")
        {
            ty.constants_closed = true;
            let inner = all_children(children[declarations]);
            children.splice(declarations..=declarations, inner);
        }
        for child in children.into_iter().filter(is_part) {
            let items = self.take(at, child.start_byte());
            self.reader.member_items(ty, &mut pending, items);
            at = child.end_byte();
            if child.is_error()
                || child.has_error()
                    && child.child_by_field_name("name").is_none()
                    && child.kind() != "block"
            {
                // Half-typed code: a contract before it must not fall to the next method.
                self.take(child.start_byte(), child.end_byte());
                pending = Pending::default();
                continue;
            }
            self.member(child, ty, &mut pending);
        }
        let items = self.take(at, body.end_byte());
        self.reader.member_items(ty, &mut pending, items);
        self.reader.leftover(pending);
        self.reader.depth -= 1;
    }

    fn member(&mut self, node: Node, ty: &mut TypeDecl, pending: &mut Pending) {
        let outer = ty.binary_name.clone();
        match node.kind() {
            "method_declaration"
            | "constructor_declaration"
            | "compact_constructor_declaration"
            | "annotation_type_element_declaration" => {
                if let Some(method) = self.method(node, &outer, pending) {
                    ty.members.push(Member::Method(method));
                }
                return;
            }
            "block" | "static_initializer" => {
                let is_static = node.kind() == "static_initializer";
                let block = if is_static {
                    child_of_kind(node, "block")
                } else {
                    Some(node)
                };
                let spec = self.reader.method_spec(std::mem::take(&mut pending.spec));
                pending.take_modifiers();
                if let Some(block) = block {
                    let body = self.body(block, &outer);
                    ty.members.push(Member::Initializer(Initializer {
                        span: span(node),
                        is_static,
                        body,
                        spec,
                    }));
                }
                return;
            }
            _ => {}
        }
        // What follows cannot have a method specification.
        self.reader.leftover(Pending {
            modifiers: Vec::new(),
            spec: std::mem::take(&mut pending.spec),
        });
        let before = pending.take_modifiers();
        match node.kind() {
            "field_declaration" | "constant_declaration" => self.fields(node, ty, before),
            "enum_constant" => {
                let Some(name) = node.child_by_field_name("name") else {
                    return;
                };
                let name = self.reader.ident(name);
                let body = node
                    .child_by_field_name("body")
                    .map(|body| self.anonymous(body, TypeKind::EnumConstant, None, &outer));
                self.take(node.start_byte(), node.end_byte());
                ty.enum_constants.push(EnumConstant {
                    name,
                    span: span(node),
                    body,
                });
            }
            kind if is_type_declaration(kind) => {
                if let Some(inner) = self.type_decl(node, &format!("{outer}$"), before, false) {
                    ty.members.push(Member::Type(inner));
                }
            }
            _ => {}
        }
    }

    fn fields(&mut self, node: Node, ty: &mut TypeDecl, before: Modifiers) {
        let Some(type_node) = node.child_by_field_name("type") else {
            return;
        };
        let declarators = fields(node, "declarator");
        let first_name = declarators
            .first()
            .and_then(|d| d.child_by_field_name("name"));
        let header = self.take(
            node.start_byte(),
            first_name.map_or(node.end_byte(), |name| name.start_byte()),
        );
        let java = self.java_modifiers(node);
        let mut modifiers = self.header_modifiers(with_jml(java, before), header.clone());
        let arguments = take_argument_nullness(type_node, &mut modifiers);
        let mut types = self.nested_types(node, &ty.binary_name);
        self.take(node.start_byte(), node.end_byte());
        for declarator in declarators {
            let Some(name) = declarator.child_by_field_name("name") else {
                continue;
            };
            let mut field_type = self.reader.type_ref(type_node, trailing_dims(declarator));
            field_type.argument_nullness = arguments.clone();
            place_nullness(&mut field_type, type_node, &modifiers, &header);
            ty.members.push(Member::Field(Field {
                name: self.reader.ident(name),
                span: span(node),
                modifiers: modifiers.clone(),
                ty: field_type,
                value: declarator.child_by_field_name("value").map(span),
                is_plain: declarator
                    .child_by_field_name("value")
                    .is_some_and(|value| is_plain(value)),
                jml_value: None,
                clauses: Vec::new(),
                in_jml: false,
                types: std::mem::take(&mut types),
            }));
        }
    }

    fn method(&mut self, node: Node, outer: &str, pending: &mut Pending) -> Option<Method> {
        let name = node.child_by_field_name("name")?;
        let bodiless = self
            .bodiless
            .iter()
            .find(|b| b.name_at == name.start_byte())
            .cloned();
        let kind = match node.kind() {
            _ if bodiless.is_some() => MethodKind::Constructor,
            "constructor_declaration" => MethodKind::Constructor,
            "compact_constructor_declaration" => MethodKind::CompactConstructor,
            _ => MethodKind::Method,
        };
        let params_node = node.child_by_field_name("parameters");
        let params = params_node.map_or(Vec::new(), |params| self.params(params));
        let body_node = node.child_by_field_name("body");
        let header_end = body_node.map_or(node.end_byte(), |body| body.start_byte());
        let mut header = self.take(node.start_byte(), header_end);
        // A half-typed member before this one became part of its header: the contract up to there was not this one's.
        let broken_end = all_children(node)
            .into_iter()
            .filter(|child| child.is_error() && child.start_byte() < header_end)
            .map(|child| child.end_byte())
            .max();
        if let Some(end) = broken_end {
            header.retain(|item| item.span.start >= end);
            pending.spec.retain(|item| item.span.start >= end);
            pending
                .modifiers
                .retain(|modifiers| modifiers.span.start >= end);
        }
        // Items in the header are as good as before it.
        let mut scratch = Vec::new();
        for item in header.clone() {
            match &item.kind {
                ItemKind::Modifiers(modifiers) => pending.modifiers.push(modifiers.clone()),
                kind if kind.is_spec() => pending.spec.push(item),
                _ => scratch.push(item),
            }
        }
        for item in scratch {
            self.reader
                .misplaced(item.span, &item.kind, "among the modifiers of a method");
        }
        let mut java = self.java_modifiers(node);
        let mut at = span(node);
        if let Some(bodiless) = bodiless {
            // Its node begins with the made-up type.
            at.start = bodiless
                .visibility
                .map_or(name.start_byte(), |word| word.start);
            java.span = bodiless.visibility.unwrap_or(Span::new(at.start, at.start));
            java.java.extend(bodiless.visibility.map(|word| Ident {
                text: self.reader.text[word.start..word.end].to_owned(),
                span: word,
            }));
        }
        let mut modifiers = with_jml(java, pending.take_modifiers());
        let spec = self.reader.method_spec(std::mem::take(&mut pending.spec));
        let type_node = node
            .child_by_field_name("type")
            .filter(|_| kind == MethodKind::Method);
        let result = type_node.map(|type_node| {
            let mut result = self.reader.type_ref(type_node, trailing_dims(node));
            result.argument_nullness = take_argument_nullness(type_node, &mut modifiers);
            place_nullness(&mut result, type_node, &modifiers, &header);
            result
        });
        let empty = Span::new(name.end_byte(), name.end_byte());
        Some(Method {
            kind,
            name: self.reader.ident(name),
            span: at,
            modifiers,
            type_params: self
                .reader
                .type_params(node.child_by_field_name("type_parameters")),
            result,
            params,
            params_span: params_node.map_or(empty, span),
            throws: self.reader.type_list(child_of_kind(node, "throws")),
            body: body_node.map(|body| self.body(body, outer)),
            spec,
            in_jml: false,
        })
    }

    /// The parameters of a method, a constructor or a record, with the JML before each.
    fn params(&mut self, node: Node) -> Vec<Param> {
        let mut params = Vec::new();
        let mut at = node.start_byte();
        for param in code_children(node) {
            let is_varargs = param.kind() == "spread_parameter";
            if !is_varargs && param.kind() != "formal_parameter" {
                continue;
            }
            let parts = code_children(param);
            let declarator = parts
                .iter()
                .find(|part| part.kind() == "variable_declarator")
                .copied()
                .unwrap_or(param);
            let type_node = param.child_by_field_name("type").or_else(|| {
                parts
                    .iter()
                    .find(|part| !matches!(part.kind(), "modifiers" | "variable_declarator"))
                    .copied()
            });
            let (Some(name), Some(type_node)) = (declarator.child_by_field_name("name"), type_node)
            else {
                continue;
            };
            let header = self.take(at, name.start_byte());
            at = param.end_byte();
            let java = self.java_modifiers(param);
            let mut modifiers = self.header_modifiers(java, header.clone());
            let mut ty = self.reader.type_ref(
                type_node,
                trailing_dims(declarator) + usize::from(is_varargs),
            );
            ty.argument_nullness = take_argument_nullness(type_node, &mut modifiers);
            place_nullness(&mut ty, type_node, &modifiers, &header);
            params.push(Param {
                name: self.reader.ident(name),
                span: span(param),
                modifiers,
                ty,
                is_varargs,
            });
        }
        params
    }
}

/// A literal, or a sign and a literal.
fn is_plain(value: Node) -> bool {
    match value.kind() {
        "true" | "false" => true,
        "unary_expression" => value
            .child_by_field_name("operand")
            .is_some_and(|operand| is_plain(operand)),
        kind => kind.ends_with("_literal") && kind != "class_literal",
    }
}

/// Declarations and broken parts (tree-sitter counts errors among the extras, like comments).
fn is_part(node: &Node) -> bool {
    node.is_named() && (!node.is_extra() || node.is_error())
}

pub(crate) fn is_type_declaration(kind: &str) -> bool {
    matches!(
        kind,
        "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration"
    )
}
