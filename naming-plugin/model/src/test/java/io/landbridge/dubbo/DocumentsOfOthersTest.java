package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.dubbo.json.MalformedDocumentException;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.model.MetadataRevision;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Application-level formats that are not Dubbo 3's: recognised, reported, and not taken for it. */
class DocumentsOfOthersTest {

  private static final String OF_27 = "821FF643AB3794DF2102AD909206F824";

  /** As dubbo-go writes it: no ports, fields that are empty left out. */
  private static final String OF_GO =
      """
      {"app":"shop","revision":"9834592163","services":{
        "demo.GreetService:1.0.0:dubbo":{"name":"demo.GreetService","version":"1.0.0",
          "protocol":"dubbo","path":"/demo.GreetService","params":{"methods":"hello"}}}}
      """;

  private final ApplicationFold fold = new ApplicationFold(new InstanceJsonReader());
  private final MetadataDocumentCodec codec = new MetadataDocumentCodec();

  @Test
  @DisplayName("2.7's document has no ports and a hash in upper case, over something else")
  void dubbo27() {
    MetadataDocument document = Captures.document("prov-27", OF_27);

    assertThat(document.services().values())
        .isNotEmpty()
        .allSatisfy(entry -> assertThat(entry.port()).isEqualTo(-1));
    assertThat(document.verified(new MetadataRevision(OF_27))).isEmpty();
  }

  @Test
  @DisplayName("2.7 with registry-type=service is reported as a whole, and nothing of it is shown")
  void dubbo27Registration() {
    ApplicationFoldResult folded = fold.fold(Captures.registrations("dubbo-2.7.23-application"));

    assertThat(folded.found()).isEmpty();
    assertThat(folded.losses()).extracting(Loss::kind).containsExactly(Loss.Kind.OLDER_FORMAT);
    assertThat(InterfaceFold.fold(Captures.registrations("dubbo-2.7.23-application")).instances())
        .isEmpty();
  }

  @Test
  @DisplayName("dubbo-go's revision is a decimal sum over methods: no document can be proven by it")
  void dubboGo() throws Exception {
    ApplicationFoldResult folded =
        fold.fold(List.of(Wrote.application(MetadataKeys.REVISION, "9834592163")));

    assertThat(folded.found()).isEmpty();
    assertThat(folded.losses())
        .singleElement()
        .satisfies(
            loss -> {
              assertThat(loss.kind()).isEqualTo(Loss.Kind.UNPROVEN_REVISION);
              assertThat(loss.kind().dropped()).isTrue();
              assertThat(loss.detail()).contains("dubbo-go").contains("interfaces");
            });
    assertThat(codec.decode(OF_GO).verified(new MetadataRevision("9834592163"))).isEmpty();
  }

  @Test
  @DisplayName("dubbo-go leaves out what is empty, 'params' too, which stops consumers in Java")
  void dubboGoWithoutParameters() {
    String without = OF_GO.replace(",\"params\":{\"methods\":\"hello\"}", "");

    assertThat(without).doesNotContain("params");
    assertThatThrownBy(() -> codec.decode(without))
        .isInstanceOf(MalformedDocumentException.class)
        .hasMessageContaining("params");
  }

  @Test
  @DisplayName("A hash of Dubbo 3 that has digits only is still one")
  void digitsOnly() {
    assertThat(fold.fold(List.of(Wrote.application(MetadataKeys.REVISION, "1".repeat(32)))).found())
        .hasSize(1);
  }
}
