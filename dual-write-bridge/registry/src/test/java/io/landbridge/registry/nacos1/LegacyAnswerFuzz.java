package io.landbridge.registry.nacos1;

import com.fasterxml.jackson.databind.JsonNode;
import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.compat.fuzz.UsualLength;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.http.Answer;
import io.landbridge.registry.http.ConfigurationJson;
import io.landbridge.registry.http.InstanceJson;
import io.landbridge.registry.http.Paging;
import io.landbridge.registry.http.SubscriberJson;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** Answers of a legacy cluster, each read as an answer to every question there is. */
@UsualLength(512)
public final class LegacyAnswerFuzz implements FuzzTarget {

  private interface Reading {
    void read(Answer answer) throws RegistryException;
  }

  private static final ServerAddress SERVER = ServerAddress.parse("192.0.2.1:8848");

  /** Those that look at an answer before they ask for its JSON. */
  private static final List<Reading> OF_TEXT =
      List.of(
          answer -> DatumReader.add(new HashMap<>(), answer),
          answer -> Nacos1Reader.single(answer, true),
          answer -> Nacos1Reader.responsible(answer));

  /** The others, which refuse what is no JSON all alike. */
  private static final List<Reading> OF_JSON =
      List.of(
          answer -> ConsoleCatalog.page(answer, "list", Nacos1Reader::instance),
          answer -> ConsoleCatalog.page(answer, "serviceList", (at, each) -> Optional.of(each)),
          answer -> Nacos1Reader.members(answer),
          answer -> InstanceJson.read(answer, answer.requireJson().path("hosts")),
          answer -> ConfigurationJson.dataIds(answer, answer.requireJson()),
          answer -> SubscriberJson.read(number -> page(answer), each -> true, "app"),
          answer -> SubscriberJson.members(answer, answer));

  private static Paging.Page<JsonNode> page(Answer answer) throws RegistryException {
    JsonNode json = answer.requireJson();
    return new Paging.Page<>(answer.url(), 1, List.of(json));
  }

  @Override
  public void run(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    int status = input.length % 5 == 0 ? 500 : 200;
    Answer answer = new Answer(SERVER, "http://192.0.2.1:8848/", status, text, 0, false);
    ConsoleCatalog.isGone(answer);
    OF_TEXT.forEach(each -> read(each, answer));
    if (answer.ok() && answer.json().isPresent()) {
      OF_JSON.forEach(each -> read(each, answer));
    }
  }

  private static void read(Reading reading, Answer answer) {
    try {
      reading.read(answer);
    } catch (RegistryException e) {
      String message = String.valueOf(e.getMessage());
      Holds.that(message.length() < 2_000, "the message is short");
      Holds.that(message.lines().count() <= 1, "the message is one line");
    }
  }
}
