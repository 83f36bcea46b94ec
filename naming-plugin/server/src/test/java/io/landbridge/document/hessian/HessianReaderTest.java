package io.landbridge.document.hessian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.alibaba.com.caucho.hessian.io.Hessian2Output;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The other side is the library Dubbo itself writes and reads Hessian with. */
class HessianReaderTest {

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void whatDubboWritesIsRead(@ForAll("values") Object value) throws Exception {
    assertThat(plain(read(written(value)))).isEqualTo(value);
  }

  @Property
  void valuesFollowOneAnother(@ForAll @Size(max = 5) List<@StringLength(max = 50) String> values)
      throws Exception {
    HessianReader reader = new HessianReader(written(values.toArray()));
    for (String each : values) {
      assertThat(reader.read()).isEqualTo(each);
    }
    assertThatThrownBy(reader::read).isInstanceOf(MalformedHessianException.class);
  }

  @Property
  void whatIsWrittenHereDubboReads(
      @ForAll @StringLength(max = 2_000) String text,
      @ForAll Map<@StringLength(max = 40) String, @StringLength(max = 40) String> entries)
      throws Exception {
    byte[] bytes = new HessianWriter().string(text).map(entries).bytes();
    Hessian2Input in = new Hessian2Input(new ByteArrayInputStream(bytes));
    assertThat(in.readString()).isEqualTo(text);
    assertThat(in.readObject()).isEqualTo(entries);
  }

  @Property(tries = 5)
  void stringsOfManyChunksToo(@ForAll @StringLength(min = 30_000, max = 70_000) String text)
      throws Exception {
    assertThat(read(written(text))).isEqualTo(text);
    assertThat(read(new HessianWriter().string(text).bytes())).isEqualTo(text);
    Hessian2Input in =
        new Hessian2Input(new ByteArrayInputStream(new HessianWriter().string(text).bytes()));
    assertThat(in.readString()).isEqualTo(text);
  }

  @Property
  void otherBytesAreRefusedAndNothingElseHappens(@ForAll @Size(max = 300) byte[] bytes) {
    readAll(bytes);
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void damagedBytesAreReadOrRefused(
      @ForAll("values") Object value, @ForAll int where, @ForAll byte instead) throws Exception {
    byte[] bytes = written(value, new Graph("a", 1));
    bytes[Math.floorMod(where, bytes.length)] = instead;
    readAll(bytes);
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void whatIsCutOffIsRefused(@ForAll("values") Object value, @ForAll int at) throws Exception {
    byte[] bytes = written(value);
    byte[] head = Arrays.copyOf(bytes, Math.floorMod(at, bytes.length));
    assertThatThrownBy(() -> read(head)).isInstanceOf(MalformedHessianException.class);
  }

  @Test
  void anObjectIsAMapOfItsFields() throws Exception {
    Graph graph = new Graph("a", 7);
    graph.more.put("b", new Graph("b", 8));
    graph.more.put("itself", graph);

    HessianMap read = (HessianMap) read(written(graph));

    assertThat(read.type()).isEqualTo(Graph.class.getName());
    assertThat(read.get("name")).isEqualTo("a");
    assertThat(read.get("number")).isEqualTo(7);
    assertThat(read.get("nothing")).isNull();
    HessianMap more = (HessianMap) read.get("more");
    assertThat(more.type()).isEqualTo(ConcurrentHashMap.class.getName());
    assertThat(more.get("itself")).isSameAs(read);
    assertThat(((HessianMap) more.get("b")).get("number")).isEqualTo(8);
  }

  @Test
  void typedListsAndArraysAreLists() throws Exception {
    LinkedList<Object> list = new LinkedList<>(List.of("a", 1L, 2.5, 0.001, true));
    assertThat(read(written(list))).isEqualTo(list);
    assertThat(read(written((Object) new int[] {1, 2, 300_000}))).isEqualTo(List.of(1, 2, 300_000));
    HessianReader twice = new HessianReader(written(list, list));
    assertThat(twice.read()).isEqualTo(list);
    assertThat(twice.read()).isEqualTo(list);
  }

  @Test
  void anExceptionIsOnlyAnObject() throws Exception {
    HessianMap read =
        (HessianMap) read(written(new IllegalStateException("no", new IOException("why"))));
    assertThat(read.type()).isEqualTo("java.lang.IllegalStateException");
    assertThat(read.get("detailMessage")).isEqualTo("no");
  }

  @Test
  void noClassIsLookedFor() throws Exception {
    byte[] bytes = written(new Trap());
    Trap.made = 0;
    assertThat(((HessianMap) read(bytes)).type()).isEqualTo(Trap.class.getName());
    assertThat(Trap.made).isZero();
  }

  @Test
  void nestingHasALimit() {
    assertThatThrownBy(() -> read(repeat("79", HessianReader.MAX_DEPTH + 1, "4e")))
        .isInstanceOf(MalformedHessianException.class)
        .hasMessageContaining("deep");
    // Definitions of classes, each before the next.
    assertThatThrownBy(() -> read(repeat("43016190", 100_000, "6f")))
        .isInstanceOf(MalformedHessianException.class)
        .hasMessageContaining("classes");
  }

  @Test
  void theNumberOfValuesHasALimit() {
    assertThatThrownBy(() -> read(repeat("5790", 1, "4e".repeat(HessianReader.MAX_VALUES))))
        .isInstanceOf(MalformedHessianException.class)
        .hasMessageContaining("values");
  }

  @Test
  void aLengthIsNotBelieved() {
    for (String bytes :
        List.of(
            "58497fffffff", // a list of two thousand million values
            "56045b696e7449" + "7fffffff", // an array of as many numbers
            "58498000" + "0000", // and of fewer than none
            "430161497fffffff", // as many fields
            "53ffff61", // 65535 characters
            "513f", // a reference to nothing
            "60", // an object of no class
            "4d90" // a type that was never named
            )) {
      assertThatThrownBy(() -> read(hex(bytes)))
          .as(bytes)
          .isInstanceOf(MalformedHessianException.class);
    }
  }

  @Test
  void aMapIsNoKey() {
    // A map with itself as its key has no hash.
    assertThatThrownBy(() -> read(hex("4851904e5a")))
        .isInstanceOf(MalformedHessianException.class)
        .hasMessageContaining("key");
  }

  @Provide
  Arbitrary<Object> values() {
    Arbitrary<Object> scalars =
        Arbitraries.oneOf(
            Arbitraries.integers().map(Object.class::cast),
            Arbitraries.longs().map(Object.class::cast),
            Arbitraries.doubles().ofScale(5).map(Object.class::cast),
            Arbitraries.of(true, false).map(Object.class::cast),
            Arbitraries.strings().all().ofMaxLength(1_200).map(Object.class::cast));
    Arbitrary<Object> inner = scalars;
    for (int depth = 0; depth < 3; depth++) {
      Arbitrary<Object> elements = inner;
      inner =
          Arbitraries.oneOf(
              scalars,
              elements.list().ofMaxSize(10).map(Object.class::cast),
              Arbitraries.maps(Arbitraries.strings().ofMaxLength(20), elements)
                  .ofMaxSize(10)
                  .map(Object.class::cast));
    }
    return inner;
  }

  private static void readAll(byte[] bytes) {
    HessianReader reader = new HessianReader(bytes);
    try {
      for (int i = 0; i <= bytes.length; i++) {
        reader.read();
      }
      assertThat(bytes).isEmpty();
    } catch (MalformedHessianException e) {
      assertThat(e).hasMessageNotContaining("null");
    }
  }

  private static @Nullable Object read(byte[] bytes) throws MalformedHessianException {
    return new HessianReader(bytes).read();
  }

  private static byte[] written(Object... values) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Hessian2Output out = new Hessian2Output(bytes);
    for (Object each : values) {
      out.writeObject(each);
    }
    out.flush();
    return bytes.toByteArray();
  }

  private static byte[] repeat(String hex, int times, String end) {
    return hex(hex.repeat(times) + end);
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text);
  }

  private static @Nullable Object plain(@Nullable Object value) {
    if (value instanceof HessianMap map) {
      Map<@Nullable Object, @Nullable Object> plain = new LinkedHashMap<>();
      map.entries().forEach((key, each) -> plain.put(key, plain(each)));
      return plain;
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> plain = new ArrayList<>();
      list.forEach(each -> plain.add(plain(each)));
      return plain;
    }
    return value;
  }

  @SuppressWarnings("unused")
  private static final class Graph implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final int number;
    private final @Nullable String nothing = null;
    private final Map<String, Graph> more = new ConcurrentHashMap<>(new TreeMap<>());

    Graph(String name, int number) {
      this.name = name;
      this.number = number;
    }
  }

  /** Notices when one is made. */
  private static final class Trap implements Serializable {
    private static final long serialVersionUID = 1L;

    private static int made;

    @SuppressWarnings("unused")
    private final String field = "x";

    Trap() {
      made++;
    }
  }
}
