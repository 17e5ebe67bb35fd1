//! What the typed tree says about files: who owns which JML, and that nothing but the bad clause is lost.

use proviso_syntax::ast::*;
use proviso_syntax::print::Printer;
use proviso_syntax::{Options, parse};

fn read(text: &str) -> SourceFile {
    parse(text, &Options::default())
}

/// Reads and demands that there is nothing to complain about.
fn clean(text: &str) -> SourceFile {
    let file = read(text);
    assert!(file.problems.is_empty(), "{:#?}\nin {text}", file.problems);
    file
}

fn messages(file: &SourceFile) -> Vec<String> {
    file.problems
        .iter()
        .map(|problem| problem.message.clone())
        .collect()
}

fn method<'a>(file: &'a SourceFile, name: &str) -> &'a Method {
    let methods = file.all_types().into_iter().flat_map(|ty| ty.methods());
    methods
        .into_iter()
        .find(|method| method.name.text == name)
        .unwrap_or_else(|| panic!("no method {name}"))
}

fn spec(file: &SourceFile, name: &str) -> String {
    method(file, name)
        .spec
        .as_ref()
        .map_or(String::new(), |spec| Printer::new(file).method_spec(spec))
}

fn clauses(file: &SourceFile) -> Vec<String> {
    let printer = Printer::new(file);
    file.all_types()
        .iter()
        .flat_map(|ty| &ty.clauses)
        .map(|clause| printer.type_clause(clause))
        .collect()
}

#[test]
fn specification_before_among_and_across_comments_is_one() {
    let file = clean(
        "class A {\n //@ requires x > 0\n //@   && y;\n /** doc */\n // plain\n /*@ ensures z; @*/\n public /*@ pure @*/ int f(int x) { return x; } }",
    );
    assert_eq!(spec(&file, "f"), "requires x > 0 && y;\nensures z;");
    assert!(method(&file, "f").modifiers.has(JmlModifierKind::Pure));
}

#[test]
fn heavyweight_cases_keep_their_headers() {
    let file = clean(
        "class A { /*@ also public normal_behavior one: requires a; ensures b;\n @ also\n @ private code exceptional_behaviour requires c; signals_only E;\n @ implies_that ensures d;\n @ for_example public normal_example ensures e; @*/ void f() {} }",
    );
    assert_eq!(
        spec(&file, "f"),
        "also\npublic normal_behavior one:\nrequires a;\nensures b;\nalso\nprivate code exceptional_behavior\nrequires c;\nsignals_only E;\nimplies_that\nensures d;\nfor_example\npublic normal_example\nensures e;"
    );
}

#[test]
fn nested_groups_keep_their_alternatives() {
    let file = clean(
        "class A { //@ requires a; {| requires b; {| ensures c; also ensures d; |} also requires e; |}\n void f() {} }",
    );
    assert_eq!(
        spec(&file, "f"),
        "requires a;\n{|\nrequires b;\n{|\nensures c;\nalso\nensures d;\n|}\nalso\nrequires e;\n|}"
    );
}

#[test]
fn only_the_bad_clause_is_lost() {
    let file = read(
        "class A {\n //@ requires x > 0;\n //@ ensures \\result > (3;\n //@ ensures \\result == 1;\n //@ signals (E e) y;\n int f(int x) { return 1; } }",
    );
    assert_eq!(messages(&file), ["expected `)` for this `(` in `ensures`"]);
    assert_eq!(
        spec(&file, "f"),
        "requires x > 0;\nensures \\result == 1;\nsignals (E e) y;"
    );
}

#[test]
fn each_mistake_has_a_message_in_terms_of_jml() {
    let in_method = |jml: &str| {
        messages(&read(&format!(
            "class A {{\n //@ {jml}\n int f(int x) {{ return 1; }} }}"
        )))
    };
    assert_eq!(
        in_method("ensures x > 0 requires y;"),
        ["expected `;` after `ensures`"]
    );
    assert_eq!(
        in_method("ensures;"),
        ["expected something after `ensures`"]
    );
    assert_eq!(
        in_method("require x > 0;"),
        ["`require` is not a JML keyword; did you mean `requires`?"]
    );
    assert_eq!(
        in_method("frobnicate x;"),
        ["`frobnicate` is not a JML keyword"]
    );
    assert_eq!(
        in_method("int x;"),
        ["a declaration in JML needs `ghost` or `model`"]
    );
    assert_eq!(
        in_method("ensures x >;"),
        ["expected an expression in `ensures`"]
    );
    assert_eq!(
        in_method("ensures x = 1;"),
        ["`=` is not allowed in a specification; did you mean `==`?"]
    );
    assert_eq!(
        in_method("ensures x++ > 1;"),
        ["`++` is not allowed in a specification"]
    );
    assert_eq!(
        in_method("requires a < b > c;"),
        ["comparisons in a chain must point the same way (`a < b <= c`); use `&&`"]
    );
    assert_eq!(
        in_method("requires a; normal_behavior ensures b;"),
        ["expected `also` before the next behavior"]
    );
    assert_eq!(
        in_method("requires a; {| ensures b;"),
        ["expected `|}` for this `{|`"]
    );
    assert_eq!(in_method("requires a; |}"), ["`|}` without `{|`"]);
    assert_eq!(
        in_method("assignable ;"),
        ["expected a location after `assignable`"]
    );
    assert_eq!(
        in_method("loop_invariant x > 0;"),
        ["`loop_invariant` must stand directly before a loop"]
    );
}

#[test]
fn a_missing_semicolon_at_the_end_of_the_comment_is_no_mistake() {
    let file = clean("class A { //@ ensures x > 0\n int f(int x) { return 1; } }");
    assert_eq!(spec(&file, "f"), "ensures x > 0;");
}

#[test]
fn problems_lie_within_the_text_and_are_not_empty() {
    let text = "class A {\n //@ requires x > ;\n //@ foo\n /*@ ensures ( */ int f(int x) { //@ assert\n return 1; } }";
    let file = read(text);
    assert!(file.problems.len() >= 3, "{:#?}", file.problems);
    for problem in &file.problems {
        assert!(
            problem.span.start < problem.span.end && problem.span.end <= text.len(),
            "{problem:?}"
        );
    }
}

#[test]
fn deprecated_forms_are_read_with_a_warning() {
    let file = read(
        "class A { int g; //@ model int m; represents m <- g;\n //@ pre x <== y; exsures (E) z;\n void f() {} }",
    );
    assert!(
        file.problems
            .iter()
            .all(|p| p.severity == Severity::Warning && p.code == ProblemCode::Deprecated)
    );
    assert_eq!(file.problems.len(), 4, "{:#?}", file.problems);
    assert_eq!(clauses(&file), ["represents m = g;"]);
    assert_eq!(spec(&file, "f"), "pre x <== y;\nexsures (E) z;");
}

#[test]
fn commented_out_java_annotation_is_ignored_with_a_warning() {
    let file = read("class A { //@Override\n void f() {} }");
    assert_eq!(
        messages(&file),
        ["`Override` is not JML; the comment is ignored"]
    );
    assert_eq!(file.problems[0].severity, Severity::Warning);
}

#[test]
fn type_clauses_take_their_modifiers() {
    let file = clean(
        "class A { //@ private static invariant a; public instance constraint b for f, g(int);\n //@ initially c; axiom d; readable x if y; writable x if z; monitors_for x = l, m;\n int x; //@ in p; maps x.q \\into p;\n }",
    );
    assert_eq!(
        clauses(&file),
        [
            "private static invariant a;",
            "public instance constraint b for f, g(int);",
            "initially c;",
            "axiom d;",
            "readable x if y;",
            "writable x if z;",
            "monitors_for x = l, m;"
        ]
    );
    let field = file.types[0].fields().next().expect("a field");
    assert_eq!(field.clauses.len(), 2);
}

#[test]
fn ghost_and_model_members_are_members() {
    let file = clean(
        "class A { //@ public ghost nullable String s = \"a\", t;\n //@ model instance int size;\n /*@ requires x > 0; ensures \\result; public model pure boolean ok(int x) { return (\\exists int i; i == x); } @*/\n //@ model static class C { int v; model int w() { return 1; } }\n }",
    );
    let ty = &file.types[0];
    let names: Vec<&str> = ty.fields().map(|field| field.name.text.as_str()).collect();
    assert_eq!(names, ["s", "t", "size"]);
    let s = ty.fields().next().expect("s");
    assert!(
        s.is_ghost()
            && s.in_jml
            && s.ty.nullness == Some(Nullness::Nullable)
            && s.jml_value.is_some()
    );
    let ok = method(&file, "ok");
    assert!(ok.is_model() && ok.in_jml);
    assert_eq!(spec(&file, "ok"), "requires x > 0;\nensures \\result;");
    let body = ok.body.as_ref().expect("a body");
    assert!(matches!(&body.expressions[0].kind, ExprKind::Paren(_)));
    assert_eq!(
        ty.member_types()
            .next()
            .map(|inner| inner.binary_name.as_str()),
        Some("A$C")
    );
}

#[test]
fn nullness_inside_of_type_arguments_belongs_to_them() {
    let file = clean(
        "class A { /*@ nullable @*/ java.util.Map<String, /*@ non_null @*/ java.util.List</*@ nullable @*/ String>> a; java.util.List</*@ nullable @*/ String> f(java.util.List</*@ non_null @*/ String>[] x) { return null; } }",
    );
    let (yes, no) = (Some(Nullness::Nullable), Some(Nullness::NonNull));
    let field = file.types[0].fields().next().expect("it has a field");
    assert_eq!(field.modifiers.nullness(), yes);
    assert_eq!(field.ty.argument_nullness, [None, no]);
    let method = file.types[0].methods().next().expect("it has a method");
    assert_eq!(method.modifiers.nullness(), None);
    let result = method.result.as_ref().expect("it has a result");
    assert_eq!(
        (result.nullness, &result.argument_nullness[..]),
        (None, &[yes][..])
    );
    let param = &method.params[0];
    assert_eq!((param.ty.nullness, param.ty.element_nullness), (None, None));
    assert_eq!(param.ty.argument_nullness, [no]);
}

#[test]
fn nullness_belongs_to_the_type_it_stands_at() {
    let file = clean(
        "class A { /*@ nullable @*/ String a; /*@ nullable @*/ String[] b; String /*@ nullable @*/ [] c; /*@ nullable @*/ int[] d;\n @Nullable String e;\n /*@ nullable @*/ String f(/*@ nullable @*/ String x, /*@ non_null */ int... y) { /*@ nullable @*/ String z = x; return z; } }",
    );
    let nullness: Vec<_> = file.types[0]
        .fields()
        .map(|f| (f.ty.nullness, f.ty.element_nullness))
        .collect();
    let yes = Some(Nullness::Nullable);
    assert_eq!(
        nullness,
        [
            (yes, None),
            (None, yes),
            (yes, None),
            (yes, None),
            (yes, None)
        ]
    );
    let f = method(&file, "f");
    assert_eq!(f.result.as_ref().and_then(|ty| ty.nullness), yes);
    assert_eq!(f.params[0].ty.nullness, yes);
    assert_eq!((f.params[1].ty.dims, f.params[1].is_varargs), (1, true));
    assert_eq!(
        f.body.as_ref().and_then(|body| body.locals[0].ty.nullness),
        yes
    );
}

#[test]
fn statements_know_their_block_and_the_next_statement() {
    let text = "class A { void f(int x) { //@ assert x > 0;\n if (x > 1) { //@ assume x < 9;\n } //@ ghost int g = 1;\n //@ set g = 2;\n x = 3; //@ here:\n } }";
    let file = clean(text);
    let body = method(&file, "f").body.as_ref().expect("a body");
    let printer = Printer::new(&file);
    let printed: Vec<String> = body
        .statements
        .iter()
        .map(|s| printer.statement(s))
        .collect();
    assert_eq!(
        printed,
        [
            "assert x > 0;",
            "assume x < 9;",
            "ghost int g = 1;",
            "set g = 2;",
            "here:"
        ]
    );
    let next: Vec<Option<&str>> = body
        .statements
        .iter()
        .map(|s| s.next.as_ref().map(|n| file.raw_text(n.span)))
        .collect();
    assert_eq!(next[1], None);
    assert_eq!(next[2], Some("x = 3;"));
    assert_eq!(next[4], None);
    assert_eq!(
        body.statements[0].next.as_ref().map(|n| n.kind.as_str()),
        Some("if_statement")
    );
    assert!(body.statements[1].block.start > body.statements[0].block.start);
}

#[test]
fn loop_clauses_belong_to_the_loop_after_them() {
    let file = clean(
        "class A { void f(int n) {\n //@ loop_invariant 0 <= i <= n;\n //@ assignable n;\n //@ decreases n - i;\n outer: for (int i = 0, j; i < n; i++, j--) { }\n //@ maintaining true;\n while (n > 0) n--;\n do { } while (n > 0);\n //@ loop_writes \\nothing;\n for (String s : list) ; } }",
    );
    let body = method(&file, "f").body.as_ref().expect("a body");
    let printer = Printer::new(&file);
    let printed: Vec<Vec<String>> = body
        .loops
        .iter()
        .map(|l| l.clauses.iter().map(|c| printer.loop_clause(c)).collect())
        .collect();
    assert_eq!(
        printed[0],
        [
            "loop_invariant 0 <= i <= n;",
            "assignable n;",
            "decreases n - i;"
        ]
    );
    assert_eq!(printed[1], ["maintaining true;"]);
    assert!(printed[2].is_empty());
    assert_eq!(printed[3], ["loop_writes \\nothing;"]);
    let first = &body.loops[0];
    assert_eq!(file.raw_text(first.init), "int i = 0, j");
    assert_eq!(
        first.condition.map(|span| file.raw_text(span)),
        Some("i < n")
    );
    assert_eq!(file.raw_text(first.update).trim(), "i++, j--");
    assert_eq!(first.labels[0].text, "outer");
    assert_eq!(
        body.loops[3].variable.as_ref().map(|v| v.text.as_str()),
        Some("s")
    );
}

#[test]
fn statement_contract_is_attached_to_the_statement() {
    let file = clean(
        "class A { void f(int x) { //@ refining requires x > 0; ensures x > 1;\n { x++; } } }",
    );
    let body = method(&file, "f").body.as_ref().expect("a body");
    assert_eq!(body.statements.len(), 1);
    assert_eq!(
        body.statements[0].next.as_ref().map(|n| n.kind.as_str()),
        Some("block")
    );
}

#[test]
fn misplaced_jml_is_an_error_where_it_stands() {
    let file = read(
        "//@ invariant true;\nclass A { //@ in g;\n void f() { //@ ensures true;\n } //@ requires x;\n int y; //@ assert y;\n }",
    );
    let found = messages(&file);
    assert_eq!(found.len(), 5, "{found:#?}");
    assert!(
        file.problems
            .iter()
            .all(|p| p.code == ProblemCode::Misplaced && p.severity == Severity::Error)
    );
}

#[test]
fn anonymous_local_and_nested_types_own_their_jml() {
    let file = clean(
        "package p; class A { class B { //@ invariant b;\n } Runnable r = new Runnable() { //@ ensures c;\n public void run() { } };\n void f() { class L { //@ ensures d;\n void g() {} } } enum E { X { //@ ensures e;\n void h() {} }; //@ ensures i;\n void i() {} } record R(int x) { //@ invariant x > 0;\n } }",
    );
    let names: Vec<&str> = file
        .all_types()
        .iter()
        .map(|ty| ty.binary_name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "p.A", "p.A$B", "p.A$?", "p.A$?", "p.A$E", "p.A$E$?", "p.A$R"
        ]
    );
    assert_eq!(spec(&file, "run"), "ensures c;");
    assert_eq!(spec(&file, "g"), "ensures d;");
    assert_eq!(spec(&file, "h"), "ensures e;");
    assert_eq!(spec(&file, "i"), "ensures i;");
    assert_eq!(clauses(&file), ["invariant b;", "invariant x > 0;"]);
}

#[test]
fn a_contract_before_half_typed_code_does_not_fall_to_the_next_method() {
    let file = read(
        "class A {\n //@ requires x > 0;\n int f(int x  = ;\n\n int g(int y) { return y; }\n}",
    );
    assert!(file.java_has_errors);
    let g = file
        .all_types()
        .into_iter()
        .flat_map(|ty| ty.methods())
        .find(|m| m.name.text == "g");
    if let Some(g) = g {
        assert!(g.spec.is_none(), "{:#?}", g.spec);
    }
}

#[test]
fn methods_after_a_half_typed_body_are_still_there() {
    let file = read(
        "class A {\n void f() { int x = ; if (\n }\n //@ ensures \\result > 0;\n int g() { return 1; }\n}",
    );
    assert_eq!(spec(&file, "g"), "ensures \\result > 0;");
}

#[test]
fn windows_line_ends_and_wide_characters_keep_positions() {
    let text = "class Ä {\r\n  /*@ requires ä > \"ü\".length();\r\n    @ ensures \\result;\r\n    @*/\r\n  boolean f(int ä) { return true; }\r\n}";
    let file = clean(text);
    assert_eq!(
        spec(&file, "f"),
        "requires ä > \"ü\".length();\nensures \\result;"
    );
    assert_eq!(file.clean.len(), text.len());
}

#[test]
fn model_imports_and_package_are_read() {
    let file = clean("package a.b;\nimport java.util.*;\n//@ model import org.x.Y;\nclass A { }");
    assert_eq!(file.package.as_ref().map(|p| p.text.as_str()), Some("a.b"));
    assert_eq!(
        file.imports
            .iter()
            .map(|i| (i.name.as_str(), i.is_model))
            .collect::<Vec<_>>(),
        [("java.util.*", false), ("org.x.Y", true)]
    );
}

#[test]
fn idioms_of_other_tools_are_read_and_find_their_owners() {
    let file = clean(include_str!("data/Wild.java"));
    assert!(!file.java_has_errors);
    let count = |name: &str| {
        let spec = method(&file, name).spec.as_ref();
        spec.map_or(0, |spec| {
            spec.cases
                .iter()
                .map(|case| case.items.len())
                .sum::<usize>()
        })
    };
    assert_eq!(
        (
            count("cc"),
            count("equals"),
            count("g"),
            count("m"),
            count("fp"),
            count("W")
        ),
        (4, 2, 4, 11, 2, 1)
    );
    assert!(method(&file, "W").modifiers.has(JmlModifierKind::Pure));
    assert_eq!(
        method(&file, "equals").params[0].ty.nullness,
        Some(Nullness::Nullable)
    );
    let body = method(&file, "cc").body.as_ref().expect("a body");
    let contracts = body
        .statements
        .iter()
        .filter(|s| matches!(s.kind, StatementKind::Refining(_)))
        .count();
    assert_eq!(contracts, 2);
    let with_clauses: Vec<usize> = body.loops.iter().map(|l| l.clauses.len()).collect();
    assert_eq!(with_clauses, [2, 0, 1]);
    let size = file.types[0]
        .fields()
        .find(|field| field.name.text == "size")
        .expect("size");
    assert_eq!(size.clauses.len(), 1);
    let names: Vec<&str> = file
        .all_types()
        .iter()
        .map(|ty| ty.binary_name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "w.W", "w.W$I", "w.W$An", "w.W$C", "w.W$C$?", "w.W$R", "w.W$S", "w.W$T1"
        ]
    );
    assert_eq!(clauses(&file).len(), 9, "{:#?}", clauses(&file));
}

#[test]
fn contracts_in_java_annotations_are_refused_politely() {
    let file = read(
        "class A { @Requires(\"x > 0\") @Pure int f(int x) { return x; } @Ensures int g() { return 1; } }",
    );
    assert_eq!(
        messages(&file),
        ["contracts in Java annotations are not read; write `//@ requires x > 0;`"]
    );
    assert_eq!(file.problems[0].severity, Severity::Warning);
    assert!(method(&file, "f").modifiers.has(JmlModifierKind::Pure));
}

#[test]
fn constructors_without_a_body_are_constructors() {
    let file = clean(
        "package p; public class C {\n //@ requires n > 0;\n public C(int n);\n //@ ensures \\result > 0;\n public int f();\n   //@ pure\n   C(/*@ nullable @*/ String s) throws E;\n //@ ensures true;\n native void g(); }",
    );
    let constructors: Vec<&Method> = file.types[0]
        .methods()
        .filter(|method| method.kind == MethodKind::Constructor)
        .collect();
    assert_eq!(constructors.len(), 2);
    let printer = Printer::new(&file);
    let first = constructors[0];
    assert_eq!(
        first
            .spec
            .as_ref()
            .map(|spec| printer.method_spec(spec))
            .as_deref(),
        Some("requires n > 0;")
    );
    assert_eq!(file.raw_text(first.span), "public C(int n);");
    assert!(first.modifiers.has_java("public") && first.result.is_none() && first.body.is_none());
    assert_eq!(
        file.raw_text(constructors[1].span),
        "C(/*@ nullable @*/ String s) throws E;"
    );
    assert!(constructors[1].modifiers.has(JmlModifierKind::Pure));
    assert_eq!(
        constructors[1].params[0].ty.nullness,
        Some(Nullness::Nullable)
    );
    assert_eq!(spec(&file, "f"), "ensures \\result > 0;");
    assert_eq!(spec(&file, "g"), "ensures true;");
}

#[test]
fn a_contract_before_a_broken_member_is_dropped_with_it() {
    let file = read(
        "class A {\n //@ requires x > 0;\n public B(int x);\n\n //@ ensures true;\n int g(int y) { return y; }\n}",
    );
    assert!(file.java_has_errors);
    assert_eq!(spec(&file, "g"), "ensures true;");
}

#[test]
fn a_case_spans_its_modifiers_and_nothing_before() {
    let text = "class A { int before; /*@ public normal_behavior requires true; also normal_behavior requires x; also for_example private normal_example requires false; @*/ void m() {} }";
    let file = clean(text);
    let spec = method(&file, "m").spec.as_ref().expect("a contract");
    let case = spec.cases[0].span;
    assert!(text[case.start..].starts_with("public normal_behavior"));
    let bare = spec.cases[1].span;
    assert!(text[bare.start..].starts_with("normal_behavior requires x"));
    assert_eq!(spec.span.start, case.start);
    let example = spec.for_example[0].span;
    assert!(text[example.start..].starts_with("private normal_example"));
}
