/** The bag of the ESC/Java papers, as we reconstruct it: extracting the minimum of an array. */
class Bag {
    int n;
    int[] elements;
    //@ invariant 0 <= n && n <= elements.length;

    //@ requires input.length <= 3;
    //@ ensures n == input.length && (\forall int i; 0 <= i && i < n; elements[i] == input[i]);
    Bag(int[] input) {
        n = input.length;
        elements = new int[n];
        for (int i = 0; i < n; i++) {
            elements[i] = input[i];
        }
    }

    //@ requires n > 0 && n <= 3;
    //@ ensures n == \old(n) - 1;
    //@ ensures \result == \old((\min int i; 0 <= i && i < n; elements[i]));
    //@ ensures (\exists int at; 0 <= at && at < \old(n); \old(elements[at]) == \result && (at == n || elements[at] == \old(elements[n - 1]))
    //@     && (\forall int i; 0 <= i && i < n && i != at; elements[i] == \old(elements[i])));
    int extractMin() {
        int m = elements[0];
        int at = 0;
        for (int i = 1; i < n; i++) {
            if (elements[i] < m) {
                at = i;
                m = elements[i];
            }
        }
        n--;
        elements[at] = elements[n];
        return m;
    }

    /** The published slip: the loop runs from 1 to n inclusive. */
    //@ requires n <= 3;
    int extractMinWrong() {
        int m = Integer.MAX_VALUE;
        int at = 0;
        for (int i = 1; i <= n; i++) {
            if (elements[i] < m) {
                //^ bounds
                at = i;
                m = elements[i];
            }
        }
        n--;
        elements[at] = elements[n];
        //^ bounds
        return m;
    }
}
