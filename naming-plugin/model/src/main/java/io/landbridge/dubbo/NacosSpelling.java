package io.landbridge.dubbo;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * How the names of nested interfaces are spelled in Nacos. The id of a configuration cannot have
 * the {@code $} of {@code demo.Outer$Inner}, so Dubbo 2.7 and later put three underscores in its
 * place, in such ids and in the names of services alike. Dubbo 2.6 and clients in other languages
 * keep it in the names of services.
 *
 * <p>A name that has three underscores of its own looks the same. So what the metadata of an
 * instance says counts more than what {@link #read} makes of a name, and names from different
 * sources are compared as they are spelled.
 */
public final class NacosSpelling {

  /** What the id of the configuration with the rule of a consumer ends with. */
  public static final String RULE_SUFFIX = ".migration";

  private static final String NESTED = "$";
  private static final String SPELLED = "___";

  private NacosSpelling() {}

  /**
   * Spells a name as Dubbo 2.7 and later do; one that is spelled stays as it is.
   *
   * @param name an interface, or the name of a service or a configuration made of it
   */
  public static String of(String name) {
    return name.replace(NESTED, SPELLED);
  }

  /**
   * The id of the configuration that is named after an application or an interface, as Dubbo 3
   * makes it: beside a {@code $} it cannot have a {@code /} either, and has a hyphen instead.
   *
   * @param name an application, an interface, or one that is spelled already
   */
  public static String id(String name) {
    return of(name).replace('/', '-');
  }

  /** The id of the configuration with the rule of a consumer, as Dubbo 3 makes it. */
  public static String ruleId(String consumer) {
    return id(consumer) + RULE_SUFFIX;
  }

  /**
   * What a name most likely stands for: underscores are seldom, and nested interfaces are not.
   *
   * @param spelled an interface as it is in Nacos; who left a {@code $} in it has not replaced any
   */
  public static String read(String spelled) {
    return spelled.contains(NESTED) ? spelled : spelled.replace(SPELLED, NESTED);
  }

  /**
   * The address a client is connected from. Servers name a connection by its time, the address and
   * the port of the other side: {@code 1795176524665_10.0.0.7_51324}. A client of 1.x has no
   * connection; its name begins with what it says its address is, which may look like one.
   *
   * @param client what the registry knows it by
   * @return empty if that is no connection
   */
  static String hostOf(String client) {
    int from = client.indexOf('_');
    int to = client.lastIndexOf('_');
    return from < to && isNumber(client, 0, from) && isNumber(client, to + 1, client.length())
        ? client.substring(from + 1, to)
        : "";
  }

  private static boolean isNumber(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return from < to;
  }

  /** The interfaces that a name can stand for: as it is, and as it is read. */
  public static SortedSet<String> readings(String spelled) {
    return new TreeSet<>(List.of(spelled, read(spelled)));
  }
}
