package oracle;

import java.util.ArrayList;
import java.util.List;

/** Random clauses over the names in scope. */
final class Specs {
    private static final Expr TRUE = new Truths.Literal(true);
    private final Dice dice;
    private final ClassShape self;
    private final boolean hasThis;
    private final List<Slot> variables;
    /** The result's slot where `\result` may be used, and whether `\old` may be. */
    private final Slot result;
    private final boolean old;
    private int quantified;
    private boolean insideOld;

    Specs(Dice dice, ClassShape self, boolean hasThis, List<Slot> variables, Slot result, boolean old) {
        this.dice = dice;
        this.self = self;
        this.hasThis = hasThis;
        this.variables = new ArrayList<>(variables);
        this.result = result;
        this.old = old;
    }

    Expr number(int depth) {
        if (depth <= 0 || dice.chance(25)) return numberLeaf();
        switch (dice.below(12)) {
            case 0: case 1: return new Numbers.Binary("+", number(depth - 1), number(depth - 1));
            case 2: return new Numbers.Binary("-", number(depth - 1), number(depth - 1));
            case 3: return new Numbers.Binary("*", number(depth - 1), small());
            case 4: return new Numbers.Binary(dice.of("/", "%"), number(depth - 1), dice.chance(80) ? positive() : number(0));
            case 5: return dice.chance(50) ? new Numbers.Negate(number(depth - 1)) : new Numbers.Cast(dice.of("byte", "int", "long", "short", "char"), number(depth - 1));
            case 6: return new Numbers.Conditional(truth(depth - 1), number(depth - 1), number(depth - 1));
            case 7: case 8: return aggregate(depth);
            case 9: return new Numbers.Binary(dice.of("&", "|", "^"), number(0), number(0));
            default: return inOld(() -> number(depth - 1));
        }
    }

    private interface Make {
        Expr make();
    }

    private Expr inOld(Make make) {
        if (!old || insideOld) return make.make();
        insideOld = true;
        try {
            return new Names.Old(make.make());
        } finally {
            insideOld = false;
        }
    }

    private Expr small() {
        return new Numbers.Constant(dice.below(5) - 1);
    }

    private Expr positive() {
        return new Numbers.Constant(dice.below(4) + 1);
    }

    private Expr numberLeaf() {
        List<Expr> all = new ArrayList<>();
        for (Slot v : variables) if (v.isNumber()) all.add(new Names.Variable(v.name()));
        if (result != null && !insideOld && result.isNumber()) for (int i = 0; i < 3; i++) all.add(new Names.Result());
        for (Slot s : self.allStatics()) if (s.isNumber()) all.add(new Names.Static(s.name()));
        for (Expr object : objects(false))
            for (Slot f : self.allFieldsOfBase(object)) if (f.isNumber()) all.add(new Names.Field(object, f.name()));
        for (Expr array : arrays()) {
            all.add(new Names.Length(array));
            if (dice.chance(30)) all.add(new Names.Element(array, new Numbers.Constant(dice.below(2))));
        }
        if (all.isEmpty() || dice.chance(25)) return new Numbers.Constant(dice.number());
        Expr leaf = dice.of(all);
        return old && !insideOld && dice.chance(20) && !(leaf instanceof Names.Result) && !mentionsResult(leaf) ? new Names.Old(leaf) : leaf;
    }

    private boolean mentionsResult(Expr leaf) {
        return leaf.jml().startsWith("\\result");
    }

    /** References to objects of our classes that clauses may dereference. */
    private List<Expr> objects(boolean withNull) {
        List<Expr> all = new ArrayList<>();
        if (hasThis) {
            all.add(new Names.This());
            for (Slot f : self.allFields())
                if (f.isObject() && (withNull || !f.nullable() || dice.chance(25))) all.add(new Names.Field(new Names.This(), f.name()));
        }
        for (Slot v : variables)
            if (v.isObject() && (withNull || !v.nullable() || dice.chance(25))) all.add(new Names.Variable(v.name()));
        if (result != null && result.isObject() && !insideOld && (withNull || !result.nullable() || dice.chance(25))) all.add(new Names.Result());
        if (withNull) all.add(new Names.Null());
        return all;
    }

    private List<Expr> arrays() {
        List<Expr> all = new ArrayList<>();
        for (Slot v : variables) if (v.isArray() && (!v.nullable() || dice.chance(20))) all.add(new Names.Variable(v.name()));
        for (Expr object : objects(false))
            for (Slot f : self.allFieldsOfBase(object))
                if (f.isArray() && (!f.nullable() || dice.chance(20))) all.add(new Names.Field(object, f.name()));
        if (result != null && result.isArray() && !insideOld && !result.nullable()) all.add(new Names.Result());
        return all;
    }

    private Expr aggregate(int depth) {
        return quantify(dice.of("\\sum", "\\num_of", "\\max", "\\min", "\\sum", "\\product"), depth);
    }

    private Expr quantify(String quantifier, int depth) {
        String variable = "q" + quantified++;
        List<Expr> arrays = arrays();
        Expr from = new Numbers.Constant(0);
        Expr to;
        Expr element = null;
        boolean including = false;
        if (!arrays.isEmpty() && dice.chance(75)) {
            Expr array = dice.of(arrays);
            if (array instanceof Names.Variable || !dice.chance(10)) element = new Names.Element(array, new Names.Variable(variable));
            to = new Names.Length(array);
            if (dice.chance(20)) from = new Numbers.Constant(1);
            if (dice.chance(20)) to = new Numbers.Binary("-", to, new Numbers.Constant(1));
        } else {
            from = dice.chance(50) ? new Numbers.Constant(dice.below(4) - 2) : numberLeaf();
            including = dice.chance(40);
            to = dice.chance(50) ? new Numbers.Binary("+", from, new Numbers.Constant(dice.below(4))) : new Numbers.Constant(dice.below(4));
            if (!(from instanceof Numbers.Constant) && to instanceof Numbers.Constant) to = new Numbers.Binary("+", from, to);
        }
        variables.add(new Slot(variable, "int", false));
        Expr filter = dice.chance(25) ? truth(depth - 2) : TRUE;
        boolean logical = quantifier.equals("\\forall") || quantifier.equals("\\exists") || quantifier.equals("\\num_of");
        Expr body;
        if (logical) body = element != null && dice.chance(70) ? compare(maybeOld(element), number(depth - 2)) : truth(depth - 1);
        else if (quantifier.equals("\\product")) body = element != null && dice.chance(50) ? maybeOld(element) : new Names.Variable(variable);
        else body = element != null && dice.chance(70) ? maybeOld(element) : number(depth - 2);
        variables.remove(variables.size() - 1);
        return new Quantified(quantifier, variable, from, including, to, filter, body, dice.below(3));
    }

    private Expr maybeOld(Expr e) {
        return old && !insideOld && dice.chance(20) && !mentionsResult(e) ? new Names.Old(e) : e;
    }

    private Expr compare(Expr left, Expr right) {
        return Truths.Compare.of(left, dice.of("<", "<=", ">", ">=", "==", "!=", "<=", ">="), right);
    }

    Expr truth(int depth) {
        if (depth <= 0) return truthLeaf();
        switch (dice.below(14)) {
            case 0: return new Truths.Binary("&&", truth(depth - 1), truth(depth - 1));
            case 1: return new Truths.Binary("||", truth(depth - 1), truth(depth - 1));
            case 2: case 3: return new Truths.Binary("==>", truth(depth - 1), truth(depth - 1));
            case 4: return new Truths.Binary(dice.of("<==>", "<=!=>", "<=="), truth(depth - 1), truth(depth - 1));
            case 5: return new Truths.Not(truth(depth - 1));
            case 6: case 7: return quantify(dice.of("\\forall", "\\forall", "\\exists"), depth);
            case 8: return new Truths.Compare(List.of(dice.of("<", "<="), dice.of("<", "<=")), List.of(number(0), number(depth - 1), number(0)));
            case 9: return inOld(() -> truth(depth - 1));
            default: return compare(number(depth), number(depth - 1));
        }
    }

    private Expr truthLeaf() {
        List<Expr> all = new ArrayList<>();
        for (Slot v : variables) if (v.type().equals("boolean")) all.add(new Names.Variable(v.name()));
        if (result != null && !insideOld && result.type().equals("boolean")) all.add(new Names.Result());
        if (!all.isEmpty() && dice.chance(40)) return dice.of(all);
        List<Expr> unknowns = unknowns();
        if (unknowns.size() > 1 && dice.chance(25)) {
            Expr other = dice.of(unknowns);
            if (old && !insideOld && dice.chance(30)) other = new Names.Old(other);
            return new Truths.Same(dice.chance(50), dice.of(unknowns), other);
        }
        List<Expr> objects = objects(true);
        if (objects.size() > 2 && dice.chance(40)) return reference(objects);
        return compare(number(1), numberLeaf());
    }

    /** What is of the type variable, and null. */
    private List<Expr> unknowns() {
        List<Expr> all = new ArrayList<>();
        for (Slot v : variables) if (v.isVariable()) all.add(new Names.Variable(v.name()));
        if (hasThis) for (Slot f : self.allFields()) if (f.isVariable()) all.add(new Names.Field(new Names.This(), f.name()));
        if (!all.isEmpty()) all.add(new Names.Null());
        return all;
    }

    private Expr reference(List<Expr> objects) {
        Expr one = dice.of(objects);
        if (one instanceof Names.Null) one = objects.get(0);
        boolean fresh = old && !insideOld && result != null && dice.chance(20) && !(one instanceof Names.This);
        if (fresh) return new Truths.Fresh(one);
        Expr other = dice.of(objects);
        if (old && !insideOld && dice.chance(20) && !mentionsResult(other)) other = new Names.Old(other);
        return new Truths.Same(dice.chance(50), one, other);
    }

    /** A random frame. */
    Frame frame() {
        List<Frame.Location> all = new ArrayList<>();
        int count = dice.below(4);
        List<Expr> objects = objects(false);
        List<Expr> arrays = arrays();
        for (int i = 0; i < count; i++) {
            int kind = dice.below(4);
            if (kind == 0 && !self.allStatics().isEmpty()) all.add(new Frame.Location(null, dice.of(self.allStatics()).name(), null, null));
            else if (kind <= 2 && !objects.isEmpty()) {
                Expr object = dice.of(objects);
                List<Slot> fields = self.allFieldsOfBase(object);
                all.add(new Frame.Location(object, dice.chance(20) ? "*" : dice.of(fields).name(), null, null));
            } else if (!arrays.isEmpty()) all.add(elements(dice.of(arrays)));
        }
        return new Frame(all);
    }

    private Frame.Location elements(Expr array) {
        if (dice.chance(50)) return new Frame.Location(array, null, null, null);
        Expr from = dice.chance(60) ? new Numbers.Constant(dice.below(3)) : new Numbers.Cast("int", number(0));
        Expr to = dice.chance(50) ? null : new Numbers.Binary("-", new Names.Length(array), new Numbers.Constant(1 + dice.below(2)));
        return new Frame.Location(array, null, from, to);
    }
}
