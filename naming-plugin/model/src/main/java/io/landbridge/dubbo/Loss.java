package io.landbridge.dubbo;

import io.landbridge.model.LogText;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.Objects;

/**
 * Something a registration says that the other level cannot, or a registration that cannot be
 * translated at all. It goes into logs and reports: what it says of a registration is on one line,
 * without what {@link LogText} takes out, and every name in it is cut there.
 *
 * @param kind what is lost
 * @param service the Nacos service of the registration
 * @param address {@code ip:port} of the registration
 * @param detail what was found and what to do about it, for an operator
 * @param application what its application calls itself; empty when that is not known
 * @param namespace the namespace as it may be shown, which need not be one that can be asked for
 */
public record Loss(
    Kind kind,
    ServiceKey service,
    String address,
    String detail,
    String application,
    String namespace) {

  private static final int MAX_DETAIL = 1000;

  /** Checks that no part is missing, and takes out what could break a line. */
  public Loss {
    Objects.requireNonNull(kind, "kind");
    service =
        new ServiceKey(
            service.namespace(), LogText.of(service.group()), LogText.of(service.name()));
    address = LogText.of(address);
    String printable = LogText.printable(detail);
    detail = cut(printable);
    application = LogText.of(application);
    namespace = LogText.of(namespace);
  }

  /** One in a namespace that can be asked for. */
  public Loss(Kind kind, ServiceKey service, String address, String detail, String application) {
    this(kind, service, address, detail, application, service.namespace().value());
  }

  /** One of an application that is not known. */
  public Loss(Kind kind, ServiceKey service, String address, String detail) {
    this(kind, service, address, detail, "");
  }

  /**
   * One in a namespace that nobody can ask for, so that nothing of it is translated.
   *
   * @param namespace its id, which anybody may have written
   * @param group the Nacos group
   * @param name the Nacos service
   * @param why the id is none, with what to do about it
   */
  public static Loss inUnusableNamespace(
      String namespace, String group, String name, String address, String why, String application) {
    return new Loss(
        Kind.UNREADABLE,
        new ServiceKey(NamespaceId.lookalike(namespace), group, name),
        address,
        "namespace '%s': %s".formatted(LogText.of(namespace), why),
        application,
        namespace);
  }

  /** The same of an application. */
  public Loss of(String name) {
    return new Loss(kind, service, address, detail, name, namespace);
  }

  /** What it is, where, and what to do about it, in one line. */
  public String problem() {
    return "%s at %s: %s".formatted(kind, address, detail);
  }

  /** What can go missing. */
  public enum Kind {
    /** No {@code application}: nobody can say to which application it belongs. */
    NO_APPLICATION(true),
    /**
     * The application's name cannot be a service name, the id of a document, or stand in a mapping.
     */
    BAD_APPLICATION(true),
    /** The namespace cannot have configurations: neither documents nor mappings. */
    BAD_NAMESPACE(true),
    /**
     * An interface, version or group that no service can have, or no mapping can be named after.
     */
    BAD_SERVICE(true),
    /**
     * The server lists the service and refuses to tell what is in it, or it is in a namespace that
     * nobody can ask for.
     */
    UNREADABLE(true),
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
    /** Version or group of the metadata are not those of the service name. */
    FOREIGN_VERSION(true),
    /** The path is not the interface name: application-level consumers do not find it. */
    CUSTOM_PATH(false),
    /** Two registrations claim the same address, or the same service of it, differently. */
    CONFLICT(false),
    /**
     * An application-level format older than Dubbo 3's, of Dubbo 2.7 or Spring Cloud Alibaba, which
     * Dubbo 3 consumers cannot use either.
     */
    OLDER_FORMAT(true),
    /**
     * An application instance of dubbo-go before 3.3.2, whose revision is no hash of its document:
     * whether a document is the one it means cannot be told.
     */
    UNPROVEN_REVISION(true),
    /** An application instance that says it has no services: its revision is {@code 0}. */
    NO_SERVICES(true),
    /** A revision that is empty, too long or not printable. */
    BAD_REVISION(true),
    /** {@code dubbo.endpoints} is not the list of ports and protocols it should be. */
    BAD_ENDPOINTS(true),
    /** The metadata service that has the document is not described as it should be. */
    BAD_METADATA_SERVICE(true),
    /** The metadata document of an application instance cannot be had; it is asked for again. */
    NO_DOCUMENT(true),
    /** A service is offered on Triple only, which Dubbo 2.x consumers do not speak. */
    TRIPLE_ONLY(false),
    /**
     * Others than Dubbo's consumers use the service that is named like the application; it is shown
     * there only where an operator insists.
     */
    FOREIGN_INSTANCES(false),
    /** A service takes serializations only that Dubbo 2.x consumers do not have. */
    NEW_SERIALIZATION(false),
    /**
     * A service names an extension, a load balance for example, that older consumers do not have;
     * it is shown to those of the interface level without.
     */
    NEW_EXTENSION(false);

    private final boolean dropped;

    Kind(boolean dropped) {
      this.dropped = dropped;
    }

    /** Whether the name of an application or of its namespace is what is wrong. */
    public boolean isOfName() {
      return this == BAD_APPLICATION || this == BAD_NAMESPACE;
    }

    /** Whether the registration is not translated at all because of it. */
    public boolean dropped() {
      return dropped;
    }
  }

  /** The beginning, which does not end in the middle of a character. */
  private static String cut(String detail) {
    if (detail.length() <= MAX_DETAIL) {
      return detail;
    }
    boolean inTheMiddle = Character.isHighSurrogate(detail.charAt(MAX_DETAIL - 1));
    return detail.substring(0, inTheMiddle ? MAX_DETAIL - 1 : MAX_DETAIL);
  }
}
