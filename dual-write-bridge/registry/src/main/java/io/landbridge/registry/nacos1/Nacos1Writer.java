package io.landbridge.registry.nacos1;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.Attempt;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.legacy.BeatAnswer;
import io.landbridge.registry.legacy.ExportMark;
import io.landbridge.registry.legacy.LegacyRegistration;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a client does, request by request as a 1.x client sends it. */
final class Nacos1Writer {

  private static final JsonFactory JSON = new JsonFactory();
  private static final String INSTANCE = "/v1/ns/instance";
  private static final int UNKNOWN_INSTANCE = 20404;

  private final ServerClient client;

  /** Found out from the first server that does not understand a short beat. */
  private volatile boolean longBeats;

  Nacos1Writer(ServerClient client) {
    this.client = client;
  }

  void register(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    requireDone(client.post(INSTANCE, registration(service, instance)));
  }

  boolean update(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    Answer answer = client.put(INSTANCE, state(service, instance));
    // With 400 or, as 1.4.1, with 500.
    if (!answer.ok()
        && (answer.text().contains("instance not exist")
            || answer.text().contains("service not found"))) {
      return false;
    }
    requireDone(answer);
    return true;
  }

  void deregister(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    requireDone(client.delete(INSTANCE, address(service, instance)));
  }

  BeatAnswer beat(ServiceKey service, RegisteredInstance instance) throws RegistryException {
    Map<String, String> parameters = address(service, instance);
    if (!longBeats) {
      Answer answer = client.put(INSTANCE + "/beat", parameters);
      if (!wantsLongBeat(answer)) {
        return read(answer);
      }
      longBeats = true;
    }
    parameters.put("beat", longBeat(service, instance));
    return read(client.put(INSTANCE + "/beat", parameters));
  }

  /** What one namespace forbids concerns no other: it is refused like anything else of there. */
  private static void requirePermitted(Answer answer) throws RegistryException {
    if (answer.isForbidden()) {
      throw new RegistryException(
          RegistryException.Kind.REFUSED,
          "the user has no write access",
          answer.url(),
          "grant the bridge's user write access to the namespace");
    }
  }

  List<Attempt<Boolean>> registerAll(List<LegacyRegistration> all) {
    return client
        .postAll(
            INSTANCE,
            all.stream().map(each -> registration(each.service(), each.instance())).toList())
        .stream()
        .map(
            each ->
                Attempt.of(
                    () -> {
                      requireDone(each.get());
                      return true;
                    }))
        .toList();
  }

  List<Attempt<BeatAnswer>> beatAll(List<LegacyRegistration> all) {
    if (longBeats) {
      return all.stream().map(this::attempt).toList();
    }
    List<Attempt<Answer>> answers =
        client.putAll(
            INSTANCE + "/beat",
            all.stream().map(each -> address(each.service(), each.instance())).toList());
    List<Attempt<BeatAnswer>> beats = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      Attempt<Answer> answer = answers.get(i);
      beats.add(
          answer.value().filter(Nacos1Writer::wantsLongBeat).isPresent()
              ? attempt(all.get(i))
              : Attempt.of(() -> read(answer.get())));
    }
    return beats;
  }

  private Attempt<BeatAnswer> attempt(LegacyRegistration each) {
    return Attempt.of(() -> beat(each.service(), each.instance()));
  }

  private static boolean wantsLongBeat(Answer answer) {
    return !answer.ok() && answer.text().contains("'beat' is required");
  }

  private static BeatAnswer read(Answer answer) throws RegistryException {
    requirePermitted(answer);
    JsonNode json = answer.requireJson();
    long interval = json.path("clientBeatInterval").asLong();
    if (interval <= 0) {
      throw answer.unexpected("the interval of beats is missing");
    }
    return new BeatAnswer(
        json.path("code").asInt() != UNKNOWN_INSTANCE, Duration.ofMillis(interval));
  }

  private static String longBeat(ServiceKey service, RegisteredInstance instance) {
    return json(
        json -> {
          json.writeStringField("serviceName", ConsoleCatalog.groupedName(service));
          json.writeStringField("cluster", instance.cluster());
          json.writeStringField("ip", instance.ip());
          json.writeNumberField("port", instance.port());
          json.writeNumberField("weight", instance.weight());
          json.writeBooleanField("ephemeral", instance.ephemeral());
          json.writeObjectFieldStart("metadata");
          write(json, instance.metadata());
          json.writeEndObject();
          json.writeBooleanField("scheduled", false);
          String interval = instance.metadata().get(ExportMark.BEAT_INTERVAL);
          if (interval != null) {
            json.writeStringField("period", interval);
          }
        });
  }

  boolean health(ServiceKey service, RegisteredInstance instance, boolean healthy)
      throws RegistryException {
    Map<String, String> parameters = address(service, instance);
    parameters.put("healthy", String.valueOf(healthy));
    Answer answer = client.put("/v1/ns/health/instance", parameters);
    if (!answer.ok()
        && (answer.text().contains("health check is still working")
            || answer.text().contains("resource name invalid"))) {
      return false;
    }
    requireDone(answer);
    return true;
  }

  private static void requireDone(Answer answer) throws RegistryException {
    requirePermitted(answer);
    if (!answer.requireOk().text().trim().equals("ok")) {
      throw answer.unexpected("not 'ok'");
    }
  }

  private static Map<String, String> address(ServiceKey service, RegisteredInstance instance) {
    Map<String, String> parameters = new HashMap<>(ConsoleCatalog.names(service));
    parameters.put("groupName", service.group());
    parameters.put("clusterName", instance.cluster());
    parameters.put("ip", instance.ip());
    parameters.put("port", String.valueOf(instance.port()));
    parameters.put("ephemeral", String.valueOf(instance.ephemeral()));
    return parameters;
  }

  private static Map<String, String> registration(ServiceKey service, RegisteredInstance instance) {
    Map<String, String> parameters = state(service, instance);
    parameters.put("healthy", String.valueOf(instance.healthy()));
    return parameters;
  }

  private static Map<String, String> state(ServiceKey service, RegisteredInstance instance) {
    Map<String, String> parameters = address(service, instance);
    parameters.put("weight", String.valueOf(instance.weight()));
    parameters.put("enable", String.valueOf(instance.enabled()));
    parameters.put("enabled", String.valueOf(instance.enabled()));
    parameters.put("metadata", json(json -> write(json, instance.metadata())));
    return parameters;
  }

  private static void write(JsonGenerator json, Map<String, String> texts) throws IOException {
    for (Map.Entry<String, String> each : texts.entrySet()) {
      json.writeStringField(each.getKey(), each.getValue());
    }
  }

  /** Writes the fields of an object. */
  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  /**
   * Not with the serializers of the server this may run in: what they see of other kinds of maps
   * keeps the compiler from making its own answers of them fast.
   */
  private static String json(Fields fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new IllegalStateException("texts and numbers cannot be written as JSON", e);
    }
    return text.toString();
  }
}
