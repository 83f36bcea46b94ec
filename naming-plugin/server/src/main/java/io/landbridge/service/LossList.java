package io.landbridge.service;

import io.landbridge.dubbo.Loss;
import io.landbridge.service.answer.LossStatus;
import io.landbridge.service.answer.Page;
import io.landbridge.service.answer.PageRequest;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

/** What this member's registrations lose, in parts, sorted by service and address. */
final class LossList {

  private static final String LIST = "losses";
  private static final int PARTS = 6;

  private LossList() {}

  /**
   * A part.
   *
   * @param losses all there are, in any order
   */
  static Page<LossStatus> page(List<Loss> losses, PageRequest page) {
    NavigableMap<String, LossStatus> sorted = new TreeMap<>();
    for (Loss each : losses) {
      LossStatus status = LossStatus.of(each);
      sorted.put(place(status), status);
    }
    if (!page.after().isEmpty()) {
      sorted = sorted.tailMap(String.join("\0", Cursor.parts(page.after(), LIST, PARTS)), false);
    }
    return Page.of(
        sorted.values().stream().limit(page.limit() + 1L).toList(),
        page,
        last -> Cursor.of(LIST, parts(last)),
        Function.identity());
  }

  private static String place(LossStatus status) {
    return String.join("\0", parts(status));
  }

  /** Of one address and kind there may be several, and what they say may be too long for a URL. */
  private static String[] parts(LossStatus status) {
    return new String[] {
      status.namespace(),
      status.group(),
      status.service(),
      status.address(),
      status.kind(),
      Integer.toHexString(status.detail().hashCode())
    };
  }
}
