package proviso.runtime;

/**
 * The shapes of the lambdas that lowered JML hands to {@link Jml} and {@link Quant}.
 * They may throw anything: an exception while a clause is evaluated means that the clause is undefined.
 */
public final class Fn {
    private Fn() {}

    public interface ToBoolean { boolean get() throws Throwable; }
    public interface ToByte { byte get() throws Throwable; }
    public interface ToShort { short get() throws Throwable; }
    public interface ToChar { char get() throws Throwable; }
    public interface ToInt { int get() throws Throwable; }
    public interface ToLong { long get() throws Throwable; }
    public interface ToFloat { float get() throws Throwable; }
    public interface ToDouble { double get() throws Throwable; }
    public interface ToRef<T> { T get() throws Throwable; }

    public interface IntTest { boolean test(int i) throws Throwable; }
    public interface IntToInt { int at(int i) throws Throwable; }
    public interface IntToLong { long at(int i) throws Throwable; }
    public interface IntToDouble { double at(int i) throws Throwable; }
    public interface IntToBig { BigInt at(int i) throws Throwable; }
    public interface IntToReal { Real at(int i) throws Throwable; }

    public interface LongTest { boolean test(long i) throws Throwable; }
    public interface LongToInt { int at(long i) throws Throwable; }
    public interface LongToLong { long at(long i) throws Throwable; }
    public interface LongToDouble { double at(long i) throws Throwable; }
    public interface LongToBig { BigInt at(long i) throws Throwable; }
    public interface LongToReal { Real at(long i) throws Throwable; }

    public interface RefTest<T> { boolean test(T x) throws Throwable; }
    public interface RefToInt<T> { int at(T x) throws Throwable; }
    public interface RefToLong<T> { long at(T x) throws Throwable; }
    public interface RefToDouble<T> { double at(T x) throws Throwable; }
    public interface RefToBig<T> { BigInt at(T x) throws Throwable; }
}
