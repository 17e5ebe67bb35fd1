//! Declarations written in JML: ghost and model fields, model methods and classes. Their modifiers are items of
//! their own and are added by `members`.

use super::{Reader, child_of_kind, code_children, fields, span, types::trailing_dims};
use crate::ast::*;
use tree_sitter::Node;

impl Reader<'_> {
    pub fn import(&self, node: Node, is_model: bool) -> Import {
        let parts = super::all_children(node);
        let on_demand = parts.iter().any(|part| part.kind() == "asterisk");
        let name = parts
            .iter()
            .find(|part| matches!(part.kind(), "identifier" | "scoped_identifier"));
        let mut text: String = name
            .map_or("", |name| self.text_of(*name))
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect();
        if on_demand {
            text.push_str(".*");
        }
        let is_static = parts.iter().any(|part| part.kind() == "static");
        Import {
            span: span(node),
            name: text,
            is_static,
            on_demand,
            is_model,
        }
    }

    pub fn jml_fields(&mut self, node: Node) -> Vec<Field> {
        let decls = self.var_decls(node);
        let values: Vec<Option<Span>> = fields(node, "declarator")
            .into_iter()
            .filter(|declarator| declarator.child_by_field_name("name").is_some())
            .map(|declarator| declarator.child_by_field_name("value").map(span))
            .collect();
        decls
            .into_iter()
            .zip(values)
            .map(|(decl, value)| Field {
                name: decl.name,
                span: span(node),
                modifiers: Modifiers {
                    span: Span::new(node.start_byte(), node.start_byte()),
                    ..Modifiers::default()
                },
                ty: decl.ty,
                value,
                is_plain: false,
                jml_value: decl.value,
                clauses: Vec::new(),
                in_jml: true,
                types: Vec::new(),
            })
            .collect()
    }

    pub fn jml_method(&mut self, node: Node) -> Option<Method> {
        let is_constructor = node.kind() == "constructor_declaration";
        let name = self.ident(node.child_by_field_name("name")?);
        let params = node.child_by_field_name("parameters")?;
        let dims = trailing_dims(node);
        let body = node
            .child_by_field_name("body")
            .map(|body| self.jml_body(body));
        Some(Method {
            kind: if is_constructor {
                MethodKind::Constructor
            } else {
                MethodKind::Method
            },
            name,
            span: span(node),
            modifiers: Modifiers {
                span: Span::new(node.start_byte(), node.start_byte()),
                ..Modifiers::default()
            },
            type_params: self.type_params(node.child_by_field_name("type_parameters")),
            result: match is_constructor {
                true => None,
                false => node
                    .child_by_field_name("type")
                    .map(|ty| self.type_ref(ty, dims)),
            },
            params: self.jml_params(params),
            params_span: span(params),
            throws: self.type_list(child_of_kind(node, "throws")),
            body,
            spec: None,
            in_jml: true,
        })
    }

    fn jml_params(&mut self, node: Node) -> Vec<Param> {
        let mut params = Vec::new();
        for param in code_children(node) {
            let is_varargs = param.kind() == "spread_parameter";
            let modifiers = child_of_kind(param, "modifiers")
                .map_or(Modifiers::default(), |mods| self.modifiers(mods));
            let parts = code_children(param);
            let declarator = parts
                .iter()
                .find(|part| part.kind() == "variable_declarator")
                .copied()
                .unwrap_or(param);
            let ty = param.child_by_field_name("type").or_else(|| {
                parts
                    .iter()
                    .find(|part| !matches!(part.kind(), "modifiers" | "variable_declarator"))
                    .copied()
            });
            let (Some(name), Some(ty)) = (declarator.child_by_field_name("name"), ty) else {
                continue;
            };
            let mut ty = self.type_ref(ty, trailing_dims(declarator) + usize::from(is_varargs));
            super::types::apply_nullness(&mut ty, modifiers.nullness());
            params.push(Param {
                name: self.ident(name),
                span: span(param),
                modifiers,
                ty,
                is_varargs,
            });
        }
        params
    }

    /// The body of a model method: its expressions and locals.
    fn jml_body(&mut self, node: Node) -> Body {
        let mut body = Body {
            span: span(node),
            start: node.start_byte() + 1,
            expressions: self.nested_expressions(node),
            ..Body::default()
        };
        let mut rest = vec![node];
        while let Some(next) = rest.pop() {
            match next.kind() {
                "local_variable_declaration" => {
                    let scope = next.parent().map_or(span(node), span);
                    for decl in self.var_decls(next) {
                        let value = decl.value.as_ref().map(|value| value.span);
                        let VarDecl {
                            modifiers,
                            ty,
                            name,
                            ..
                        } = decl;
                        body.locals.push(Local {
                            name,
                            span: span(next),
                            modifiers,
                            ty,
                            value,
                            scope,
                        });
                    }
                }
                "return_statement" => {
                    let value = code_children(next).into_iter().next().map(span);
                    body.returns.push(Return {
                        span: span(next),
                        value,
                    });
                }
                "lambda_expression" | "class_body" => {}
                _ => rest.extend(code_children(next).into_iter().rev()),
            }
        }
        body
    }

    pub fn jml_type_decl(&mut self, node: Node) -> Option<TypeDecl> {
        let is_interface = node.kind() == "interface_declaration";
        let body = node.child_by_field_name("body")?;
        let interfaces = match is_interface {
            true => child_of_kind(node, "extends_interfaces"),
            false => node.child_by_field_name("interfaces"),
        };
        let mut ty = TypeDecl {
            kind: if is_interface {
                TypeKind::Interface
            } else {
                TypeKind::Class
            },
            name: self.ident(node.child_by_field_name("name")?),
            binary_name: String::new(),
            span: span(node),
            modifiers: Modifiers {
                span: Span::new(node.start_byte(), node.start_byte()),
                ..Modifiers::default()
            },
            type_params: self.type_params(node.child_by_field_name("type_parameters")),
            superclass: self
                .type_list(node.child_by_field_name("superclass"))
                .into_iter()
                .next(),
            interfaces: self.type_list(interfaces),
            record_components: Vec::new(),
            enum_constants: Vec::new(),
            constants_closed: false,
            body: span(body),
            members: Vec::new(),
            clauses: Vec::new(),
            is_model: true,
            is_local: false,
        };
        if self.depth < 50 {
            self.depth += 1;
            let items = self.items(body, span(node));
            self.model_members(&mut ty, items);
            self.depth -= 1;
        }
        Some(ty)
    }
}
