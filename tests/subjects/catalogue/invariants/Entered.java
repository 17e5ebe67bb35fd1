/** Who is called from outside may rely on invariants: those of the callee and of what it is given. */
class Meter {
    int total;
    int parts;
    //@ invariant total == 2 * parts && 0 <= parts && parts < 100;
    //^ invariant

    /*@ nullable */ Listener listener;

    //@ ensures \result == parts;
    int weight() {
        return total / 2;
    }

    // The listener is told before the change is complete.
    //@ requires parts < 90 && listener != null;
    void growWrong() {
        total += 2;
        listener.changed(this);
        parts++;
    }

    //@ requires parts < 90 && listener != null;
    //@ ensures parts == \old(parts) + 1 && listener.seen == parts;
    void grow() {
        total += 2;
        parts++;
        listener.changed(this);
    }

    // An object knows what its own methods do in between.
    //@ requires parts < 90;
    //@ ensures parts == \old(parts) + 1;
    void growInSteps() {
        total += 2;
        complete();
    }

    //@ requires parts < 90;
    //@ ensures parts == \old(parts) + 1;
    /*@ helper */ void complete() {
        parts++;
    }
}

class Listener {
    int seen;

    //@ ensures seen == meter.parts;
    void changed(Meter meter) {
        seen = meter.weight();
    }
}

class Mechanic {
    //@ requires meter.parts > 0;
    static int openWrong(Meter meter) {
        meter.parts--;
        int weight = meter.weight();
        meter.total -= 2;
        return weight;
    }

    //@ requires meter.parts > 0;
    //@ ensures \result == meter.parts && \result == \old(meter.parts) - 1;
    static int open(Meter meter) {
        meter.parts--;
        meter.total -= 2;
        return meter.weight();
    }

    static int freshWrong() {
        Meter meter = new Meter();
        meter.total = 1;
        return meter.weight();
    }

    //@ ensures \result == 1;
    static int fresh() {
        Meter meter = new Meter();
        meter.total = 2;
        meter.parts = 1;
        return meter.weight();
    }
}
