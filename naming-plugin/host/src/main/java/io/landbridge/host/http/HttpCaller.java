package io.landbridge.host.http;

import io.landbridge.model.IpAddress;
import io.landbridge.view.derived.Caller;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Who asks for instances over HTTP. Which requests these are is the same on both lines. */
public final class HttpCaller {

  /** What clients ask for instances; consoles and administrators have paths of their own. */
  private static final List<String> PATHS =
      List.of("/v1/ns/instance", "/v2/ns/instance", "/v3/client/ns/instance");

  private HttpCaller() {}

  /**
   * Tells who asks.
   *
   * <p>A client of 1.x says which address it has, and subscribes under that; others have the one
   * their request came from. Whoever lies is shown another side, and nothing that is secret.
   *
   * @param uri the path of the request
   * @param parameter gives the value of a parameter; null if there is none
   * @param header gives the value of a header; null if there is none
   * @param remote the address the request came from; null if that is not known
   * @return empty if it is not a request of a client
   */
  public static Optional<Caller> of(
      String uri,
      UnaryOperator<@Nullable String> parameter,
      UnaryOperator<@Nullable String> header,
      @Nullable String remote) {
    if (PATHS.stream().noneMatch(uri::contains)) {
      return Optional.empty();
    }
    String ip =
        address(parameter.apply("clientIP"))
            .or(() -> address(parameter.apply("clientIp")))
            .or(() -> address(first(header.apply("X-Forwarded-For"))))
            .or(() -> address(header.apply("X-Real-IP")))
            .or(() -> address(remote))
            .orElse("");
    @Nullable String app = parameter.apply("app");
    return ip.isEmpty() ? Optional.empty() : Optional.of(new Caller(ip, app == null ? "" : app));
  }

  private static @Nullable String first(@Nullable String list) {
    int comma = list == null ? -1 : list.indexOf(',');
    return list == null || comma < 0 ? list : list.substring(0, comma);
  }

  private static Optional<String> address(@Nullable String text) {
    return Optional.ofNullable(text)
        .map(String::strip)
        .filter(each -> IpAddress.parse(each).isPresent());
  }
}
