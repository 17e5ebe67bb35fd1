/** Dispatch and types. */
abstract class Shape {
    abstract int area();

    int doubled() { return 2 * area(); }
}

class Square extends Shape {
    int side;

    int area() { return side * side; }
}

class Circle extends Shape {
    int radius;

    int area() { return 3 * radius * radius; }
}

class Shapes {
    static int area(Shape s) { return s.area(); }

    static int both(Shape s) { return s.area() + s.doubled(); }

    static String text(Object o) { return o.toString(); }

    static boolean known(Shape s) { return s instanceof Square || s instanceof Circle; }

    enum Colour { RED, GREEN, BLUE }

    static int colour(Colour c) {
        switch (c) {
            case RED: return 1;
            case GREEN: return 2;
            default: return 3;
        }
    }

    static int compare(Comparable<Object> a, Comparable<Object> b, Comparable<Object> c) {
        if (a.compareTo(b) < 0 && b.compareTo(c) < 0 && a.compareTo(c) > 0) throw new IllegalStateException();
        return 0;
    }
}
