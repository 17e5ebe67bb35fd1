import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

public class Concurrency {
    static synchronized int next(int x) { return x + 1; }
    public static void main(String[] args) throws Exception {
        AtomicInteger i = new AtomicInteger();
        System.out.println(i.incrementAndGet() + " " + i.getAndAdd(5) + " " + i.compareAndSet(6, 10) + " " + i.updateAndGet(x -> x * 2));
        AtomicLong l = new AtomicLong(3);
        System.out.println(l.decrementAndGet() + " " + l.accumulateAndGet(4, Long::sum));
        AtomicReference<String> r = new AtomicReference<>("a");
        System.out.println(r.compareAndSet("a", "b") + " " + r.getAndSet("c") + " " + r.get());
        AtomicBoolean z = new AtomicBoolean();
        System.out.println(z.compareAndSet(false, true) + " " + z.get());
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        for (int k = 0; k < 50; k++) map.merge("k" + k % 7, k, Integer::sum);
        System.out.println(new TreeMap<>(map) + " " + map.size() + " " + map.putIfAbsent("k1", 0));
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            System.out.println(lock.isHeldByCurrentThread() + " " + lock.isLocked());
        } finally {
            lock.unlock();
        }
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(List.of(1, 2));
        for (int x : cow) cow.add(x * 10);
        System.out.println(cow);
        synchronized (lock) {
            System.out.println(next(4));
        }
        ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();
        q.add(1);
        q.add(2);
        System.out.println(q.poll() + q.size());
        CompletableFuture<Integer> f = CompletableFuture.completedFuture(20).thenApply(x -> x + 1);
        System.out.println(f.get());
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 77);
        System.out.println(local.get());
        AtomicIntegerArray array = new AtomicIntegerArray(3);
        array.addAndGet(1, 5);
        System.out.println(array);
        LongAdder adder = new LongAdder();
        adder.add(4);
        adder.increment();
        System.out.println(adder.sum());
        System.out.println(new ConcurrentSkipListMap<>(Map.of(2, "b", 1, "a")));
    }
}
