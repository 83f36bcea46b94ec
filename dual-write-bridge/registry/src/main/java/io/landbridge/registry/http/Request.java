package io.landbridge.registry.http;

import io.landbridge.registry.ServerAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.message.BasicNameValuePair;
import org.apache.hc.core5.net.WWWFormCodec;

/**
 * A request to whichever server.
 *
 * @param pathAndQuery below the context path, encoded
 * @param type of the body
 * @param body empty for none
 */
record Request(String method, String pathAndQuery, String type, String body) {

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String TEXT = "text/plain;charset=UTF-8";

  /**
   * A request without a body.
   *
   * @param path below the context path, with a leading slash
   * @param parameters query parameters, not yet encoded
   */
  static Request of(String method, String path, Map<String, String> parameters) {
    return new Request(
        method, parameters.isEmpty() ? path : path + "?" + encode(parameters), "", "");
  }

  /**
   * A request with its parameters in a form.
   *
   * @param path below the context path, with a leading slash
   * @param form not yet encoded
   */
  static Request ofForm(String method, String path, Map<String, String> form) {
    return new Request(method, path, FORM, encode(form));
  }

  /** The same with a text as its body. */
  Request with(String text) {
    return new Request(method, pathAndQuery, TEXT, text);
  }

  /**
   * The request to a server.
   *
   * @param token empty for none
   * @param agent what the client calls itself
   */
  Exchange.Question question(ServerAddress server, String token, String agent) {
    return new Exchange.Question(method, server, pathAndQuery, token, agent, type, body);
  }

  /** With another encoder than the JDK's, which is slow where much is to be encoded, as in JSON. */
  private static String encode(Map<String, String> parameters) {
    List<NameValuePair> all = new ArrayList<>(parameters.size());
    parameters.forEach((name, value) -> all.add(new BasicNameValuePair(name, value)));
    return WWWFormCodec.format(all, StandardCharsets.UTF_8);
  }
}
