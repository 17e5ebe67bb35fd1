package library;

import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collections that come from outside: every list, set and map that can be, and none that cannot. */
class Collections {
    //@ ensures \result >= 0;
    static int size(ArrayList<String> list) {
        return list.size();
    }

    //@ requires list.size() > 0;
    //@ ensures \result == list.get(0);
    static /*@ nullable @*/ String first(List<String> list) {
        return list.get(0);
    }

    static /*@ nullable @*/ String firstWithoutTest(List<String> list) {
        return list.get(0);
        //^ bounds
    }

    //@ requires (\forall int i; 0 <= i && i < list.size(); list.get(i) != null);
    //@ ensures \result >= 0;
    static int letters(List<String> list) {
        int n = 0;
        for (String word : list) n += word.isEmpty() ? 0 : 1;
        return n;
    }

    static int lettersOfNull(List<String> list) {
        int n = 0;
        for (String word : list) n += word.isEmpty() ? 0 : 1;
        //^ null
        return n;
    }

    //@ ensures list.size() == \old(list.size()) + 1;
    //@ ensures list.get(list.size() - 1) == item;
    static void append(List<Object> list, Object item) {
        list.add(item);
    }

    //@ ensures list.get(0) == item;
    //^ ensures
    static void appendAtTheWrongEnd(List<Object> list, Object item) {
        list.add(item);
    }

    //@ ensures map.containsKey(key) && map.get(key) == value;
    static void put(Map<String, Object> map, String key, Object value) {
        map.put(key, value);
    }

    //@ ensures map.size() == \old(map.size()) + 1;
    //^ ensures
    static void putIsNotAlwaysNew(Map<String, Object> map, String key, Object value) {
        map.put(key, value);
    }

    //@ ensures \result >= 0;
    static int value(HashMap<String, Integer> map, String key) {
        Integer found = map.get(key);
        return found == null || found < 0 ? 0 : found;
    }

    static int valueWithoutTest(HashMap<String, Integer> map, String key) {
        return map.get(key);
        //^ null
    }

    //@ ensures \result == set.size();
    //@ ensures set.contains(item);
    static int add(Set<Integer> set, Integer item) {
        set.add(item);
        return set.size();
    }

    //@ ensures !set.contains(item);
    static void remove(HashSet<Integer> set, Integer item) {
        set.remove(item);
    }

    /** A map has each key once, so removing it once is enough. */
    //@ ensures !map.containsKey(key);
    static void removeKey(LinkedHashMap<Integer, Integer> map, Integer key) {
        map.remove(key);
    }

    /** A list may hold an element twice. */
    //@ ensures !list.contains(item);
    //^ ensures
    static void removeOnce(List<Integer> list, Integer item) {
        list.remove(item);
    }

    //@ signals_only \nothing;
    static void removeWhileWalking(List<Integer> list) {
        for (Integer i : list) {
            //^ signals-only
            if (i == null) list.remove(i);
        }
    }

    //@ requires !queue.isEmpty();
    //@ ensures queue.size() == \old(queue.size()) - 1;
    static /*@ nullable @*/ Object take(Deque<Object> queue) {
        return queue.pop();
    }

    //@ requires !queue.isEmpty();
    //@ ensures queue.size() == \old(queue.size());
    //^ ensures
    static /*@ nullable @*/ Object takeIsNotPeek(Deque<Object> queue) {
        return queue.pop();
    }

    //@ ensures \result == \old(set.contains(o));
    //^ ensures
    static boolean addSaysWhatWasThere(Set<Object> set, Object o) {
        return set.add(o);
    }

    //@ ensures text.length() == \old(text.length()) + 1;
    static void append(StringBuffer text, char c) {
        text.append(c);
    }

    //@ ensures text.length() == \old(text.length());
    //^ ensures
    static void appendMakesLonger(StringBuffer text, char c) {
        text.append(c);
    }

    //@ signals_only \nothing;
    static /*@ nullable @*/ Object takeFromNothing(Deque<Object> queue) {
        return queue.pop();
        //^ signals-only
    }

    //@ requires list.size() > 1;
    //@ ensures list.getLast() == \old(list.getFirst());
    static void rotate(LinkedList<Object> list) {
        list.addLast(list.removeFirst());
    }

    //@ ensures \result.length() == text.length();
    static String reversed(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    static <T extends Comparable<T>> boolean less(Box<T> box, T other) {
        return box.content.compareTo(other) < 0;
    }

    static class Box<T> {
        final T content;

        Box(T content) {
            this.content = content;
        }
    }
}
