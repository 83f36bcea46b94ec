package io.landbridge.compat.translation;

import java.util.Arrays;

/** The services that every provider offers. */
enum Service {
  /** Group and version: one name in the registry, whoever writes it. */
  GREET("GreetService", true),
  /** A version only. */
  ORDER("OrderService", false),
  /** Neither. */
  PLAIN("PlainService", false);

  private final String simpleName;
  private final boolean oneName;

  Service(String simpleName, boolean oneName) {
    this.simpleName = simpleName;
    this.oneName = oneName;
  }

  /** The interface's name without its package. */
  String simpleName() {
    return simpleName;
  }

  /** Whether Dubbo 2.6, which leaves out what is empty, names it like all others. */
  boolean oneName() {
    return oneName;
  }

  /** The service of an interface, whatever package it is in. */
  static Service of(String interfaceName) {
    return Arrays.stream(values())
        .filter(service -> interfaceName.endsWith("." + service.simpleName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("No such service: " + interfaceName));
  }
}
