package io.landbridge.dubbo;

import io.landbridge.model.ServiceKey;
import java.util.Objects;

/**
 * Something an interface-level registration says that the application level cannot, or a
 * registration that cannot be translated at all.
 *
 * @param kind what is lost
 * @param service the Nacos service of the registration
 * @param address {@code ip:port} of the registration
 * @param detail what was found and what to do about it, for an operator
 */
public record Loss(Kind kind, ServiceKey service, String address, String detail) {

  /** Checks that no part is missing. */
  public Loss {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(service, "service");
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(detail, "detail");
  }

  /** What can go missing. */
  public enum Kind {
    /** No {@code application}: nobody can say to which application it belongs. */
    NO_APPLICATION(true),
    /** The application's name cannot be a service name or stand in a mapping. */
    BAD_APPLICATION(true),
    /** No {@code protocol}: interface-level consumers cannot use it either. */
    NO_PROTOCOL(true),
    /** A {@code protocol} that is no protocol name: letters, digits, {@code + - . _} only. */
    BAD_PROTOCOL(true),
    /** A port outside 1 to 65535. */
    BAD_PORT(true),
    /** The metadata is larger than {@link InterfaceFold#MAX_METADATA_CHARS}. */
    TOO_LARGE(true),
    /** Neither {@code interface} nor {@code path} agrees with the service name. */
    FOREIGN_INTERFACE(true),
    /** The path is not the interface name: application-level consumers do not find it. */
    CUSTOM_PATH(false),
    /** Two registrations of one process claim the same service and protocol differently. */
    CONFLICT(false);

    private final boolean dropped;

    Kind(boolean dropped) {
      this.dropped = dropped;
    }

    /** Whether the registration stays interface-level only because of it. */
    public boolean dropped() {
      return dropped;
    }
  }
}
