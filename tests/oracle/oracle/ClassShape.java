package oracle;

import java.util.ArrayList;
import java.util.List;

/** A generated class: fields, invariants, methods. */
final class ClassShape {
    final String name;
    final ClassShape parent;
    final List<Slot> fields = new ArrayList<>();
    final List<Slot> statics = new ArrayList<>();
    final List<Clause> invariants = new ArrayList<>();
    final List<MethodShape> methods = new ArrayList<>();
    /** Has a type variable `T`. */
    boolean generic;
    Class<?> loaded;

    ClassShape(String name, ClassShape parent) {
        this.name = name;
        this.parent = parent;
    }

    ClassShape base() {
        return parent == null ? this : parent;
    }

    /** The method of that name that objects of this class run. */
    MethodShape method(String name) {
        for (MethodShape method : methods) if (method.name.equals(name)) return method;
        return parent == null ? null : parent.method(name);
    }

    List<Slot> allFields() {
        List<Slot> all = new ArrayList<>();
        if (parent != null) all.addAll(parent.allFields());
        all.addAll(fields);
        return all;
    }

    /** What can be named on this reference: through `this` all fields, else those of the topmost class. */
    List<Slot> allFieldsOfBase(Expr object) {
        return object instanceof Names.This || parent == null ? allFields() : parent.allFieldsOfBase(object);
    }

    List<Slot> allStatics() {
        List<Slot> all = new ArrayList<>();
        if (parent != null) all.addAll(parent.allStatics());
        all.addAll(statics);
        return all;
    }

    List<Clause> allInvariants() {
        List<Clause> all = new ArrayList<>();
        if (parent != null) all.addAll(parent.allInvariants());
        all.addAll(invariants);
        return all;
    }
}
