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
    private static final String THROWS = "throw new Error();";

    private BodyBlanker() {}

    /** Bodies (start and end offset) of the outermost methods around the given offsets; null if one has none. */
    static List<long[]> bodiesAround(JavacTask task, CompilationUnitTree unit, List<Long> offsets) {
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        List<long[]> all = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void none) {
                if (method.getBody() != null) {
                    add(method.getBody());
                }
                return null; // Outermost only: what is inside goes with it.
            }

            @Override
            public Void visitClass(ClassTree type, Void none) {
                for (Tree member : type.getMembers()) {
                    if (member instanceof BlockTree) {
                        add(member);
                    }
                }
                return super.visitClass(type, none);
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree lambda, Void none) {
                return null;
            }

            private void add(Tree body) {
                all.add(new long[] {
                    positions.getStartPosition(unit, body), positions.getEndPosition(unit, body)
                });
            }
        }.scan(unit, null);
        TreeMap<Long, long[]> found = new TreeMap<>();
        for (long offset : offsets) {
            long[] around = null;
            for (long[] body : all) {
                if (body[0] <= offset && offset < body[1]) {
                    around = body;
                }
            }
            if (around == null || around[1] - around[0] < THROWS.length() + 2) {
                return null;
            }
            found.put(around[0], around);
        }
        return new ArrayList<>(found.values());
    }

    static String blank(String text, List<long[]> bodies) {
        StringBuilder result = new StringBuilder(text);
        for (long[] body : bodies) {
            int start = (int) body[0] + 1;
            int end = (int) body[1] - 1;
            // The statement goes where the first long enough stretch without a line break is.
            int room = -1;
            for (int i = start, from = start; i <= end && room < 0; i++) {
                if (i == end || text.charAt(i) == '\n' || text.charAt(i) == '\r') {
                    if (i - from >= THROWS.length()) {
                        room = from;
                    }
                    from = i + 1;
                }
            }
            if (room < 0) {
                return null;
            }
            for (int i = start; i < end; i++) {
                char old = text.charAt(i);
                boolean inside = i >= room && i < room + THROWS.length();
                if (inside) {
                    result.setCharAt(i, THROWS.charAt(i - room));
                } else if (old != '\n' && old != '\r') {
                    result.setCharAt(i, ' ');
                }
            }
        }
        return result.toString();
    }
}
