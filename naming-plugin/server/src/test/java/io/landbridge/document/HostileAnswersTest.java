package io.landbridge.document;

import static io.landbridge.document.AnswersOfProvidersTest.assertReason;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.google.protobuf.CodedOutputStream;
import io.landbridge.document.hessian.HessianReader;
import io.landbridge.document.hessian.MalformedHessianException;
import io.landbridge.document.hessian.Written;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a provider may answer that means harm: few bytes that stand for much. */
class HostileAnswersTest {

  /** What is not bounded takes minutes, or the heap; a machine may be busy with other tests. */
  private static final Duration SOON = Duration.ofSeconds(30);

  /** As {@code Budget} has it, with one text more, which is counted when it is there. */
  private static long most(byte[] bytes) {
    return 1_024 + 17L * bytes.length;
  }

  /** 64 lists, each of them the one before twice: 2^64 texts, were they written out. */
  @ParameterizedTest
  @ValueSource(ints = {20, 70, 100})
  void nestedReferencesAreNotQuoted(int status) {
    byte[] body = doublings(new Written(), 60).bytes();
    assertTimeoutPreemptively(
        SOON,
        () ->
            assertThatThrownBy(
                    () ->
                        DubboFetcher.document(
                            Places.dubbo("a", "0", 1),
                            new DubboFrame(2, status, 1, body.length),
                            body))
                .isInstanceOf(FetchException.class)
                .message()
                .hasSizeLessThan(500));
  }

  @Test
  void anExceptionIsQuotedByItsTypeAndText() {
    Written body = new Written().number(0).tag('M').text("java.lang.Error");
    byte[] bytes = doublings(body.text("detailMessage"), 50).tag('Z').bytes();
    assertTimeoutPreemptively(
        SOON,
        () ->
            assertThatThrownBy(
                    () ->
                        DubboFetcher.document(
                            Places.dubbo("a", "0", 1),
                            new DubboFrame(2, DubboFrame.OK, 1, bytes.length),
                            bytes))
                .satisfies(e -> assertReason(e, Reason.REFUSED))
                .hasMessageContaining("'java.lang.Error:'"));
  }

  @Test
  void aDocumentThatContainsItselfIsRefused() {
    byte[] itself = new Written().tag('H').text("services").reference(0).tag('Z').bytes();
    byte[] params =
        new Written()
            .tag('H')
            .text("services")
            .tag('H')
            .text("a")
            .tag('H')
            .text("params")
            .reference(2)
            .tag('Z')
            .tag('Z')
            .tag('Z')
            .bytes();
    for (byte[] each : List.of(itself, params)) {
      assertThatThrownBy(() -> TripleMessages.unwrap(wrapped(each), "the provider"))
          .satisfies(e -> assertReason(e, Reason.MALFORMED));
    }
  }

  /** Were each written out, a million bytes would be ten thousand million. */
  @Test
  void oneServiceManyTimesIsRefused() {
    byte[] bytes = sharing(50_000, 30_000, false);
    assertThat(bytes.length).isLessThan(Fetcher.MAX_ANSWER_BYTES);
    assertTimeoutPreemptively(
        SOON,
        () ->
            assertThatThrownBy(() -> TripleMessages.unwrap(wrapped(bytes), "the provider"))
                .satisfies(e -> assertReason(e, Reason.MALFORMED))
                .hasMessageContaining("references"));
  }

  /** The library reads over groups by recursion, with no end to it. */
  @Test
  void groupsWithinGroupsAreRefused() {
    byte[] groups = new byte[1 << 20];
    // The beginning of a group that is field 15.
    Arrays.fill(groups, (byte) 0x7b);
    assertThatThrownBy(() -> TripleMessages.unwrap(groups, "the provider"))
        .satisfies(e -> assertReason(e, Reason.MALFORMED));
    assertThatThrownBy(() -> TripleMessages.document(groups, "the provider"))
        .satisfies(e -> assertReason(e, Reason.MALFORMED));
  }

  /** Longs and doubles of one hash: a table of them takes as long as there are keys, for each. */
  @Test
  void keysOfOneHashAreAsQuickAsOthers() {
    Written body = new Written().tag('H');
    for (int i = 0; i < 95_000; i++) {
      // Whatever is in the high half is undone by the same in the low.
      body.tag(i % 2 == 0 ? 'L' : 'D').tag(0).tag(i >>> 16).tag(i >>> 8).tag(i);
      body.tag(0).tag(i >>> 16).tag(i >>> 8).tag(i).tag('N');
    }
    byte[] bytes = body.tag('Z').bytes();
    assertTimeoutPreemptively(SOON, () -> new HessianReader(bytes).read());
  }

  @Property(tries = 60)
  void workAndMemoryAreLinearInTheAnswer(
      @ForAll @IntRange(min = 1, max = 3_000) int services,
      @ForAll @IntRange(max = 3_000) int params,
      @ForAll boolean sharedParamsOnly)
      throws Exception {
    assertLinear(sharing(services, params, sharedParamsOnly));
  }

  @Property
  void whateverTheReferences(@ForAll @Size(max = 400) List<@IntRange(max = 11) Integer> parts)
      throws Exception {
    Written body = new Written();
    int begun = 0;
    for (int i = 0; i < parts.size(); i++) {
      switch (parts.get(i)) {
        case 0, 1 -> {
          body.tag('H');
          begun++;
        }
        case 2, 3 -> body.tag('Z');
        case 4 -> body.reference(Math.max(0, begun - 1));
        case 5 -> body.reference(Math.max(0, begun - 2));
        case 6 -> body.reference(i % Math.max(1, begun));
        case 7 -> {
          body.list(2);
          begun++;
        }
        case 8 -> body.text("services");
        case 9 -> body.text("params");
        case 10 -> body.text("name");
        default -> body.text("x".repeat(i));
      }
    }
    assertLinear(body.bytes());
  }

  private static void assertLinear(byte[] bytes) {
    HessianReader reader = new HessianReader(bytes);
    long characters = 0;
    try {
      MetadataDocument document = MetadataFields.document(reader.read(), reader.budget());
      for (ServiceEntry each : document.services().values()) {
        characters += each.name().length() + each.path().length();
        for (Map.Entry<String, String> param : each.params().entrySet()) {
          characters += param.getKey().length() + param.getValue().length();
        }
      }
    } catch (FetchException | MalformedHessianException e) {
      // Refused.
    }
    assertThat(reader.budget().used()).isLessThanOrEqualTo(most(bytes));
    assertThat(characters).isLessThanOrEqualTo(most(bytes));
  }

  private static Written doublings(Written body, int times) {
    for (int i = 0; i < times; i++) {
      body.list(2);
    }
    body.text("boo").text("boo");
    for (int i = times - 1; i > 0; i--) {
      body.reference(i);
    }
    return body;
  }

  private static byte[] sharing(int services, int params, boolean sharedParamsOnly) {
    Written body = new Written().tag('H').text("app").text("a").text("services").tag('H');
    for (int i = 0; i < services; i++) {
      body.text(Integer.toString(i, 36));
      if (i > 0 && !sharedParamsOnly) {
        body.reference(2);
        continue;
      }
      body.tag('H').text("name").text("s" + i).text("protocol").text("dubbo");
      body.text("path").text("s").text("params");
      if (i > 0) {
        body.reference(3);
      } else {
        body.tag('H');
        for (int j = 0; j < params; j++) {
          body.text(Integer.toString(j, 36)).text("v");
        }
        body.tag('Z');
      }
      body.tag('Z');
    }
    return body.tag('Z').tag('Z').bytes();
  }

  private static byte[] wrapped(byte[] hessian) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.writeString(1, "hessian4");
    out.writeByteArray(2, hessian);
    out.flush();
    return bytes.toByteArray();
  }
}
