package proviso.host;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Replaces bodies that do not compile by one that throws, so that the rest of the class can be compiled.
 * The text keeps its length and its line breaks: positions elsewhere stay true.
 */
final class BodyBlanker {
    /** Statements that end a body of any type, the best first; the last is for bodies that have no room. */
    private static final String[] ENDS = {"throw null;", "for(;;);"};
    /** An initialiser must be able to complete normally (JLS 8.6). */
    private static final String[] INITIALISER_ENDS = {"if(true)throw null;"};

    private BodyBlanker() {}

    static final class Body {
        /** Where the declaration begins that it is the body of. */
        final int declared;
        final int start;
        final int end;
        final boolean initialiser;

        Body(long declared, long start, long end, boolean initialiser) {
            this.declared = (int) declared;
            this.start = (int) start;
            this.end = (int) end;
            this.initialiser = initialiser;
        }
    }

    /** Bodies of the outermost methods and initialisers, in the order of the text. */
    static List<Body> bodies(JavacTask task, CompilationUnitTree unit) {
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        List<Body> all = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void none) {
                if (method.getBody() != null) {
                    add(method, method.getBody(), false);
                }
                return null; // Outermost only: what is inside goes with it.
            }

            @Override
            public Void visitClass(ClassTree type, Void none) {
                for (Tree member : type.getMembers()) {
                    if (member instanceof BlockTree) {
                        add(member, member, true);
                    }
                }
                return super.visitClass(type, none);
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree lambda, Void none) {
                return null;
            }

            private void add(Tree declaration, Tree body, boolean initialiser) {
                long declared = positions.getStartPosition(unit, declaration);
                long start = positions.getStartPosition(unit, body);
                all.add(new Body(declared, start, positions.getEndPosition(unit, body), initialiser));
            }
        }.scan(unit, null);
        return all;
    }

    /**
     * The bodies around the given offsets; null if one has none. What javac says when it makes code it says of the whole
     * declaration, and the body is to blame ({@code late}).
     */
    static List<Body> around(List<Body> all, List<Long> offsets, boolean late) {
        TreeMap<Integer, Body> found = new TreeMap<>();
        for (long offset : offsets) {
            Body around = null;
            for (Body body : all) {
                if ((late ? body.declared : body.start) <= offset && offset < body.end) {
                    around = body;
                }
            }
            if (around == null) {
                return null;
            }
            found.put(around.start, around);
        }
        return new ArrayList<>(found.values());
    }

    /** The text with these bodies blanked; null when one has no room. */
    static String blank(String text, List<Body> bodies) {
        StringBuilder result = new StringBuilder(text);
        for (Body body : bodies) {
            String end = null;
            int room = -1;
            for (String candidate : body.initialiser ? INITIALISER_ENDS : ENDS) {
                room = room < 0 ? room(text, body, candidate.length()) : room;
                end = room >= 0 && end == null ? candidate : end;
            }
            // A static initialiser block starts with its keyword.
            int from = text.indexOf('{', body.start) + 1;
            if (room < 0) {
                return null;
            }
            for (int i = from; i < body.end - 1; i++) {
                char old = text.charAt(i);
                if (i >= room && i < room + end.length()) {
                    result.setCharAt(i, end.charAt(i - room));
                } else if (old != '\n' && old != '\r') {
                    result.setCharAt(i, ' ');
                }
            }
        }
        return result.toString();
    }

    /** Where in the body a stretch of this length without a line break begins, or -1. */
    private static int room(String text, Body body, int length) {
        int from = text.indexOf('{', body.start) + 1;
        for (int i = from; i < body.end; i++) {
            boolean stop = i == body.end - 1 || text.charAt(i) == '\n' || text.charAt(i) == '\r';
            if (stop && i - from >= length) {
                return from;
            }
            from = stop ? i + 1 : from;
        }
        return -1;
    }
}
