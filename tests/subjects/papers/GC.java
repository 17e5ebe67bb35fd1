/** The mark phase of a collector: everything that can be reached from a node of a graph. */
public class GC {
    static class Node {
        /*@ nullable */ Node left;
        /*@ nullable */ Node right;
    }

    /** A set of nodes, by identity. */
    static class NodeSet {
        /*@ nullable */ Cell first;

        static class Cell {
            Node node;
            /*@ nullable */ Cell next;

            Cell(Node node, /*@ nullable */ Cell next) {
                this.node = node;
                this.next = next;
            }
        }

        void add(Node node) {
            first = new Cell(node, first);
        }

        Node takeOne() {
            Node node = first.node;
            first = first.next;
            return node;
        }

        /*@ pure */ boolean contains(Node node) {
            for (/*@ nullable */ Cell c = first; c != null; c = c.next) {
                if (c.node == node) {
                    return true;
                }
            }
            return false;
        }

        /** Nothing leads out of the set. */
        /*@ pure */ boolean isClosed() {
            for (/*@ nullable */ Cell c = first; c != null; c = c.next) {
                if (c.node.left != null && !contains(c.node.left) || c.node.right != null && !contains(c.node.right)) {
                    return false;
                }
            }
            return true;
        }
    }

    //@ ensures (root == null || \result.contains(root)) && \result.isClosed();
    public static NodeSet mark(/*@ nullable */ Node root) {
        NodeSet marked = new NodeSet();
        if (root != null) {
            NodeSet pending = new NodeSet();
            pending.add(root);
            while (pending.first != null) {
                Node x = pending.takeOne();
                marked.add(x);
                if (x.left != null) {
                    if (!marked.contains(x.left)) {
                        pending.add(x.left);
                    }
                }
                if (x.right != null) {
                    if (!marked.contains(x.right)) {
                        pending.add(x.right);
                    }
                }
            }
        }
        return marked;
    }
}
