package io.landbridge.view.derived;

import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.MetadataKeys;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An instance that is natively in a service, as the server shows it.
 *
 * @param ip the address
 * @param port the port
 * @param cluster the Nacos cluster label
 * @param weight its share of the calls
 * @param healthy whether the server hears of it
 * @param enabled whether consumers may use it
 * @param ephemeral whether it goes when its client does
 * @param metadata its metadata
 */
public record NativeInstance(
    String ip,
    int port,
    String cluster,
    double weight,
    boolean healthy,
    boolean enabled,
    boolean ephemeral,
    Map<String, String> metadata) {

  private static final Pattern PORT = Pattern.compile("\"port\"\\s*:\\s*\"?([0-9]+)");

  /** What a client registers that names nothing else. */
  public NativeInstance(String ip, int port, Map<String, String> metadata) {
    this(ip, port, "DEFAULT", 1.0, true, true, true, metadata);
  }

  /** Checks that no part is missing; the metadata is not copied. */
  public NativeInstance {
    Objects.requireNonNull(ip, "ip");
    Objects.requireNonNull(cluster, "cluster");
    Objects.requireNonNull(metadata, "metadata");
  }

  /**
   * The ports of the process, where it registered itself at the application level: it has one
   * instance, whichever of its ports that names. Empty elsewhere.
   */
  public Set<String> endpoints() {
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
