//! Statements by template. Holes are those of `Method::fill`.

#[rustfmt::skip]
pub const SIMPLE: &[&str] = &[
    "int $+I1 = $I;", "long $+L1 = $L;", "float $+F1 = $F;", "double $+D1 = $D;", "boolean $+Z1 = $Z;", "char $+C1 = $C;", "byte $+B1 = $B;", "short $+H1 = $H;", "String $+S1 = $S;",
    "int[] $+V1 = $V;", "Integer $+X1 = $X;", "Node $+N1 = $N;", "Object $+O1 = $O;", "int[][] $+G1 = $G;", "Color $+E1 = $E;", "Object[] $+A1 = $A;", "byte[] $+Y1 = $Y;", "double[] $+W1 = $W;",
    "char[] $+K1 = $K;", "Long $+J1 = $J;", "Shape $+T1 = $T;", "List<Integer> $+Q1 = $Q;", "Map<String, Integer> $+M1 = $M;", "Two $+U1 = $U;", "var $+I1 = $I;", "final int $-I1 = $I;", "final String $-S1 = $S;", "final double $-D1 = $D;",
    "int $+I1 = $Z ? $.I : $.I;", "long $+L1 = $Z ? $.I : $.L;", "double $+D1 = $Z ? $.F : $.C;", "Object $+O1 = $Z ? $.I : $.D;", "Object $+O1 = $Z ? $.X : $.J;", "Object $+O1 = $Z ? (Object) $.C : $.S;", "int $+I1 = $Z ? $.X : $.I;",
    "$=I = $I;", "$=L = $L;", "$=D = $D;", "$=S = $S;", "$=N = $N;", "$=V = $V;", "$=F = $F;", "$=Z = $Z;", "$=O = $O;", "$=C = $C;", "$=B = $B;", "$=H = $H;",
    "$=I += $I;", "$=I -= $F;", "$=I *= $L;", "$=I /= $I;", "$=I %= $I;", "$=I &= $L;", "$=I |= $C;", "$=I <<= $I;", "$=I >>= $L;", "$=I >>>= $I;", "$=I++;", "--$=I;",
    "$=B += $I;", "$=B <<= $I;", "$=B++;", "$=H *= $D;", "$=H >>>= $I;", "$=C -= $I;", "$=C++;", "$=L ^= $L;", "$=L /= $L;", "$=L <<= $L;", "$=L >>>= $I;", "$=L += $D;", "$=F %= $F;", "$=F *= $I;", "$=D /= $D;", "$=D %= $L;", "$=S += $O instanceof Integer;", "$=X += $I;", "$=X--;", "$=J += $I;",
    "$V[$I & 1] = $I;", "$V[($I & 0xff) % ($V.length + 1)] += $I;", "$G[$I & 1][$I & 1] = $I;", "$G[$I & 1] = $V;", "$A[$I & 1] = $O;", "$A[$I & 1] = $S;", "$Y[$I & 1] += $I;", "$W[$I & 1] = $D;", "$K[$I & 1] += $I;", "$R[$I & 1][$I & 1] ^= $L;", "$P[$I & 1]++;",
    "$N.i = $I;", "$N.next = $N;", "$N.s = $S;", "$N.any = $O;", "$N.values = $V;", "$N.d += $F;", "$N.z ^= $Z;", "$N.b++;", "$N.c += $I;", "$N.f = $I;", "$N.next.l = $L;",
    "say($I);", "say($S);", "say($D);", "say($L + \" \" + $F);", "System.arraycopy($V, $I & 1, $V, 0, $I & 1);", "System.arraycopy($A, 0, $A, 0, 1);", "Arrays.fill($V, $I);", "Arrays.sort($V);", "Arrays.sort($K);", "Arrays.fill($W, $D);",
    "$Q.add($X);", "$Q.remove($I & 1);", "$M.put($S, $X);", "$M.putIfAbsent(\"k\" + $I, $X);", "$Q.add($I & 1, $X);", "$M.computeIfAbsent($S, $1 -> 42);",
    "if ($Z) throw new Failure($I, $S);", "if ($Z) throw new IllegalArgumentException($S);",
];

#[rustfmt::skip]
pub const NESTING: &[&str] = &[
    "if ($Z) {\n$;}", "if ($Z) {\n$;} else {\n$;}", "if ($Z) {\n$;} else if ($Z) {\n$;} else {\n$;}",
    "for (int $@I1 = 0; $1 < $0; $1++) {\n$*$;if ($Z) break;\n$/}",
    "for (int $@I1 = 5; $1 > $0; $1--) {\n$*if ($Z) continue;\n$;$/}",
    "for (long $@L1 = $I & 3; $1 < 4; $1 += 1) {\n$*$;$/}",
    "for (byte $@B1 = 125; $1 > 0 && $1 < 127; $1++) {\n$*$;$/}",
    "for (char $@C1 = 'a'; $1 <= 'b'; $1++) {\n$*$;$/}",
    "for (double $@D1 = 0; $1 < 1; $1 += 0.4) {\n$*$;$/}",
    "int $1 = $0;\nwhile ($1-- > 0 && $Z) {\n$*$;$/}",
    "int $1 = 0;\ndo {\n$*$;$/} while ($Z && ++$1 < 3);",
    "$1: for (int $@I2 = 0; $2 < 3; $2++) {\nfor (int $@I3 = 0; $3 < 2; $3++) {\n$*if ($Z) continue $1;\nif ($Z) break $1;\n$;$/}\n}",
    "for (int $@I1 : new int[] {$I, $I}) {\n$*$;$/}",
    "for (Node $@N1 = $N, $2 = $1; $1 != null; $1 = $1.next) {\n$*$;if ($1.i++ > 2 || ($2 == null) | ++steps > 9) break;\n$/}",
    "for (char $@C1 : new char[] {'p', $C}) {\n$*$;$/}",
    "for (Object $@O1 : new Object[] {$O, $S}) {\n$*$;$/}",
    "$1: {\n$;if ($Z) break $1;\n$;}",
    "switch ($I & 7) {\ncase 0:\n$;break;\ncase 1:\n$;case 2:\n$;break;\ndefault:\n$;}",
    "switch ($I) {\ncase -1000:\n$;break;\ncase 0:\n$;case 7: case 12345:\n$;break;\ncase Integer.MAX_VALUE:\n$;}",
    "switch (\"\" + $S) {\ncase \"abc\":\n$;case \"\":\n$;break;\ncase \"null\":\n$;break;\ndefault:\n$;}",
    "switch ($C) {\ncase 'a' -> {\n$;}\ncase 'b', 'Z' -> {\n$;}\ndefault -> {\n$;}\n}",
    "switch ($E) {\ncase RED:\n$;case BLUE:\n$;break;\ndefault:\n$;}",
    "switch ($B) {\ncase 5:\n$;break;\ncase -128:\n$;}",
    "try {\n$;if ($Z) throw new IllegalArgumentException(\"t\");\n} catch (ArithmeticException $1) {\n$;}",
    "try {\n$;} catch (RuntimeException $1) {\n$=S = thrown($1);\n$;} finally {\n$;}",
    "try {\n$;if ($Z) throw new Failure($I, $S);\n} catch (NullPointerException | IndexOutOfBoundsException $1) {\n$;} catch (Failure $1) {\n$=I = $1.code;\n$=S = $1.getMessage();\n}",
    "try {\n$;} finally {\n$;}",
    "try (Closing $1 = new Closing($I & 7)) {\n$;say($1.n);\n} catch (Failure $2) {\nsay($2.code + \" \" + $2.getSuppressed().length);\n$;}",
    "try (Closing $1 = new Closing(3); Closing $2 = new Closing($I & 3)) {\n$;if ($Z) throw new Failure($1.n + $2.n, \"body\");\n} catch (RuntimeException $3) {\nsay(thrown($3) + $3.getSuppressed().length);\n}",
    "try {\n$=I = fails($I);\n$;} catch (Checked $1) {\n$=S = $1.getMessage() + $1.getCause().getMessage();\n$;}",
    "try {\ntry {\n$;} catch (ClassCastException | ArrayStoreException | NegativeArraySizeException $1) {\nthrow new Failure(1, \"again\");\n} finally {\n$;}\n} catch (Failure $2) {\n$;}",
    "synchronized (gW) {\n$;}", "{\n$;}",
    "for (int $@I1 = 0; $1 < 2; $1++) {\n$*try {\nif ($Z) continue;\n$;if ($Z) break;\n} finally {\n$;}\n$/}",
];

#[rustfmt::skip]
pub const OBJECTS: &[&str] = &[
    "final int $-I1 = $I; $=I = ((IntUnaryOperator) $2 -> $2 * 3 + $1).applyAsInt($I);",
    "final int $-I1 = $I; $=I = apply(($2, $3) -> $2 - $3 * $1, $I, $I);",
    "$=I = apply(Math::max, $I, $I);", "$=I = apply(Integer::sum, $I, $I);",
    "final String $-S1 = $S; Supplier<String> $2 = () -> $>$S$< + $1; $=S = $2.get();",
    "final int $-I1 = $I; Function<Integer, Integer> $2 = $3 -> $3 + $1; $=X = $2.compose((Integer $4) -> $4 * 2).andThen($5 -> $5 - 1).apply($I);",
    "final double $-D1 = $D; DoubleUnaryOperator $2 = $3 -> $3 * $1 + $>$D$<; $=D = $2.applyAsDouble($D);",
    "final int[] $1 = {0}; Runnable $2 = () -> { $1[0]++; $>gL += $L;$< }; $2.run(); $2.run(); $=I = $1[0];",
    "Function<String, Integer> $1 = String::length; $=I = $1.apply($S);", "IntFunction<int[]> $1 = int[]::new; $=V = $1.apply($I & 3);", "BiFunction<Integer, Node, Node> $1 = Node::new; $=N = $1.apply($I, $N);",
    "final Node $1 = $N; IntSupplier $2 = $1 == null ? () -> -1 : $1::kind; $=I = $2.getAsInt();", "Predicate<String> $1 = String::isEmpty; $=Z = $1.negate().or($2 -> $2.length() > 9).test($S);", "UnaryOperator<String> $1 = $2 -> $2 + $>$I$<; $=S = $1.apply($S);",
    "BinaryOperator<Integer> $1 = BinaryOperator.minBy(Comparator.reverseOrder()); $=X = $1.apply($I, $I);", "Callable_ $1 = $2 -> { if ($2 > 0) throw new Failure($2, \"l\"); return $>$L$<; }; $=L = $1.call($I);",
    "$=I = IntStream.range(0, $I & 7).map($1 -> $1 * $1 - 2).filter($2 -> $2 > 0).sum();", "$=S = Stream.of(\"a\", \"\" + $S, \"c\").map(String::toUpperCase).collect(Collectors.joining(\"/\"));", "$=S = $Q.stream().filter(Objects::nonNull).sorted().map($1 -> $1 + 1).collect(Collectors.toList()).toString();",
    "$=I = switch ($I & 3) { case 0 -> $.I; case 1, 2 -> { int $1 = $I; yield $1 * 2; } default -> throw new Failure(9, \"s\"); };", "$=S = switch ($E) { case RED -> \"r\"; case GREEN -> $.S; case BLUE -> { say(1); yield \"b\"; } };", "$=L = switch (\"\" + $S) { case \"abc\", \"x\" -> $.L; case \"\" -> $.I; default -> 1L; };",
    "if ($O instanceof String $1 && $1.length() > 0) { $=S = $1; }", "if (!($O instanceof Integer $1)) { $=I = 1; } else { $=I = $1; }", "if ($O instanceof Node $1) { $1.i++; say($1.i); }", "if ($T instanceof Cube $1 && $1.n > 1) { $=I = $1.n; }",
    "Deque<Integer> $1 = new ArrayDeque<>(); $1.push($I); $1.addLast($I); $=I = $1.pop() - $1.peek();", "PriorityQueue<Integer> $1 = new PriorityQueue<>(Comparator.reverseOrder()); $1.add($I); $1.add($I); $1.add(3); $=I = $1.poll();", "TreeMap<Integer, String> $1 = new TreeMap<>(); $1.put($I, $S); $1.put(4, \"f\"); $=S = $1.firstEntry().getValue() + $1.headMap(5);",
    "TreeSet<String> $1 = new TreeSet<>(List.of(\"m\", \"c\")); $1.add(\"\" + $S); $=S = $1.first() + $1.ceiling(\"d\") + $1.size();", "HashSet<Node> $1 = new HashSet<>(); $1.add($N); $=Z = $1.contains($N) ^ $1.size() > 1;", "EnumMap<Color, Integer> $1 = new EnumMap<>(Color.class); $1.put($E, $I); $=S = $1.toString();", "BitSet $1 = new BitSet(); $1.set($I & 31); $1.flip(3); $=S = $1.toString();",
    "Iterator<Integer> $1 = $Q.iterator(); while ($1.hasNext()) { Integer $2 = $1.next(); if ($2 != null && $2 > 2) $1.remove(); }", "for (Integer $@X1 : new ArrayList<>($Q)) {\n$*$;$/}", "for (Map.Entry<String, Integer> $1 : $M.entrySet()) $=S += $1.getKey() + $1.getValue();", "Collections.sort($Q);", "$Q.sort(Comparator.nullsFirst(Comparator.<Integer>naturalOrder().reversed()));", "Collections.reverse($Q);", "$M.replaceAll(($1, $2) -> $1.length());", "$Q.removeIf($1 -> $1 == null || $1 < 0);", "$M.forEach(($1, $2) -> say($1 + $2));", "$=O = Optional.ofNullable($S).map(String::length).orElse(-3);",
    "final int $-I1 = $I; class $2 { int k = $1; int twice() { return k + $1; } } $=I = new $2().twice();", "final int $-I1 = $I; $=T = new Shape() { int calls; public int area() { return $1 + ++calls; } }; $=I += $T.area();", "$=N = new Node($I, null) { @Override int kind() { return 99; } }; say($N.kind());", "record $1(int p, long q) { $1(int p) { this(p, 5); } long sum() { return p + q; } } $=L = new $1($I).sum() + new $1(2, $L).hashCode();", "enum $1 { ONE, TWO } $=I = $1.valueOf(\"TWO\").ordinal();", "interface $1 { default int f() { return 4; } } $=I = new $1() {}.f();",
    "StringBuilder $1 = new StringBuilder(); for (int $@I2 = 0; $2 < 3; $2++) { $1.append($C).append($2); } $1.setLength(4); $1.setCharAt(0, $C); $=S = $1.toString();", "$=S = \"\"\"\n            one\\\n             two\n              three\"\"\" + $I;", "int[] $1 = $V; $=V = $1; $1[0] += 5;", "Node $1 = $N; $=N = $1; $1.i = $I; $1.next = $1;", "long $1 = 0; for (int $2 : $V) $1 = $1 * 31 + $2; $=L = $1;", "int $1, $2; $1 = $2 = $I; $=I = $1 - $2++ + ++$1;", "int $1 = $I; $1 = $1++ + ++$1 - $1--; $=I = $1;", "int[] $1 = {1, 2, 3}; int $2 = 0; $1[$2++] = $1[$2] + $2; $=V = $1;",
];

#[rustfmt::skip]
pub const SINCE_21: &[&str] = &[
    "$=S = switch ($O) { case null -> \"null\"; case Integer $1 when $1 > 3 -> \"big\" + $1; case Integer $2 -> \"int\" + $2; case String $3 -> $3; case int[] $4 -> \"v\" + $4.length; default -> \"other\"; };",
    "$=I = switch ($T) { case Cube $1 -> $1.n; case Sq $2 when $2.n > 2 -> -$2.n; case Sq $3 -> 0; case Shape $4 -> $4.area(); };",
    "if ((Object) $U instanceof Two(int $1, String $2)) { $=I = $1; $=S = $2; }",
    "$=I = switch ((Object) $U) { case Two(int $1, String $2) when $1 > 0 -> $1; case Two(var $3, var $4) -> $4 == null ? -1 : $4.length(); default -> 5; };",
    "switch ($O) { case Color $1 when $1 == Color.RED -> $=I = 1; case Color $2 -> $=I = $2.ordinal(); case Node $3 -> $3.i++; case null, default -> $=I = 0; }",
    "$=S = switch ($E) { case RED -> \"r\"; case null -> \"none\"; default -> \"d\"; };",
    "$=I = switch ($S) { case null -> 0; case \"abc\" -> 1; case String $1 when $1.length() > 2 -> 2; case String $2 -> $2.length(); };",
    "$=I = $Q.reversed().size(); $=S = new StringBuilder().repeat(\"ab\", $0).toString();",
];
