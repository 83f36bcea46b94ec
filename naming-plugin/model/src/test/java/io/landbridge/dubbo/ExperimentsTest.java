package io.landbridge.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What somebody wrote by hand into a real server and what real consumers made of it: the consumers
 * by which the tests judge our translation come to the same.
 */
class ExperimentsTest {

  private static final List<ServiceEntry> SERVICES =
      List.of(
          service("demo.PlainService", "", ""),
          service("demo.OrderService", "2.0.0", ""),
          service("demo.GreetService", "1.0.0", "grpA"));

  /** The service that was called with a tag. */
  private static final String TAGGED = "demo.GreetService";

  /** An interface level written by hand, for consumers of Dubbo 2. */
  @TestFactory
  Stream<DynamicTest> downward() {
    return experiments("down", ExperimentsTest::downward);
  }

  /**
   * Instances, documents and mappings written by hand, for consumers that look for applications.
   */
  @TestFactory
  Stream<DynamicTest> upward() {
    return experiments("up", (experiment, consumers, called) -> upward(experiment, called));
  }

  private static void downward(JsonNode experiment, String consumers, JsonNode called) {
    for (ServiceEntry service : SERVICES) {
      Dubbo2Consumer consumer = Dubbo2Consumer.of(service);
      // Dubbo 2.7 looks under the names of 2.6 too.
      List<String> names =
          consumers.startsWith("2.6")
              ? List.of(consumer.legacyName())
              : List.of(consumer.name(), consumer.legacyName());
      boolean found =
          stream(experiment.path("instances"))
              .filter(each -> names.contains(each.path("serviceName").asText()))
              .filter(each -> each.path("enabled").asBoolean(true))
              .anyMatch(each -> consumer.calls(texts(each.path("metadata"))));
      assertThat(found).as(service.name()).isEqualTo(called.path(service.name()).asBoolean());
    }
  }

  private static void upward(JsonNode experiment, JsonNode called) {
    for (ServiceEntry service : SERVICES) {
      if (called.isEmpty()) {
        assertThatThrownBy(() -> isFound(experiment, service))
            .isInstanceOf(NullPointerException.class);
      } else if (!isCaught(experiment)) {
        assertThat(isFound(experiment, service))
            .as(service.name())
            .isEqualTo(called.path(service.name()).asBoolean());
      }
    }
  }

  /** Where a consumer of 3.3 does not start, one of 3.2 does, and its calls fail. */
  private static boolean isCaught(JsonNode experiment) {
    return stream(experiment.path("called")).anyMatch(JsonNode::isEmpty);
  }

  private static boolean isFound(JsonNode experiment, ServiceEntry service) {
    Map<String, String> documents = new TreeMap<>();
    Map<String, String> mappings = new TreeMap<>();
    for (JsonNode each : experiment.path("configs")) {
      if (each.path("group").asText().equals("mapping")) {
        mappings.put(each.path("dataId").asText(), each.path("content").asText());
      } else {
        documents.put(each.path("group").asText(), each.path("content").toString());
      }
    }
    String tag = service.name().equals(TAGGED) ? "gray" : "";
    return stream(experiment.path("instances"))
        .filter(each -> each.path("serviceName").asText().equals(mappings.get(service.name())))
        .filter(each -> each.path("enabled").asBoolean(true))
        .flatMap(
            each ->
                new Dubbo3Consumer(service.name(), service.version(), service.group())
                        .addresses(
                            each.path("ip").asText(),
                            each.path("port").asInt(),
                            texts(each.path("metadata")),
                            documents)
                        .stream())
        .filter(address -> address.port() == 20880)
        .anyMatch(address -> List.of("", tag).contains(address.parameter("dubbo.tag")));
  }

  /** Judges what the consumers of one release made of an experiment. */
  @FunctionalInterface
  private interface Judgement {
    void of(JsonNode experiment, String consumers, JsonNode called);
  }

  private static Stream<DynamicTest> experiments(String direction, Judgement judgement) {
    try (InputStream in =
        ExperimentsTest.class.getResourceAsStream("/experiments/" + direction + ".json")) {
      JsonNode all = new ObjectMapper().readTree(in);
      assertThat(all).hasSizeGreaterThan(20);
      return stream(all)
          .flatMap(
              experiment ->
                  fields(experiment.path("called"))
                      .map(
                          each ->
                              DynamicTest.dynamicTest(
                                  experiment.path("experiment").asText() + ", " + each.getKey(),
                                  () -> judgement.of(experiment, each.getKey(), each.getValue()))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Map.Entry<String, JsonNode>> fields(JsonNode object) {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(object.fields(), Spliterator.ORDERED), false);
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static Map<String, String> texts(JsonNode fields) {
    Map<String, String> texts = new TreeMap<>();
    fields(fields).forEach(each -> texts.put(each.getKey(), each.getValue().asText()));
    return texts;
  }

  private static ServiceEntry service(String name, String version, String group) {
    return new ServiceEntry(name, group, version, "dubbo", -1, name, new TreeMap<>());
  }
}
