package io.landbridge.front.config;

import static io.landbridge.front.RefusedException.malformed;

import io.landbridge.front.RefusedException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the configurations that a client listens to.
 *
 * @param name of the configuration
 * @param md5 of what the client has; empty if it has nothing
 */
public record ListenedConfig(ConfigName name, String md5) {

  /** As in 1.4. */
  static final int MOST = 10_000;

  private static final char FIELD_END = '\u0002';
  private static final char LINE_END = '\u0001';

  /**
   * Reads what a client listens to: per configuration its data id, group and MD5, and the id of the
   * namespace unless that is {@code public}. What follows the last complete one is ignored.
   *
   * @param text as the client sends it
   * @throws RefusedException if it has another form, or more than 10,000 configurations
   */
  public static List<ListenedConfig> parse(String text) throws RefusedException {
    if (text.isBlank()) {
      throw malformed("invalid probeModify");
    }
    List<ListenedConfig> all = new ArrayList<>();
    String[] fields = new String[3];
    int count = 0;
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each == FIELD_END) {
        if (count == fields.length) {
          throw malformed("invalid probeModify");
        }
        fields[count++] = text.substring(start, i);
        start = i + 1;
      } else if (each == LINE_END) {
        if (count < 2 || all.size() == MOST) {
          throw malformed("invalid probeModify");
        }
        String last = text.substring(start, i);
        all.add(
            count == 2
                ? new ListenedConfig(new ConfigName(fields[0], fields[1], ""), last)
                : new ListenedConfig(new ConfigName(fields[0], fields[1], last), fields[2]));
        count = 0;
        start = i + 1;
      }
    }
    return all;
  }

  /** What a client is told of configurations that changed; empty if none did. */
  static String changed(List<ConfigName> names) {
    StringBuilder text = new StringBuilder();
    for (ConfigName each : names) {
      text.append(each.dataId()).append(FIELD_END).append(each.group());
      if (!each.tenant().isBlank()) {
        text.append(FIELD_END).append(each.tenant());
      }
      text.append(LINE_END);
    }
    return URLEncoder.encode(text.toString(), StandardCharsets.UTF_8);
  }
}
