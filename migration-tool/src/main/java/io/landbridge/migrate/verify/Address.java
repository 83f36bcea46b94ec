package io.landbridge.migrate.verify;

import io.landbridge.dubbo.InterfaceAddress;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.migrate.verify.Comparison.Finding;
import io.landbridge.migrate.verify.Comparison.ParameterFinding;
import io.landbridge.model.ApplicationInstance;
import java.util.Comparator;
import java.util.TreeMap;

/**
 * What both models are compared by.
 *
 * @param service {@code [group/]interface[:version]}
 * @param protocol the protocol
 * @param ip the address
 * @param port the port
 */
record Address(String service, String protocol, String ip, int port)
    implements Comparable<Address> {

  private static final Comparator<Address> ORDER =
      Comparator.comparing(Address::service)
          .thenComparing(Address::protocol)
          .thenComparing(Address::ip)
          .thenComparingInt(Address::port);

  static Address of(ServiceEntry entry, String ip, int port) {
    return new Address(entry.serviceKey(), entry.protocol(), ip, port);
  }

  static Address of(ApplicationInstance instance, InterfaceAddress shown) {
    var says = shown.metadata();
    ServiceEntry entry =
        new ServiceEntry(
            says.getOrDefault(MetadataKeys.INTERFACE, ""),
            says.getOrDefault(MetadataKeys.GROUP, ""),
            says.getOrDefault(MetadataKeys.VERSION, ""),
            says.getOrDefault(MetadataKeys.PROTOCOL, ""),
            shown.port(),
            says.getOrDefault(MetadataKeys.PATH, ""),
            new TreeMap<>());
    return of(entry, instance.ip(), shown.port());
  }

  Finding finding(String reason) {
    return new Finding(service, protocol, ip + ":" + port, reason);
  }

  ParameterFinding parameter(String name, String interfaceLevel, String applicationLevel) {
    return new ParameterFinding(
        service, protocol, ip + ":" + port, name, interfaceLevel, applicationLevel);
  }

  @Override
  public int compareTo(Address other) {
    return ORDER.compare(this, other);
  }
}
