package io.landbridge.front;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.front.config.ConfigApi;
import io.landbridge.front.config.ConfigCaller;
import io.landbridge.front.config.ConfigName;
import io.landbridge.front.config.MemoryConfigs;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * Requests of 1.x clients. The first byte of an input is the operation, the first line the query,
 * the second what the client calls itself, the rest the form. Whatever is registered is listed and
 * read again.
 */
public final class V1RequestFuzz implements FuzzTarget {

  private static final List<V1Operation> OPERATIONS =
      List.of(
          V1Operation.REGISTER,
          V1Operation.DEREGISTER,
          V1Operation.UPDATE,
          V1Operation.BEAT,
          V1Operation.DETAIL,
          V1Operation.LIST,
          V1Operation.SERVICES,
          V1Operation.SWITCHES,
          V1Operation.METRICS,
          V1Operation.CONFIG_GET,
          V1Operation.CONFIG_PUBLISH,
          V1Operation.CONFIG_REMOVE,
          V1Operation.CONFIG_LISTEN);

  @Override
  public void run(byte[] input) throws Exception {
    if (input.length == 0) {
      return;
    }
    V1Operation operation = OPERATIONS.get((input[0] & 0xff) % OPERATIONS.size());
    String[] parts = new String(input, 1, input.length - 1, StandardCharsets.UTF_8).split("\n", 3);
    Caller caller =
        new Caller(ClientAgent.of(parts.length > 1 ? parts[1] : null), parts[0], "192.0.2.9");
    V1Api api =
        new V1Api(new MemoryServer(), (service, clusters, asker, ip, port) -> port % 2 == 0);
    Parameters parameters;
    try {
      parameters = Parameters.of(parts[0], parts.length > 2 ? parts[2] : "");
      if (operation.isConfig()) {
        configs(operation, parameters);
        return;
      }
      api.check(operation, parameters);
      if (operation.responsibleOnly()) {
        V1Api.responsibleFor(operation, parameters);
      }
    } catch (RefusedException e) {
      // 1.4.1 answers some of them with 500, and so does the front.
      Holds.that(e.status() >= 400 && e.status() <= 500, "a refusal has a status");
      return;
    }
    int status = api.answer(operation, parameters, caller).status();
    Holds.that(status == 200 || status >= 400 && status <= 500, "an answer has a status");
    if (status == 200 && operation == V1Operation.REGISTER) {
      V1Answer detail = api.answer(V1Operation.DETAIL, parameters, caller);
      V1Answer list = api.answer(V1Operation.LIST, parameters, caller);
      for (V1Answer each : List.of(detail, list)) {
        if (each.status() == 200) {
          json(each);
        }
      }
    }
  }

  /** Whatever is listened to and not there is told, in a form that can be read again. */
  private static void configs(V1Operation operation, Parameters parameters) throws Exception {
    ConfigApi api = new ConfigApi(new MemoryConfigs(), Duration.ofMinutes(1));
    ConfigCaller caller = new ConfigCaller("192.0.2.9", "", "", "");
    if (operation == V1Operation.CONFIG_LISTEN) {
      List<ConfigName> changed = api.changed(ConfigApi.listened(parameters), caller);
      ConfigApi.toldAtOnce(changed);
      String told = new String(ConfigApi.told(changed).body(), StandardCharsets.UTF_8).strip();
      if (!told.isEmpty()) {
        String[] lines = URLDecoder.decode(told, StandardCharsets.UTF_8).split("\u0001", -1);
        Holds.that(lines.length == changed.size() + 1, "each change has a line");
      }
      return;
    }
    api.publish(parameters, "", "", caller);
    Holds.that(api.get(parameters, caller).status() == 200, "what is published is there");
    api.remove(parameters, caller);
    Holds.that(api.get(parameters, caller).status() == 404, "what is removed is not");
  }

  private static void json(V1Answer answer) throws Exception {
    JsonReader in = new JsonReader(new String(answer.body(), StandardCharsets.UTF_8));
    in.beginObject();
    for (boolean first = true; in.hasNext(first); first = false) {
      in.name();
      in.skip();
    }
    in.end();
  }
}
