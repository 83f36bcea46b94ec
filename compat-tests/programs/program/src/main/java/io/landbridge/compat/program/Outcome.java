package io.landbridge.compat.program;

import java.util.LinkedHashMap;
import java.util.Map;

/** What became of one call. */
sealed interface Outcome {

  Call<?> call();

  Map<String, Object> json();

  /** For people. */
  String line();

  /** Answered, with the right answer. */
  record Answered(Call<?> call, String answer, Identity by, long millis) implements Outcome {
    @Override
    public Map<String, Object> json() {
      Map<String, Object> json = head(call, "answered");
      json.put("answer", answer);
      json.put("application", by.application());
      json.put("run", by.run());
      json.put("pid", by.pid());
      json.put("dubbo", by.dubbo());
      json.put("millis", millis);
      return json;
    }

    @Override
    public String line() {
      return String.format(
          "answered     %s -> %s   [application %s, run %s, process %d, Dubbo %s, %d ms]",
          name(call), answer, by.application(), by.run(), by.pid(), by.dubbo(), millis);
    }
  }

  /** The registry lists no provider for the service. */
  record NoProvider(Call<?> call, String message) implements Outcome {
    @Override
    public Map<String, Object> json() {
      Map<String, Object> json = head(call, "no-provider");
      json.put("message", message);
      return json;
    }

    @Override
    public String line() {
      return "no provider  " + name(call);
    }
  }

  /** The registry lists providers, and no connection to any of them stands. */
  record Unreachable(Call<?> call, String message) implements Outcome {
    @Override
    public Map<String, Object> json() {
      Map<String, Object> json = head(call, "unreachable");
      json.put("message", message);
      return json;
    }

    @Override
    public String line() {
      return "unreachable  " + name(call) + ": " + message;
    }
  }

  /** Anything else. */
  record Failed(Call<?> call, String error, String message) implements Outcome {
    @Override
    public Map<String, Object> json() {
      Map<String, Object> json = head(call, "failed");
      json.put("error", error);
      json.put("message", message);
      return json;
    }

    @Override
    public String line() {
      return "failed       " + name(call) + ": " + error + ": " + message;
    }
  }

  private static Map<String, Object> head(Call<?> call, String kind) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("interface", call.interfaceName());
    json.put("method", call.method());
    json.put("kind", kind);
    return json;
  }

  private static String name(Call<?> call) {
    return call.interfaceName() + "." + call.method();
  }
}
