package io.landbridge.compat.program;

import demo.GreetService;
import demo.OrderService;
import demo.PlainService;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The three services under the names of one package. Interfaces of another package than {@code
 * demo} extend those of the same name there, so that several applications can offer the same
 * services without being taken for each other.
 *
 * @param greet with group and version
 * @param order with a version only
 * @param plain with neither
 */
record Contract(
    ServiceName<GreetService> greet,
    ServiceName<OrderService> order,
    ServiceName<PlainService> plain) {

  /** Where the services are unless a setting or a command says otherwise. */
  static final String USUAL = "demo";

  /**
   * The services of a package.
   *
   * @param packageName the package; or a type with a dollar after it, for what is nested in that
   * @throws IllegalArgumentException if one of the interfaces is not on the class path
   */
  static Contract of(String packageName) {
    return new Contract(
        new ServiceName<>(type(packageName, GreetService.class), "grpA", "1.0.0"),
        new ServiceName<>(type(packageName, OrderService.class), "", "2.0.0"),
        new ServiceName<>(type(packageName, PlainService.class), "", ""));
  }

  /** As a consumer asks for them that does not care for versions. */
  Contract ofAnyVersion() {
    return new Contract(ofAnyVersion(greet), ofAnyVersion(order), ofAnyVersion(plain));
  }

  /**
   * Has Dubbo call providers at their addresses: every line of it takes them from a property that
   * is named like the interface.
   *
   * @param addresses host:port, separated by commas
   */
  void callDirectly(String addresses) {
    String urls =
        Arrays.stream(addresses.split(","))
            .map(each -> "dubbo://" + each)
            .collect(Collectors.joining(";"));
    for (ServiceName<?> each : List.of(greet, order, plain)) {
      System.setProperty(each.type().getName(), urls);
    }
  }

  private static <T> ServiceName<T> ofAnyVersion(ServiceName<T> service) {
    return new ServiceName<>(service.type(), service.group(), "*");
  }

  private static <T> Class<? extends T> type(String packageName, Class<T> usual) {
    String name = packageName + (packageName.endsWith("$") ? "" : ".") + usual.getSimpleName();
    try {
      return Class.forName(name).asSubclass(usual);
    } catch (ClassNotFoundException | ClassCastException e) {
      throw new IllegalArgumentException(
          "There is no interface " + name + " that extends " + usual.getName(), e);
    }
  }
}
