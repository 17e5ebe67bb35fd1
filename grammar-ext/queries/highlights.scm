; JML inside annotation comments.
(marker) @comment
(line_comment) @comment
(block_comment) @comment

(keyword) @keyword
(behavior_keyword) @keyword
(also) @keyword
(implies_that) @keyword
(for_example) @keyword
(refining) @keyword
(initializer) @keyword
(group_open) @punctuation.bracket
(group_close) @punctuation.bracket

(jml_modifier) @keyword.modifier
(java_modifier) @keyword.modifier
["static" "final" "default" "synchronized"] @keyword.modifier
["if" "else" "for" "new" "import" "class" "interface" "return" "while" "instanceof" "throws"] @keyword
(this) @variable.builtin
(super) @variable.builtin

(quantifier) @keyword.operator
(jml_name) @function.builtin
(jml_type) @type.builtin
(type_identifier) @type
(integral_type) @type.builtin
(floating_point_type) @type.builtin
(boolean_type) @type.builtin
(void_type) @type.builtin

(clause_name name: (identifier) @label)
(label name: (identifier) @label)
(bound_variable name: (identifier) @variable.parameter)
(method_invocation name: (identifier) @function.method)
(method_declaration name: (identifier) @function.method)
(field_access field: (identifier) @property)

(informal_predicate) @comment.documentation
[(decimal_integer_literal) (hex_integer_literal) (octal_integer_literal) (binary_integer_literal)] @number
[(decimal_floating_point_literal) (hex_floating_point_literal)] @number.float
[(true) (false) (null_literal)] @constant.builtin
(string_literal) @string
(character_literal) @string

(operator) @operator
["==>" "<==" "&&" "||" "=" "+" "-" "*" "<" ">" "&" "|" "^" "?" ".."] @operator
