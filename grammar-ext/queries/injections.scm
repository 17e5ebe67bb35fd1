; For tree-sitter-java: annotation comments are JML. The grammar skips the comment markers itself.
((line_comment) @injection.content
  (#match? @injection.content "^//([+-][A-Za-z_$][A-Za-z0-9_$]*)*@")
  (#set! injection.language "jml"))

((block_comment) @injection.content
  (#match? @injection.content "^/\\*([+-][A-Za-z_$][A-Za-z0-9_$]*)*@")
  (#set! injection.language "jml"))
