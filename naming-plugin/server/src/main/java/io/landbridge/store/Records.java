package io.landbridge.store;

import io.landbridge.record.UnreadableRecordException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;

/**
 * The records of one family as one command finds them: each is read and decoded at most once.
 *
 * @param <K> what they are found by
 * @param <V> what they are
 */
final class Records<K, V> {

  private final RocksDatabase database;
  private final Family family;
  private final Function<K, byte[]> keys;
  private final Decoder<V> decoder;
  private final Predicate<K> possible;
  private final Map<K, Stored<V>> read = new HashMap<>();

  /** Turns bytes into a value. */
  @FunctionalInterface
  interface Decoder<V> {
    V decode(byte[] bytes) throws UnreadableRecordException;
  }

  /** A record, or its absence. */
  static final class Stored<V> {

    private final byte[] key;
    private final byte @Nullable [] bytes;
    private final @Nullable V value;

    private Stored(byte[] key, byte @Nullable [] bytes, @Nullable V value) {
      this.key = key;
      this.bytes = bytes;
      this.value = value;
    }

    byte[] key() {
      return key;
    }

    /** Null when there is none. */
    byte @Nullable [] bytes() {
      return bytes;
    }

    /** Null when there is none. */
    @Nullable V value() {
      return value;
    }
  }

  Records(RocksDatabase database, Family family, Function<K, byte[]> keys, Decoder<V> decoder) {
    this(database, family, keys, decoder, key -> true);
  }

  /**
   * The same with what is known without a look at the database.
   *
   * @param possible false for a key that surely has no record
   */
  Records(
      RocksDatabase database,
      Family family,
      Function<K, byte[]> keys,
      Decoder<V> decoder,
      Predicate<K> possible) {
    this.database = database;
    this.family = family;
    this.keys = keys;
    this.decoder = decoder;
    this.possible = possible;
  }

  Family family() {
    return family;
  }

  Stored<V> find(K key) throws RocksDBException {
    Stored<V> known = read.get(key);
    if (known != null) {
      return known;
    }
    byte[] bytes = keys.apply(key);
    byte[] value = possible.test(key) ? database.get(family, bytes) : null;
    Stored<V> found = new Stored<>(bytes, value, value == null ? null : decoded(value, decoder));
    read.put(key, found);
    return found;
  }

  static <T> T decoded(byte[] value, Decoder<T> decoder) {
    try {
      return decoder.decode(value);
    } catch (UnreadableRecordException e) {
      throw new StoreException("a record is unreadable: " + e.getMessage(), e);
    }
  }
}
