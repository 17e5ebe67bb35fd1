/** A listener that looks at an object in the middle of a change. */
class Gauge {
    int total;
    int parts;
    //@ invariant total == 2 * parts && 0 <= parts && parts < 100;

    /*@ nullable */ Watcher watcher;

    //@ requires total == 2 * parts;
    //@ ensures \result == 2 * parts;
    /*@ pure helper */ int weight() {
        return total;
    }

    //@ requires parts < 90 && watcher != null;
    void growWrong() {
        total += 2;
        watcher.changed(this);
        parts++;
    }

    //@ requires parts < 90 && watcher != null;
    //@ ensures parts == \old(parts) + 1 && watcher.seen == total;
    void grow() {
        total += 2;
        parts++;
        watcher.changed(this);
    }
}

class Watcher {
    int seen;

    /*@ helper */ void changed(Gauge gauge) {
        seen = gauge.weight();
        //^ requires-at-call
    }
}
