package io.landbridge.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.landbridge.dubbo.Loss;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.service.answer.LossStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LossListTest {

  /** Two of each address, of one kind, with different things to say. */
  private static List<Loss> losses() {
    List<Loss> losses = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      losses.add(
          new Loss(
              Loss.Kind.NO_DOCUMENT,
              new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", "shop-" + i % 3),
              "10.0.0.%d:20880".formatted(i % 20),
              "reason " + i / 20));
    }
    return losses;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 39, 40, 1000})
  void partByPartEverythingIsSeenOnce(int limit) {
    List<Loss> losses = losses();
    List<LossStatus> whole = LossList.page(losses, PageRequest.FIRST).items();
    Random random = new Random(limit);
    List<LossStatus> seen = new ArrayList<>();
    String after = "";
    do {
      // However the member keeps them.
      Collections.shuffle(losses, random);
      Page<LossStatus> page = LossList.page(losses, new PageRequest(limit, after));
      assertThat(page.items()).hasSizeBetween(1, limit);
      seen.addAll(page.items());
      after = page.next();
    } while (!after.isEmpty());

    assertThat(seen).isEqualTo(whole).hasSize(40).doesNotHaveDuplicates();
    assertThat(seen).extracting(each -> each.service() + " " + each.address()).isSorted();
  }

  @Test
  void whatIsGoneMeanwhileEndsNothing() {
    Page<LossStatus> first = LossList.page(losses(), new PageRequest(5, ""));
    List<Loss> left =
        losses().stream().filter(loss -> !first.items().contains(LossStatus.of(loss))).toList();

    assertThat(LossList.page(left, new PageRequest(1000, first.next())).items()).hasSize(35);
  }

  /** A namespace, too, is what somebody wrote. */
  @Test
  void nothingOfANameTurnsOrBreaksALine() {
    Loss loss =
        new Loss(
            Loss.Kind.BAD_NAMESPACE,
            new ServiceKey(NamespaceId.of("a\u202eb\u2028c"), "DEFAULT_GROUP", "shop"),
            "10.0.0.1:20880",
            "reason");

    assertThat(LossStatus.of(loss).namespace()).isEqualTo("a?b?c");
    assertThat(LossStatus.of(loss.of("shop")).namespace()).isEqualTo("a?b?c");
  }

  @Test
  void thereIsNothing() {
    assertThat(LossList.page(List.of(), PageRequest.FIRST)).isEqualTo(new Page<>(List.of(), ""));
  }

  @Test
  void refusesThePlaceOfAnotherList() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> LossList.page(List.of(), new PageRequest(1, Cursor.of("documents", "r"))));
  }
}
