/**
 * @file JML (Reference Manual, 2nd edition, and the dialects of OpenJML and KeY) on top of tree-sitter-java.
 *
 * What is parsed is the text of annotation comments, not a Java file. The result is a *flat* list of items: modifiers,
 * clauses, `also`, behaviour headers, `{|`, `|}`, statements, declarations. Spec cases are put together by the reader
 * of the tree: a flat list loses one clause to a mistake, nested rules would lose the whole specification.
 *
 * The `;` at the end of a clause is optional here, because it is optional at the end of a comment (and because the
 * reader can then say "expected `;` after `ensures`").
 *
 * Regenerate with scripts/grammar.sh, which finds tree-sitter-java's grammar.js in the package registry.
 */

const path = require('path');
const java = require(path.join(process.env.TREE_SITTER_JAVA, 'grammar.js'));

// Java's precedences, with room for the JML connectives below `||`.
const PREC = {
  QUANTIFIED: -1,
  TERNARY: 1,
  EQUIVALENCE: 2,
  IMPLICATION: 3,
  OR: 4,
  AND: 5,
  BIT_OR: 6,
  BIT_XOR: 7,
  BIT_AND: 8,
  EQUALITY: 9,
  REL: 10,
  SHIFT: 11,
  ADD: 12,
  MULT: 13,
  CAST: 14,
  UNARY: 15,
};

const JAVA_MODIFIERS = [
  'public', 'protected', 'private', 'abstract', 'strictfp', 'native', 'transient', 'volatile',
];

const JML_MODIFIERS = [
  'spec_public', 'spec_protected', 'pure', 'spec_pure', 'strictly_pure', 'no_state', 'heap_free', 'helper',
  'model', 'instance', 'non_null_by_default', 'nullable_by_default', 'uninitialized',
  'monitored', 'code', 'code_java_math', 'code_safe_math', 'code_bigint_math', 'spec_java_math', 'spec_safe_math',
  'spec_bigint_math', 'skip_esc', 'skip_rac', 'skipesc', 'skiprac', 'inline', 'extract', 'immutable', 'peer', 'rep', 'readonly', 'query',
  'secret', 'two_state', 'weakly', 'function',
];

// Only words that nobody uses as a variable's name: these stand where an expression may begin, too.
const LOCAL_MODIFIERS = ['nullable', 'non_null', 'ghost'];

const BEHAVIORS = [
  ...['', 'normal_', 'exceptional_', 'return_', 'break_', 'continue_']
    .flatMap(kind => [kind + 'behavior', kind + 'behaviour']),
  'example', 'normal_example', 'exceptional_example', 'model_program', 'model_behavior', 'model_behaviour',
];

const redundant = words => words.flatMap(word => [word, word + '_redundantly']);
const free = words => words.flatMap(word => [word, word + '_redundantly', word + '_free']);

// keyword [name:] predicate
const PREDICATE_KEYWORDS = [
  ...free(['ensures', 'post', 'invariant', 'loop_invariant', 'maintaining', 'maintains']),
  ...redundant([
    'diverges', 'when', 'initially', 'axiom', 'assume', 'check', 'decreases', 'decreasing',
    'loop_decreases', 'loop_variant', 'hence_by', 'measured_by', 'duration', 'working_space',
  ]),
  'assert_redundantly',
];

// keyword [name:] list of locations or expressions
const LIST_KEYWORDS = [
  ...free([
    'assignable', 'assigns', 'assigning', 'modifies', 'modifiable', 'modifying', 'writes', 'writing',
  ]),
  ...redundant([
    'accessible', 'reads', 'loop_writes', 'loop_assigns', 'loop_assignable', 'loop_modifies',
    'loop_modifying',
  ]),
  'readable', 'writable', 'havoc', 'mbody', 'measured_by_list',
];
// These may stand alone.
const OPTIONAL_LIST_KEYWORDS = [...redundant(['captures']), 'show', 'use', 'split', 'invariants', 'debug'];

const REPRESENTS_KEYWORDS = [...redundant(['represents']), 'monitors_for', 'depends'];
const TYPE_LIST_KEYWORDS = [...redundant(['signals_only']), 'allow', 'forbid', 'ignore'];
const WORD_STATEMENTS = ['unreachable', 'reachable', 'halt', 'begin', 'end', 'inlined_loop'];

const TYPE_WORDS = [
  '\\bigint', '\\real', '\\TYPE', '\\locset', '\\datagroup', '\\string', '\\range', '\\seq', '\\map', '\\array',
  '\\tuple', '\\free',
];

// One token for many words: the tables grow with the number of tokens.
const words = list => token(choice(...list));

const comma1 = rule => seq(rule, repeat(seq(',', rule)));
const comma = rule => optional(comma1(rule));
const name = $ => choice($.identifier, $._reserved_identifier);

const jml = grammar(java, {
  name: 'jml',

  extras: $ => [$.line_comment, $.block_comment, $.marker, /\s/],

  supertypes: $ => [
    $.expression, $.primary_expression, $.statement, $._literal, $._type, $._unannotated_type,
  ],

  inline: $ => [$._name, $._simple_type, $._variable_initializer],

  conflicts: $ => [
    [$._unannotated_type, $.primary_expression],
    [$._unannotated_type, $.primary_expression, $.scoped_type_identifier],
    [$._unannotated_type, $.scoped_type_identifier],
    [$._unannotated_type, $.generic_type],
    [$.generic_type, $.primary_expression],
    [$._reference_type, $.primary_expression, $.inferred_parameters],
    [$.expression, $.statement],
    [$.lambda_expression, $.primary_expression],
    [$.inferred_parameters, $.primary_expression],
    // `ensures \forall int i; p; …`: is that `;` the end of the clause or of the range?
    [$.quantified_expression],
    // `\\let int i = 1, j = 2` and `\\let int i = 1, T j = 2`.
    [$._unannotated_type, $._variable_declarator_id],
  ],

  rules: {
    program: $ => repeat($._item),

    _item: $ => choice(
      $.modifiers,
      $.also,
      $.implies_that,
      $.for_example,
      $.behavior,
      $.group_open,
      $.group_close,
      $.requires_clause,
      $.predicate_clause,
      $.list_clause,
      $.signals_clause,
      $.type_list_clause,
      $.callable_clause,
      $.old_clause,
      $.exit_clause,
      $.determines_clause,
      $.constraint_clause,
      $.represents_clause,
      $.in_clause,
      $.maps_clause,
      $.set_statement,
      $.word_statement,
      $.raw_statement,
      $.choose_statement,
      $.refining,
      $.initializer,
      $.label,
      $.block,
      $.import_declaration,
      $.field_declaration,
      $.method_declaration,
      $.constructor_declaration,
      $.class_declaration,
      $.interface_declaration,
      $.datatype_declaration,
      ';',
    ),

    // ---- structure of a method specification

    also: _ => 'also',
    implies_that: _ => 'implies_that',
    for_example: _ => 'for_example',
    group_open: _ => '{|',
    group_close: _ => '|}',
    behavior: $ => prec.right(seq(field('kind', $.behavior_keyword), optional($.clause_name))),
    behavior_keyword: _ => words(BEHAVIORS),
    // KeY: `assignable<savedHeap> …`
    heaps: $ => prec.right(repeat1(seq('<', $.identifier, '>'))),
    clause_name: $ => prec(1, seq(field('name', $.identifier), ':')),

    modifiers: $ => prec.right(repeat1(choice(
      $.java_modifier,
      'static', 'final', 'default', 'synchronized',
      $.jml_modifier,
    ))),
    java_modifier: _ => words(JAVA_MODIFIERS),
    jml_modifier: $ => choice(words(JML_MODIFIERS), $._local_jml_modifier),
    _local_modifiers: $ => repeat1(choice('final', alias($._local_jml_modifier, $.jml_modifier))),
    _local_jml_modifier: _ => words(LOCAL_MODIFIERS),

    // ---- clauses

    requires_clause: $ => prec.right(seq(
      field('keyword', alias($._requires_keyword, $.keyword)),
      optional($.heaps),
      optional($.clause_name),
      field('predicate', $.expression),
      optional(seq('else', field('exception', $._type))),
      optional(';'),
    )),
    _requires_keyword: _ => words(free(['requires', 'pre', 'recommends'])),

    predicate_clause: $ => prec.right(seq(
      field('keyword', alias($._predicate_keyword, $.keyword)),
      optional($.heaps),
      optional($.clause_name),
      comma1(field('predicate', $.expression)),
      optional(choice(
        seq('if', field('condition', $.expression)),
        seq(':', field('message', $.expression)),
      )),
      optional(';'),
    )),
    _predicate_keyword: $ => choice('assert', $._predicate_word),
    _predicate_word: _ => words(PREDICATE_KEYWORDS),

    list_clause: $ => prec.right(seq(
      choice(
        // After one of these a name is due, even if the word is a modifier elsewhere (`assignable rep`).
        seq(
          field('keyword', alias($._list_keyword, $.keyword)),
          optional($.heaps),
          optional(seq(field('name', $.expression), ':')),
          comma1(field('item', $.expression)),
        ),
        seq(field('keyword', alias($._optional_list_keyword, $.keyword)), comma(field('item', $.expression))),
      ),
      optional(choice(
        seq('if', field('condition', $.expression)),
        seq('\\measured_by', field('measure', $.expression)),
      )),
      optional(';'),
    )),
    _list_keyword: _ => words(LIST_KEYWORDS),
    _optional_list_keyword: _ => words(OPTIONAL_LIST_KEYWORDS),

    signals_clause: $ => prec.right(seq(
      field('keyword', alias($._signals_keyword, $.keyword)),
      optional($.clause_name),
      '(',
      field('exception', $._type),
      optional(field('variable', name($))),
      ')',
      optional(field('predicate', $.expression)),
      optional(';'),
    )),
    _signals_keyword: _ => words(free(['signals', 'exsures'])),

    type_list_clause: $ => prec.right(seq(
      field('keyword', alias($._type_list_keyword, $.keyword)),
      optional($.clause_name),
      optional(choice(field('word', $.jml_name), comma1(field('type', $._type)))),
      optional(';'),
    )),
    _type_list_keyword: _ => words(TYPE_LIST_KEYWORDS),

    callable_clause: $ => prec.right(seq(
      field('keyword', alias($._callable_keyword, $.keyword)),
      optional($.clause_name),
      choice(field('word', $.jml_name), comma1(field('method', $.method_signature))),
      optional(';'),
    )),
    _callable_keyword: _ => words(redundant(['callable'])),

    method_signature: $ => prec.right(seq(
      $._signature_part,
      repeat(seq('.', $._signature_part)),
      optional(seq('(', comma(field('parameter', $._type)), ')')),
    )),
    _signature_part: $ => choice($.identifier, $.this, $.super, 'new', '*'),

    old_clause: $ => prec.right(seq(
      field('keyword', alias($._old_keyword, $.keyword)),
      optional(alias($._local_modifiers, $.modifiers)),
      field('type', $._unannotated_type),
      $._variable_declarator_list,
      optional(';'),
    )),
    _old_keyword: _ => words(['old', 'forall']),

    exit_clause: $ => prec.right(seq(
      field('keyword', alias($._exit_keyword, $.keyword)),
      optional($.clause_name),
      optional(field('predicate', $.expression)),
      optional(';'),
    )),
    _exit_keyword: _ => choice('throws', words(['returns', 'breaks', 'continues'])),

    determines_clause: $ => prec.right(seq(
      field('keyword', alias($._determines_keyword, $.keyword)),
      comma1(field('item', $.expression)),
      repeat(seq(
        field('part', alias($._determines_part, $.jml_name)),
        comma1(field('item', $.expression)),
      )),
      optional(';'),
    )),
    _determines_keyword: _ => words(['determines', 'loop_determines', 'separates', 'loop_separates']),

    constraint_clause: $ => prec.right(seq(
      field('keyword', alias($._constraint_keyword, $.keyword)),
      optional($.clause_name),
      field('predicate', $.expression),
      optional(seq(
        'for',
        optional(field('except', alias($._negation, $.operator))),
        choice(field('word', $.jml_name), comma1(field('method', $.method_signature))),
      )),
      optional(';'),
    )),
    _constraint_keyword: _ => words(free(['constraint'])),

    represents_clause: $ => prec.right(seq(
      field('keyword', alias($._represents_keyword, $.keyword)),
      field('target', $.primary_expression),
      choice(
        seq(field('relation', choice('=', '<-')), comma(field('value', $.expression))),
        seq(field('relation', '\\such_that'), field('value', $.expression)),
      ),
      optional(';'),
    )),
    _represents_keyword: _ => words(REPRESENTS_KEYWORDS),

    in_clause: $ => prec.right(seq(
      field('keyword', alias($._in_keyword, $.keyword)),
      comma1(field('group', $.primary_expression)),
      optional(';'),
    )),
    _in_keyword: _ => words(['in', 'in_redundantly']),

    maps_clause: $ => prec.right(seq(
      field('keyword', alias($._maps_keyword, $.keyword)),
      comma1(field('location', $.primary_expression)),
      '\\into',
      comma1(field('group', $.primary_expression)),
      optional(';'),
    )),
    _maps_keyword: _ => words(['maps', 'maps_redundantly']),

    // ---- statements

    set_statement: $ => seq(field('keyword', alias('set', $.keyword)), field('statement', $.statement)),

    word_statement: $ => prec.right(seq(
      field('keyword', alias($._word_statement_keyword, $.keyword)),
      optional($.clause_name),
      optional(';'),
    )),
    _word_statement_keyword: _ => words(WORD_STATEMENTS),

    // Statements whose text has no meaning to us.
    raw_statement: $ => seq(
      field('keyword', alias($._raw_keyword, $.keyword)),
      optional(field('text', $.raw_text)),
      ';',
    ),
    _raw_keyword: _ => words(['comment', 'nowarn', 'merge_point', 'refine']),
    raw_text: _ => /[^\s;@][^;@]*/,

    choose_statement: $ => prec.right(seq(
      field('keyword', alias($._choose_keyword, $.keyword)),
      choice(
        seq('{', repeat($._loop_item), $._guarded, repeat(seq('or', $._guarded)), optional(seq('else', $.statement)), '}'),
        seq($.block, repeat(seq('or', $.block)), optional(seq('else', $.block))),
      ),
    )),
    _choose_keyword: _ => words(['choose', 'choose_if', 'repeat']),
    _loop_item: $ => seq(
      field('keyword', alias(choice($._predicate_word, $._list_keyword, $._optional_list_keyword), $.keyword)),
      comma1($.expression),
      ';',
    ),
    _guarded: $ => seq(optional(field('guard', $.expression)), '->', field('statement', $.statement)),

    refining: _ => words(['refining', 'loop_contract']),
    initializer: _ => words(['initializer', 'static_initializer']),
    label: $ => prec.right(seq(field('name', $.identifier), ':', optional(choice(';', seq('{', '}'))))),

    // Only what model methods need; no local classes, so no modifiers at the start of a statement.
    statement: $ => choice(
      $.expression_statement,
      $.labeled_statement,
      $.if_statement,
      $.while_statement,
      $.for_statement,
      $.enhanced_for_statement,
      $.block,
      ';',
      $.assert_statement,
      $.do_statement,
      $.break_statement,
      $.continue_statement,
      $.return_statement,
      $.switch_expression,
      $.local_variable_declaration,
      $.throw_statement,
      $.try_statement,
    ),

    // ---- declarations; their modifiers are items before them

    import_declaration: $ => seq(
      'import',
      optional('static'),
      $._name,
      optional(seq('.', $.asterisk)),
      ';',
    ),

    field_declaration: $ => prec.right(seq(
      field('type', $._unannotated_type),
      $._variable_declarator_list,
      optional(';'),
    )),

    method_declaration: $ => prec.right(seq(
      $._method_header,
      choice(field('body', $.block), ';'),
    )),

    constructor_declaration: $ => seq(
      field('name', $.identifier),
      field('parameters', $.formal_parameters),
      optional($.throws),
      choice(field('body', $.constructor_body), ';'),
    ),

    class_declaration: $ => seq(
      'class',
      field('name', $.identifier),
      optional(field('type_parameters', $.type_parameters)),
      optional(field('superclass', $.superclass)),
      optional(field('interfaces', $.super_interfaces)),
      field('body', $.class_body),
    ),

    interface_declaration: $ => seq(
      'interface',
      field('name', $.identifier),
      field('type_parameters', optional($.type_parameters)),
      optional($.extends_interfaces),
      field('body', $.class_body),
    ),

    datatype_declaration: $ => seq(
      'datatype',
      field('name', $.identifier),
      optional(field('type_parameters', $.type_parameters)),
      '{',
      comma1(field('constructor', $.datatype_constructor)),
      optional(seq(';', repeat($._item))),
      '}',
    ),
    datatype_constructor: $ => seq(field('name', $.identifier), optional($.formal_parameters)),

    class_body: $ => seq('{', repeat($._item), '}'),

    local_variable_declaration: $ => seq(
      optional(alias($._local_modifiers, $.modifiers)),
      field('type', $._unannotated_type),
      $._variable_declarator_list,
      ';',
    ),

    formal_parameter: $ => seq(
      optional(alias($._local_modifiers, $.modifiers)),
      field('type', $._unannotated_type),
      $._variable_declarator_id,
    ),

    spread_parameter: $ => seq(
      optional(alias($._local_modifiers, $.modifiers)),
      $._unannotated_type,
      '...',
      $.variable_declarator,
    ),

    formal_parameters: $ => seq('(', comma(choice($.formal_parameter, $.spread_parameter)), ')'),

    enhanced_for_statement: $ => seq(
      'for',
      '(',
      optional(alias($._local_modifiers, $.modifiers)),
      field('type', $._unannotated_type),
      $._variable_declarator_id,
      ':',
      field('value', $.expression),
      ')',
      field('body', $.statement),
    ),

    catch_formal_parameter: $ => seq(
      optional(alias($._local_modifiers, $.modifiers)),
      $.catch_type,
      $._variable_declarator_id,
    ),

    integral_type: _ => words(['byte', 'short', 'int', 'long', 'char']),
    floating_point_type: _ => words(['float', 'double']),

    // ---- types; Java's type annotations are left out, JML has its own words

    _type: $ => $._unannotated_type,

    dimensions: _ => prec.right(repeat1(seq('[', ']'))),

    _variable_declarator_id: $ => seq(
      field('name', name($)),
      field('dimensions', optional($.dimensions)),
    ),

    _simple_type: $ => choice(
      $.void_type,
      $.integral_type,
      $.floating_point_type,
      $.boolean_type,
      alias($.identifier, $.type_identifier),
      $.scoped_type_identifier,
      $.generic_type,
      $.jml_type,
    ),

    _type_word: _ => words(TYPE_WORDS),
    _quantifier_word: _ => words([
      '\\forall', '\\exists', '\\choose', '\\num_of', '\\numof', '\\sum', '\\product', '\\infinite_union',
    ]),
    _extremum: _ => words(['\\max', '\\min']),
    _bounded_word: _ => words(['\\bsum', '\\bprod', '\\seq_def']),
    _type_function: _ => words(['\\type', '\\static_invariant_for', '\\is_initialized', '\\isInitialized']),
    _lbl_word: _ => words(['\\lbl', '\\lblpos', '\\lblneg']),
    _determines_part: _ => words(['\\by', '\\declassifies', '\\erases', '\\new_objects']),

    jml_type: $ => prec.right(choice(
      seq($._type_word, optional($.type_arguments)),
      seq('\\set', $.type_arguments),
    )),

    // ---- expressions

    expression: $ => choice(
      $.assignment_expression,
      $.binary_expression,
      $.instanceof_expression,
      $.lambda_expression,
      $.ternary_expression,
      $.update_expression,
      $.primary_expression,
      $.unary_expression,
      alias($._not_expression, $.unary_expression),
      $.cast_expression,
      $.switch_expression,
      $.quantified_expression,
      $.bounded_expression,
      $.set_comprehension,
      $.let_expression,
      $.labelled_expression,
    ),

    primary_expression: $ => choice(
      $._literal,
      $.class_literal,
      $.this,
      $.identifier,
      $._reserved_identifier,
      $.parenthesized_expression,
      $.object_creation_expression,
      $.field_access,
      $.array_access,
      $.method_invocation,
      $.method_reference,
      $.array_creation_expression,
      $.all_fields,
      $.jml_name,
      $.jml_call,
      $.type_call,
      $.only_called,
      $.informal_predicate,
    ),

    binary_expression: $ => choice(
      ...[
        [alias($._equivalence, $.operator), PREC.EQUIVALENCE],
        ['<==', PREC.IMPLICATION],
        ['||', PREC.OR],
        ['&&', PREC.AND],
        ['|', PREC.BIT_OR],
        ['^', PREC.BIT_XOR],
        ['&', PREC.BIT_AND],
        [alias($._equality, $.operator), PREC.EQUALITY],
        ['>', PREC.REL],
        ['<', PREC.REL],
        [alias($._relation, $.operator), PREC.REL],
        [alias($._shift, $.operator), PREC.SHIFT],
        ['+', PREC.ADD],
        ['-', PREC.ADD],
        ['*', PREC.MULT],
        [alias($._division, $.operator), PREC.MULT],
      ].map(([operator, precedence]) => prec.left(precedence, seq(
        field('left', $.expression),
        field('operator', operator),
        field('right', $.expression),
      ))),
      prec.right(PREC.IMPLICATION, seq(
        field('left', $.expression),
        field('operator', '==>'),
        field('right', $.expression),
      )),
    ),

    _equivalence: _ => words(['<==>', '<=!=>']),
    _equality: _ => words(['==', '!=']),
    _relation: _ => words(['<=', '>=', '<:', '<:=', '<#', '<#=']),
    _shift: _ => words(['<<', '>>', '>>>']),
    _division: _ => words(['/', '%']),

    assignment_expression: $ => prec.right(PREC.TERNARY, seq(
      field('left', choice($.identifier, $._reserved_identifier, $.field_access, $.array_access)),
      field('operator', choice('=', alias($._compound_assignment, $.operator))),
      field('right', $.expression),
    )),
    _compound_assignment: _ => words(['+=', '-=', '*=', '/=', '&=', '|=', '^=', '%=', '<<=', '>>=', '>>>=']),

    update_expression: $ => prec.left(PREC.UNARY, choice(
      seq($.expression, alias($._update, $.operator)),
      seq(alias($._update, $.operator), $.expression),
    )),
    _update: _ => words(['++', '--']),

    unary_expression: $ => prec.left(PREC.UNARY, seq(
      field('operator', choice('+', '-')),
      field('operand', $.expression),
    )),
    _not_expression: $ => prec.left(PREC.UNARY, seq(
      field('operator', alias($._negation, $.operator)),
      field('operand', $.expression),
    )),

    // JLS 15.16: only a cast to a primitive type may stand before `+` and `-`, so `(x) - 1` is a difference.
    cast_expression: $ => prec(PREC.CAST, choice(
      seq('(', field('type', $._primitive_type), ')', field('value', $.expression)),
      seq('(', field('type', $._reference_type), ')', field('value', $._castable)),
    )),
    _primitive_type: $ => choice($.integral_type, $.floating_point_type, $.boolean_type, $.jml_type),
    _reference_type: $ => choice(
      alias($.identifier, $.type_identifier),
      $.scoped_type_identifier,
      $.generic_type,
      $.array_type,
    ),
    _castable: $ => choice(
      $.primary_expression,
      $.cast_expression,
      $.lambda_expression,
      alias($._not_expression, $.unary_expression),
    ),
    _negation: _ => words(['!', '~']),

    // A quantifier may end with hints to a prover: `(\\forall int i; …; a[i] > 0 : a[i])`.
    parenthesized_expression: $ => seq(
      '(',
      $.expression,
      optional(seq(':', comma1(field('trigger', $.expression)))),
      ')',
    ),

    ternary_expression: $ => prec.right(PREC.TERNARY, seq(
      field('condition', $.expression),
      '?',
      field('consequence', $.expression),
      ':',
      field('alternative', $.expression),
    )),

    instanceof_expression: $ => prec.right(PREC.REL, seq(
      field('left', $.expression),
      'instanceof',
      optional('final'),
      field('right', $._type),
      optional(field('name', $.identifier)),
    )),

    switch_expression: $ => seq(
      choice('switch', '\\match'),
      field('condition', $.parenthesized_expression),
      field('body', $.switch_block),
    ),

    // Patterns are left out: a model method can do without.
    switch_label: $ => choice(seq('case', comma1($.expression)), 'default'),

    array_access: $ => seq(
      field('array', $.primary_expression),
      '[',
      field('index', choice($.expression, $.element_range)),
      ']',
    ),

    element_range: $ => choice(
      '*',
      seq(
        optional(field('from', $.expression)),
        field('kind', choice('..', ':')),
        optional(choice(field('to', $.expression), '*')),
      ),
    ),

    all_fields: $ => seq(field('object', choice($.primary_expression, $.super)), '.', '*'),

    // KeY writes `o.\inv`.
    field_access: $ => seq(
      field('object', choice($.primary_expression, $.super)),
      optional(seq('.', $.super)),
      '.',
      field('field', choice($.identifier, $._reserved_identifier, $.this, $.jml_name)),
    ),

    jml_name: _ => /\\[A-Za-z_][A-Za-z_0-9]*/,

    jml_call: $ => seq(
      field('function', choice(
        $.jml_name,
        alias(choice($._extremum, '\\set', $._type_word), $.jml_name),
      )),
      field('arguments', $.argument_list),
    ),

    type_call: $ => seq(
      field('function', alias($._type_function, $.jml_name)),
      '(',
      comma(field('type', $._type)),
      ')',
    ),

    only_called: $ => seq('\\only_called', '(', comma(field('method', $.method_signature)), ')'),

    informal_predicate: _ => token(seq('(*', /([^*]|\*+[^*)])*/, /\*+\)/)),

    quantified_expression: $ => prec(PREC.QUANTIFIED, seq(
      field('quantifier', $.quantifier),
      $._binder,
      ';',
      optional(seq(optional(field('range', $.expression)), ';')),
      field('body', $.expression),
    )),
    quantifier: $ => choice($._quantifier_word, $._extremum),
    _binder: $ => seq(
      optional(alias($._local_modifiers, $.modifiers)),
      field('type', $._unannotated_type),
      comma1(field('variable', $.bound_variable)),
    ),
    bound_variable: $ => seq(field('name', name($)), optional(field('dimensions', $.dimensions))),

    // KeY: `\bsum int i; lo; hi; e`
    bounded_expression: $ => prec(PREC.QUANTIFIED, seq(
      field('quantifier', alias($._bounded_word, $.quantifier)),
      $._binder,
      ';',
      field('range', $.expression),
      ';',
      field('upper', $.expression),
      ';',
      field('body', $.expression),
    )),

    set_comprehension: $ => choice(
      prec(PREC.QUANTIFIED, seq(
        field('quantifier', alias('\\set', $.quantifier)),
        $._binder,
        ';',
        optional(field('range', $.expression)),
        ';',
        field('body', $.expression),
      )),
      seq('new', $._simple_type, '{', $._binder, '|', field('body', $.expression), '}'),
    ),

    // A type may be written for each variable, or once for all.
    let_expression: $ => prec(PREC.QUANTIFIED, seq(
      '\\let',
      optional(alias($._local_modifiers, $.modifiers)),
      field('type', $._unannotated_type),
      field('declarator', $.variable_declarator),
      repeat(seq(
        ',',
        optional(field('type', $._unannotated_type)),
        field('declarator', $.variable_declarator),
      )),
      ';',
      field('body', $.expression),
    )),

    labelled_expression: $ => prec(PREC.QUANTIFIED, seq(
      field('kind', alias($._lbl_word, $.jml_name)),
      choice(
        seq(field('name', $.identifier), field('body', $.expression)),
        seq('(', field('name', $.identifier), ',', field('body', $.expression), ')'),
      ),
    )),

    // `1..2` is `1` `..` `2`, so a literal may not end in a dot.
    decimal_floating_point_literal: _ => token(choice(
      /[0-9][0-9_]*\.[0-9][0-9_]*([eE][-+]?[0-9][0-9_]*)?[fFdD]?/,
      /[0-9][0-9_]*\.[eE][-+]?[0-9][0-9_]*[fFdD]?/,
      /[0-9][0-9_]*\.[fFdD]/,
      /\.[0-9][0-9_]*([eE][-+]?[0-9][0-9_]*)?[fFdD]?/,
      /[0-9][0-9_]*[eE][-+]?[0-9][0-9_]*[fFdD]?/,
      /[0-9][0-9_]*[fFdD]/,
    )),

    // No string templates in JML.
    _string_literal: $ => seq('"', repeat(choice($.string_fragment, $.escape_sequence)), '"'),
    _multiline_string_literal: $ => seq(
      '"""',
      repeat(choice(alias($._multiline_string_fragment, $.multiline_string_fragment), $._escape_sequence)),
      '"""',
    ),

    // What makes a comment JML: skipped, so that an editor can hand over whole comments. (So there are no Java
    // annotations in JML text.)
    marker: _ => token(prec(2, choice(
      /\/\/([+-][A-Za-z_$][A-Za-z0-9_$]*)*@+/,
      /\/\*([+-][A-Za-z_$][A-Za-z0-9_$]*)*@+/,
      /@*\*\//,
      /@+/,
    ))),
  },
});

// Java's rules that JML cannot reach would only blow up the tables.
const rules = jml.grammar ? jml.grammar.rules : jml.rules;
const isAnnotations = rule => rule.type === 'REPEAT' && rule.content.name === '_annotation';
const dropAnnotations = rule => {
  if (rule === null || typeof rule !== 'object') return;
  if (rule.type === 'SEQ') rule.members = rule.members.filter(member => !isAnnotations(member));
  if (rule.type === 'CHOICE') rule.members = rule.members.map(member => isAnnotations(member) ? { type: 'BLANK' } : member);
  Object.values(rule).forEach(dropAnnotations);
};
Object.values(rules).forEach(dropAnnotations);

const reached = new Set();
const visit = rule => {
  if (rule === null || typeof rule !== 'object') return;
  if (rule.type === 'SYMBOL') reach(rule.name);
  for (const part of Object.values(rule)) visit(part);
};
const reach = symbol => {
  if (reached.has(symbol)) return;
  reached.add(symbol);
  visit(rules[symbol]);
};
['program', 'line_comment', 'block_comment', 'marker'].forEach(reach);
for (const symbol of Object.keys(rules)) {
  if (!reached.has(symbol)) delete rules[symbol];
}

// Of two tokens that match the same word the earlier one wins: so keywords come before names.
for (const symbol of ['identifier', 'jml_name', 'raw_text']) {
  const rule = rules[symbol];
  delete rules[symbol];
  rules[symbol] = rule;
}

module.exports = jml;
