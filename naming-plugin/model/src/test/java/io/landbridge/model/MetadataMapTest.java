package io.landbridge.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class MetadataMapTest {

  @Property
  void isAsAnySortedMapWithTheSameTexts(
      @ForAll @Size(max = 20)
          Map<@AlphaChars @StringLength(max = 2) String, @StringLength(max = 3) String> texts,
      @ForAll @AlphaChars @StringLength(max = 2) String one,
      @ForAll @AlphaChars @StringLength(max = 2) String other) {
    TreeMap<String, String> tree = new TreeMap<>(texts);
    MetadataMap map = MetadataMap.copyOf(new HashMap<>(texts));

    assertThat(map.equals(tree)).isTrue();
    assertThat(tree.equals(map)).isTrue();
    assertThat(map).isEqualTo(MetadataMap.copyOf(tree)).hasSameHashCodeAs(tree).hasSameSizeAs(tree);
    assertThat(List.copyOf(map.entrySet())).isEqualTo(List.copyOf(tree.entrySet()));
    assertThat(map.toString()).isEqualTo(tree.toString());
    List<String> passed = new ArrayList<>();
    map.forEach((name, text) -> passed.add(name + "=" + text));
    assertThat(passed).isEqualTo(tree.entrySet().stream().map(Map.Entry::toString).toList());
    tree.forEach((name, text) -> assertThat(map.get(name)).isEqualTo(text));
    assertThat(map.get(one)).isEqualTo(tree.get(one));
    assertThat(map.containsKey(one)).isEqualTo(tree.containsKey(one));
    assertThat(map.headMap(one)).isEqualTo(tree.headMap(one));
    assertThat(map.tailMap(one)).isEqualTo(tree.tailMap(one));
    if (one.compareTo(other) <= 0) {
      assertThat(map.subMap(one, other)).isEqualTo(tree.subMap(one, other));
    }
    if (!tree.isEmpty()) {
      assertThat(map.firstKey()).isEqualTo(tree.firstKey());
      assertThat(map.lastKey()).isEqualTo(tree.lastKey());
    }
  }

  @Property
  void anotherTextMakesItAnother(
      @ForAll @Size(min = 1, max = 5) Map<@AlphaChars String, @AlphaChars String> texts) {
    MetadataMap map = MetadataMap.copyOf(texts);
    Map<String, String> other = new HashMap<>(texts);
    other.merge(map.lastKey(), "!", String::concat);

    assertThat(map).isNotEqualTo(MetadataMap.copyOf(other)).isNotEqualTo(other);
    other.remove(map.lastKey());
    assertThat(map).isNotEqualTo(MetadataMap.copyOf(other)).isNotEqualTo(other);
  }

  @Test
  void neverChangesAndIsItsOwnCopy() {
    Map<String, String> source = new HashMap<>(Map.of("a", "1"));
    MetadataMap map = MetadataMap.copyOf(source);
    source.put("a", "2");

    assertThat(map).containsExactly(Map.entry("a", "1"));
    assertThat(MetadataMap.copyOf(map)).isSameAs(map);
    assertThatThrownBy(() -> map.put("b", "2")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.remove("a")).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> map.headMap("b").clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void hasNoNull() {
    assertThatThrownBy(() -> MetadataMap.copyOf(Collections.singletonMap("a", null)))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("a");
    assertThat(MetadataMap.copyOf(Map.of()).get(null)).isNull();
    assertThat(MetadataMap.copyOf(Map.of()).containsKey(null)).isFalse();
  }
}
