package io.landbridge.view;

import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.MetadataKeys;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An instance that is natively in a service, as far as the decision what to add to it needs.
 *
 * @param ip the address
 * @param port the port
 * @param metadata its metadata
 * @param healthy whether the server hears of it
 * @param ephemeral whether it goes when its client does
 */
public record NativeInstance(
    String ip, int port, Map<String, String> metadata, boolean healthy, boolean ephemeral) {

  private static final Pattern PORT = Pattern.compile("\"port\"\\s*:\\s*\"?([0-9]+)");

  /** One that is healthy and ephemeral. */
  public NativeInstance(String ip, int port, Map<String, String> metadata) {
    this(ip, port, metadata, true, true);
  }

  /** Checks that no part is missing; the metadata is not copied. */
  public NativeInstance {
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(metadata, "metadata");
  }

  /**
   * The ports of the process, where it registered itself at the application level: it has one
   * instance, whichever of its ports that names. Empty elsewhere.
   */
  Set<String> endpoints() {
    String text = metadata.get(MetadataKeys.ENDPOINTS);
    return text == null
        ? Set.of()
        : PORT.matcher(text).results().map(each -> each.group(1)).collect(Collectors.toSet());
  }

  /** Whether it is there for others than Dubbo's consumers. */
  public boolean isForeign() {
    return ApplicationFold.isForeign(metadata);
  }

  /** {@code ip:port}. */
  public String address() {
    return ip + ":" + port;
  }
}
