package proviso.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The message encoding shared with {@code wire.rs}: big-endian numbers, counted strings and lists. */
final class Wire {
    private Wire() {}

    static final class In {
        private final DataInputStream in;

        In(byte[] bytes) {
            in = new DataInputStream(new ByteArrayInputStream(bytes));
        }

        int u8() throws IOException {
            return in.readUnsignedByte();
        }

        boolean bool() throws IOException {
            return u8() != 0;
        }

        int i32() throws IOException {
            return in.readInt();
        }

        long i64() throws IOException {
            return in.readLong();
        }

        /** A count of things that take at least one byte each. */
        int count() throws IOException {
            int count = in.readInt();
            if (count < 0 || count > in.available()) {
                throw new IOException("a count of " + count + " with " + in.available() + " bytes left");
            }
            return count;
        }

        byte[] bytes() throws IOException {
            byte[] bytes = new byte[count()];
            in.readFully(bytes);
            return bytes;
        }

        String string() throws IOException {
            return new String(bytes(), StandardCharsets.UTF_8);
        }

        String[] strings() throws IOException {
            String[] strings = new String[count()];
            for (int i = 0; i < strings.length; i++) {
                strings[i] = string();
            }
            return strings;
        }

        String utf16() throws IOException {
            char[] chars = new char[count()];
            for (int i = 0; i < chars.length; i++) {
                chars[i] = in.readChar();
            }
            return new String(chars);
        }
    }

    static final class Out {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(bytes);

        byte[] finish() {
            return bytes.toByteArray();
        }

        void u8(int value) throws IOException {
            out.writeByte(value);
        }

        void bool(boolean value) throws IOException {
            out.writeByte(value ? 1 : 0);
        }

        void i32(int value) throws IOException {
            out.writeInt(value);
        }

        void i64(long value) throws IOException {
            out.writeLong(value);
        }

        void bytes(byte[] value) throws IOException {
            out.writeInt(value.length);
            out.write(value);
        }

        /** Something encoded before. */
        void raw(byte[] encoded) throws IOException {
            out.write(encoded);
        }

        void string(String value) throws IOException {
            bytes(value.getBytes(StandardCharsets.UTF_8));
        }

        void optional(String value) throws IOException {
            bool(value != null);
            if (value != null) {
                string(value);
            }
        }

        void strings(List<String> values) throws IOException {
            out.writeInt(values.size());
            for (String value : values) {
                string(value);
            }
        }

        void utf16(String value) throws IOException {
            out.writeInt(value.length());
            out.writeChars(value);
        }
    }
}
