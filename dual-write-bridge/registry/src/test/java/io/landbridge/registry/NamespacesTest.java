package io.landbridge.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of what a server lists nothing is left out without a word. */
class NamespacesTest {

  @Test
  void whatCannotBeAskedForIsNamedAsItMayBeShown() {
    Namespaces listed =
        Namespaces.listed(
            List.of("", "dev", "x".repeat(128), "x".repeat(129), "a\nb\u202e", " dev", "  "));

    assertThat(listed.ids())
        .containsExactly(
            new NamespaceId("dev"), NamespaceId.PUBLIC, new NamespaceId("x".repeat(128)));
    assertThat(listed.unusable().keySet()).containsExactly("  ", " dev", "a?b?", "x".repeat(129));
    assertThat(listed.unusable())
        .allSatisfy(
            (shown, why) -> {
              assertThat(LogText.isPrintable(why)).isTrue();
              assertThat(why).contains("namespace ", "; ");
            });
  }

  @Test
  void whatTwoListsHaveIsThereOnce() {
    Namespaces both =
        Namespaces.listed(List.of("dev", "x".repeat(300)))
            .and(Namespaces.listed(List.of("dev", "", "x".repeat(300))));

    assertThat(both.ids()).containsExactly(new NamespaceId("dev"), NamespaceId.PUBLIC);
    assertThat(both.unusable()).hasSize(1);
    assertThat(both.unusable().firstKey()).hasSizeLessThanOrEqualTo(LogText.MAX_CHARS);
  }
}
