package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.Loss;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Something about a registration that the other level cannot say.
 *
 * @param kind what is lost
 * @param dropped whether the registration is not translated at all because of it
 * @param namespace the namespace of the registration
 * @param group its Nacos group
 * @param service its Nacos service
 * @param address its {@code ip:port}
 * @param detail what was found
 * @param severity how bad it is
 * @param advice what to do
 */
public record LossInventory(
    String kind,
    boolean dropped,
    String namespace,
    String group,
    String service,
    String address,
    String detail,
    Severity severity,
    String advice) {

  private static final String WHOLE = "the whole namespace: ";

  /**
   * One of everything in a namespace.
   *
   * @param namespace its id as it may be shown
   * @param why nothing of it was read
   */
  static LossInventory ofNamespace(String namespace, String why) {
    return told(Loss.Kind.UNREADABLE.name(), namespace, "", "", "", WHOLE + why);
  }

  /** Where it is, for people. */
  public String where() {
    return detail.startsWith(WHOLE)
        ? "namespace " + namespace
        : "service '%s' of group '%s' in namespace %s%s"
            .formatted(service, group, namespace, address.isEmpty() ? "" : " at " + address);
  }

  static LossInventory of(Loss loss) {
    return told(
        loss.kind().name(),
        loss.namespace(),
        loss.service().group(),
        loss.service().name(),
        loss.address(),
        loss.detail());
  }

  /**
   * One that a member tells, which may be newer and know more kinds.
   *
   * @param kind as the member calls it
   */
  public static LossInventory told(
      String kind, String namespace, String group, String service, String address, String detail) {
    Optional<Loss.Kind> known =
        Stream.of(Loss.Kind.values()).filter(each -> each.name().equals(kind)).findAny();
    LossAdvice advice = known.map(LossAdvice::of).orElse(LossAdvice.UNKNOWN);
    return new LossInventory(
        kind,
        known.map(Loss.Kind::dropped).orElse(true),
        namespace,
        group,
        service,
        address,
        detail,
        advice.severity(),
        advice.advice());
  }

  /** Whether a process is not shown at all because its document is too large for the catalog. */
  public boolean isOfWholeProcess() {
    return kind.equals(Loss.Kind.TOO_LARGE.name())
        && InterfaceServiceName.parse(service).filter(InterfaceServiceName::isProviders).isEmpty();
  }

  /** Whether the name of an application or of its namespace is what is wrong, everywhere. */
  public boolean isOfName() {
    return Stream.of(Loss.Kind.values())
        .anyMatch(each -> each.isOfName() && each.name().equals(kind));
  }

  /**
   * Whether a member tells it of a namespace that nobody can ask for: no request of this command
   * reads anything there.
   */
  public boolean isOfUnusableNamespace() {
    return kind.equals(Loss.Kind.UNREADABLE.name());
  }

  /** What it is, where, and what to do about it, in one line. */
  public String problem() {
    return "%s at %s: %s".formatted(kind, address, detail);
  }

  /** What it is told apart by, whoever tells it. */
  List<String> key() {
    return List.of(kind, namespace, group, service, address);
  }
}
