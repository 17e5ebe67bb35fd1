package oracle;

/** Random classes with methods, contracts still to be chosen. */
final class Classes {
    private Classes() {}

    static ClassShape base(Dice dice, String name) {
        ClassShape shape = new ClassShape(name, null);
        shape.fields.add(new Slot("f", "int", false));
        if (dice.chance(40)) shape.fields.add(new Slot("g", dice.of("int", "int", "long", "byte"), false));
        if (dice.chance(50)) shape.fields.add(new Slot("a", "int[]", dice.chance(25)));
        if (dice.chance(60)) shape.fields.add(new Slot("next", name, true));
        if (dice.chance(40)) shape.statics.add(new Slot("s", "int", false));
        if (dice.chance(25)) shape.fields.add(new Slot(Slot.GHOST, "int", false));
        if (dice.chance(25)) {
            shape.generic = true;
            shape.fields.add(new Slot("t", "T", true));
        }
        return shape;
    }

    static ClassShape derived(Dice dice, ClassShape base) {
        ClassShape shape = new ClassShape(base.name + "S", base);
        shape.generic = base.generic;
        if (dice.chance(60)) shape.fields.add(new Slot("h", "int", false));
        return shape;
    }

    static MethodShape method(Dice dice, ClassShape owner, String name, Bodies.Counter hooks) {
        String base = owner.parent == null ? owner.name : owner.parent.name;
        boolean isStatic = dice.chance(15);
        MethodShape method = new MethodShape(owner, name, isStatic, result(dice, base));
        int count = dice.below(4);
        for (int i = 0; i < count; i++) method.parameters.add(parameter(dice, owner, base, "p" + i, isStatic));
        new Bodies(dice, method, hooks).make();
        return method;
    }

    /** A constructor with parameters; each class has one without, too. */
    static MethodShape constructor(Dice dice, ClassShape owner, Bodies.Counter hooks) {
        String base = owner.parent == null ? owner.name : owner.parent.name;
        MethodShape method = new MethodShape(owner, MethodShape.CONSTRUCTOR, false, null);
        int count = 1 + dice.below(3);
        for (int i = 0; i < count; i++) method.parameters.add(parameter(dice, owner, base, "p" + i, false));
        new Bodies(dice, method, hooks).make();
        return method;
    }

    /** The same signature with another body. */
    static MethodShape overriding(Dice dice, ClassShape owner, MethodShape above, Bodies.Counter hooks) {
        MethodShape method = new MethodShape(owner, above.name, false, above.result);
        method.parameters.addAll(above.parameters);
        method.overridden = above;
        new Bodies(dice, method, hooks).make();
        return method;
    }

    private static Slot result(Dice dice, String base) {
        switch (dice.below(10)) {
            case 0: return null;
            case 1: return new Slot("\\result", "boolean", false);
            case 2: return new Slot("\\result", "int[]", dice.chance(30));
            case 3: return new Slot("\\result", base, dice.chance(60));
            case 4: return new Slot("\\result", "long", false);
            default: return new Slot("\\result", "int", false);
        }
    }

    private static Slot parameter(Dice dice, ClassShape owner, String base, String name, boolean isStatic) {
        if (owner.generic && !isStatic && dice.chance(25)) return new Slot(name, "T", dice.chance(50));
        switch (dice.below(10)) {
            case 0: return new Slot(name, "boolean", false);
            case 1: case 2: return new Slot(name, "int[]", dice.chance(30));
            case 3: case 4: return new Slot(name, base, dice.chance(50));
            case 5: return new Slot(name, dice.of("long", "byte", "char"), false);
            default: return new Slot(name, "int", false);
        }
    }
}
