package io.landbridge.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.dubbo.DocumentAddress.InConfiguration;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.publish.ConfigException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ConfigurationFetcherTest {

  private static final InConfiguration WHERE =
      new InConfiguration(
          new ApplicationKey(new NamespaceId("dev"), new ApplicationName("shop")),
          new MetadataRevision("abc"));

  private String content =
      """
      {"app":"shop","services":{"x":{"name":"I","path":"I","protocol":"dubbo","params":{}}}}""";

  private final ConfigurationFetcher asker = new ConfigurationFetcher(new Centre());

  @Test
  void theDocumentIsWhereProvidersWriteIt() throws Exception {
    MetadataDocument document = asker.ask(WHERE);
    assertThat(document.services()).containsOnlyKeys("I:dubbo");
  }

  @Test
  void noneIsThere() {
    content = "";
    assertRefused(Reason.NO_SUCH_REVISION, "'shop' in group 'abc' does not exist");
  }

  @Test
  void theDatabaseIsAway() {
    content = "fail";
    assertRefused(Reason.NO_ANSWER, "the database is away");
  }

  @Test
  void somethingElseIsThere() {
    content = "[]";
    assertRefused(Reason.MALFORMED, "not a metadata document");
    content = "[".repeat(Fetcher.MAX_ANSWER_BYTES);
    assertRefused(Reason.MALFORMED, "");
  }

  @Test
  void tooMuchIsThere() {
    content = "x".repeat(Fetcher.MAX_ANSWER_BYTES + 1);
    assertRefused(Reason.TOO_LARGE, "1048577");
  }

  private void assertRefused(Reason reason, String message) {
    assertThatThrownBy(() -> asker.ask(WHERE))
        .satisfies(e -> AnswersOfProvidersTest.assertReason(e, reason))
        .hasMessageContaining(message);
  }

  private final class Centre implements ConfigCentre {

    @Override
    public Optional<String> read(NamespaceId namespace, String group, String dataId)
        throws ConfigException {
      assertThat(namespace).isEqualTo(new NamespaceId("dev"));
      assertThat(group).isEqualTo("abc");
      assertThat(dataId).isEqualTo("shop");
      if (content.equals("fail")) {
        throw new ConfigException("the database is away", new IllegalStateException("on purpose"));
      }
      return Optional.of(content).filter(text -> !text.isEmpty());
    }

    @Override
    public boolean isServed(NamespaceId namespace, String group, String dataId) {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean compareAndSet(
        NamespaceId namespace,
        String group,
        String dataId,
        Optional<String> expected,
        String text) {
      throw new AssertionError("nothing is written");
    }

    @Override
    public boolean compareAndDelete(
        NamespaceId namespace, String group, String dataId, String expected) {
      throw new AssertionError("nothing is deleted");
    }

    @Override
    public void onChange(ChangeListener listener) {
      throw new AssertionError("nobody listens");
    }
  }
}
