package io.landbridge.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import io.landbridge.document.hessian.HessianWriter;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.MetadataRevision;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads what real providers sent. */
class AnswersOfProvidersTest {

  private static final String PEER = "the provider";

  @ParameterizedTest
  @CsvSource({
    "dubbo-3.0.15, p3015d, b89fe9d3da9c00b2c76f916ce1208a1b, -1",
    "dubbo-3.2.16, p3216d, 6dc6629c96af14f8ef50caae2eed4272, 41385",
    "dubbo-3.3.6, p336d, 910973f94d22907152b2c72ee33777b2, 44969"
  })
  void aDocumentOverDubbo(String file, String application, String revision, int port)
      throws Exception {
    byte[] frame = Frames.of(file);
    MetadataDocument document =
        DubboFetcher.document(
            Places.dubbo(application, revision, 1), Frames.head(frame), Frames.body(frame));
    assertThat(document.verified(new MetadataRevision(revision))).contains(document);
    assertThat(document.application().value()).isEqualTo(application);
    assertThat(document.services())
        .containsOnlyKeys(
            "demo.OrderService:2.0.0:dubbo",
            "demo.PlainService:dubbo",
            "grpA/demo.GreetService:1.0.0:dubbo");
    ServiceEntry entry = document.services().get("grpA/demo.GreetService:1.0.0:dubbo");
    assertThat(entry.path()).isEqualTo("demo.GreetService");
    assertThat(entry.port()).isEqualTo(port);
    assertThat(entry.params())
        .containsEntry("methods", "add,box,hello")
        .containsEntry("side", "provider");
  }

  /** dubbo-go has numbers of one size, and a revision of its own. */
  @Test
  void aDocumentOfDubboGo() throws Exception {
    byte[] frame = Frames.of("dubbo-go-3.3.2");
    String revision =
        "622589b686453b2522f3934719b328d0d1bc95d383d74a7fc592d345853be089"
            + "7980709c9f330305ae25b35cacd68a75ebf233e07ce7f570dad9d8235a966852";
    MetadataDocument document =
        DubboFetcher.document(
            Places.dubbo("prov-go", revision, 1), Frames.head(frame), Frames.body(frame));
    assertThat(document.services().get("demo.PlainService:dubbo").port()).isEqualTo(45693);
    assertThat(document.proven(new MetadataRevision(revision)).orElseThrow().own())
        .containsOnlyKeys("timestamp");
  }

  /** That version has ports in its documents and hashes them without. */
  @Test
  void aDocumentOfDubbo310() throws Exception {
    byte[] frame = Frames.of("dubbo-3.1.0");
    String revision = "57af2932a0383dfd8e1210bb21bddf7e";
    MetadataDocument document =
        DubboFetcher.document(
            Places.dubbo("p310d", revision, 1), Frames.head(frame), Frames.body(frame));
    assertThat(document.services().get("demo.PlainService:dubbo").port()).isEqualTo(45707);
    assertThat(document.verified(new MetadataRevision(revision)).orElseThrow().services().values())
        .allSatisfy(entry -> assertThat(entry.port()).isEqualTo(-1));
  }

  @ParameterizedTest
  @CsvSource({
    "triple-3.0.15, p3015mt, a375df6981420610c50d5f9e771051b1, 3",
    "triple-3.2.16, p3216dt, b15f7d1234367972353a8787e8540fc0, 6",
    "triple-3.3.6, p336t, 9db47ec095f3a89d89f851502697f7d7, 3"
  })
  void aDocumentOverTriple(String file, String application, String revision, int services)
      throws Exception {
    MetadataDocument document = TripleMessages.unwrap(Frames.of(file), PEER);
    assertThat(document.verified(new MetadataRevision(revision))).contains(document);
    assertThat(document.application().value()).isEqualTo(application);
    assertThat(document.services()).hasSize(services);
  }

  @Test
  void aDocumentOfTheSecondService() throws Exception {
    MetadataDocument document = TripleMessages.document(Frames.of("triple-3.3.6-second"), PEER);
    assertThat(document.revision())
        .isEqualTo(new MetadataRevision("6521b98ed4e4def3fa3fdba80c49d094"));
    assertThat(document.services()).hasSize(6);
  }

  @Test
  void anUnknownRevision() throws Exception {
    byte[] frame = Frames.of("dubbo-3.3.6-unknown-revision");
    assertThatThrownBy(
            () ->
                DubboFetcher.document(
                    Places.dubbo("p336d", "0123", 1), Frames.head(frame), Frames.body(frame)))
        .satisfies(e -> assertReason(e, Reason.NO_SUCH_REVISION));
    assertThatThrownBy(
            () -> TripleMessages.unwrap(Frames.of("triple-3.3.6-unknown-revision"), PEER))
        .satisfies(e -> assertReason(e, Reason.NO_SUCH_REVISION));
  }

  @Test
  void anUnknownApplication() throws Exception {
    byte[] frame = Frames.of("dubbo-3.3.6-unknown-application");
    assertThatThrownBy(
            () ->
                DubboFetcher.document(
                    Places.dubbo("other", "0123", 1), Frames.head(frame), Frames.body(frame)))
        .satisfies(e -> assertReason(e, Reason.REFUSED))
        .hasMessageContaining("status 70")
        .hasMessageContaining("Not found exported service")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"triple-3.0.15", "triple-3.2.16", "triple-3.3.6", "triple-3.3.6-second"})
  void anAnswerOfTheOtherServiceIsMalformed(String file) {
    assertThatThrownBy(
            () -> {
              if (file.endsWith("second")) {
                TripleMessages.unwrap(Frames.of(file), PEER);
              } else {
                TripleMessages.document(Frames.of(file), PEER);
              }
            })
        .satisfies(e -> assertReason(e, Reason.MALFORMED));
  }

  @Property
  void aDamagedAnswerIsReadOrRefused(@ForAll int where, @ForAll byte instead) {
    for (String file : new String[] {"dubbo-3.3.6", "triple-3.2.16", "triple-3.3.6-second"}) {
      byte[] bytes = Frames.of(file);
      bytes[Math.floorMod(where, bytes.length)] = instead;
      try {
        MetadataDocument document =
            switch (file) {
              case "dubbo-3.3.6" ->
                  DubboFetcher.document(
                      Places.dubbo("p336d", "0", 1), Frames.head(bytes), Frames.body(bytes));
              case "triple-3.2.16" -> TripleMessages.unwrap(bytes, PEER);
              default -> TripleMessages.document(bytes, PEER);
            };
        assertThat(document.services()).isNotNull();
      } catch (FetchException e) {
        assertThat(e.unavailable().reason()).isNotEmpty().doesNotContain("\n");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 21, 31, 40, 60, 70, 90, 100})
  void everyOtherStatusIsARefusal(int status) {
    byte[] body = new HessianWriter().string("some\nproblem").bytes();
    assertThatThrownBy(
            () ->
                DubboFetcher.document(
                    Places.dubbo("a", "0", 1), new DubboFrame(2, status, 1, body.length), body))
        .satisfies(e -> assertReason(e, Reason.REFUSED))
        .hasMessageContaining("'some problem'");
  }

  @Test
  void anotherSerialisationIsNotRead() {
    assertThatThrownBy(
            () ->
                DubboFetcher.document(
                    Places.dubbo("a", "0", 1), new DubboFrame(23, 20, 1, 0), new byte[0]))
        .satisfies(e -> assertReason(e, Reason.MALFORMED))
        .hasMessageContaining("serialization 23");
  }

  /** The call as Dubbo's own library reads it. */
  @Test
  void theCall() throws Exception {
    AtProvider where = Places.dubbo("shop", "abc", 20880);
    byte[] frame = DubboFrame.request(where, 7, 5_000);
    ByteBuffer head = ByteBuffer.wrap(frame);
    assertThat(head.getShort()).isEqualTo((short) 0xdabb);
    assertThat(head.get()).isEqualTo((byte) 0xc2);
    assertThat(head.get()).isZero();
    assertThat(head.getLong()).isEqualTo(7);
    assertThat(head.getInt()).isEqualTo(frame.length - DubboFrame.HEAD_BYTES);
    Hessian2Input in = new Hessian2Input(new ByteArrayInputStream(Frames.body(frame)));
    assertThat(in.readString()).isEqualTo("2.0.2");
    assertThat(in.readString()).isEqualTo("org.apache.dubbo.metadata.MetadataService");
    assertThat(in.readString()).isEqualTo("1.0.0");
    assertThat(in.readString()).isEqualTo("getMetadataInfo");
    assertThat(in.readString()).isEqualTo("Ljava/lang/String;");
    assertThat(in.readString()).isEqualTo("abc");
    assertThat(in.readObject())
        .isEqualTo(
            Map.of(
                "path", "org.apache.dubbo.metadata.MetadataService",
                "interface", "org.apache.dubbo.metadata.MetadataService",
                "version", "1.0.0",
                "group", "shop",
                "timeout", "5000"));
  }

  static void assertReason(Throwable thrown, Reason reason) {
    assertThat(thrown).isInstanceOf(FetchException.class);
    assertThat(((FetchException) thrown).unavailable().kind()).isEqualTo(reason);
  }
}
