package io.landbridge.plugin;

import static io.landbridge.plugin.OneMember.SOON;
import static io.landbridge.plugin.OneMember.provider;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.dubbo.Registration;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NameRules;
import io.landbridge.raft.MemoryLog;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.service.answer.ApplicationStatus.State;
import io.landbridge.service.answer.PageRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that cannot stand where they would have to: nobody else suffers from them. */
@Timeout(60)
class RefusedNamesIT {

  private static final ApplicationKey GOOD = ApplicationKey.of("public", "good-app");

  @TempDir Path directory;

  private final MemoryLog log = new MemoryLog(1);
  private final MemoryConfigCentre config = new MemoryConfigCentre();

  /** Registrations are taken there, and configurations are not. */
  @ParameterizedTest
  @ValueSource(strings = {"a b", "ns/1", "ns#1", "../x", "..", "."})
  void anApplicationInANamespaceWithoutConfigurationsIsALossAndNeverPublished(String namespace)
      throws Exception {
    ApplicationKey bad = ApplicationKey.of(namespace, "ns-app");
    try (OneMember member = start(NameRules.NACOS_2)) {
      member.host().connect("c1", List.of(of("good-app", "192.0.2.44", "a.Both")));
      member
          .host()
          .connect(
              "c2",
              List.of(
                  provider(namespace, "192.0.2.45", "a.Both", Map.of("application", "ns-app"))));
      member.switchOn(GOOD);
      SOON.asserts(
          () -> assertThat(config.contents()).containsEntry("public/mapping/a.Both", "good-app"));

      assertThatThrownBy(() -> member.plugin().administration().switchTranslation(bad, true, true))
          .isInstanceOf(AdministrationException.class)
          .hasMessageContaining("cannot be translated on this server")
          .hasMessageContaining("use a namespace");
      assertThat(member.plugin().administration().losses(PageRequest.FIRST).items())
          .extracting(each -> each.kind() + " " + each.address() + " " + each.application())
          .containsExactly("BAD_NAMESPACE 192.0.2.45:20880 ns-app");
      assertThat(config.contents().toString()).doesNotContain("ns-app");
      assertThat(member.shown(bad)).isEmpty();
    }
  }

  /** Where a server of a newer line takes the place of one of 2.2, for example. */
  @Test
  void anApplicationThatWasSwitchedOnWhereItsNameCouldStandIsNotCalledTranslated()
      throws Exception {
    ApplicationKey bad = ApplicationKey.of("public", "订单");
    try (OneMember member = start(NameRules.NACOS_2)) {
      member.host().connect("c1", List.of(of("订单", "192.0.2.45", "a.One")));
      member.switchOn(bad);
      SOON.asserts(() -> assertThat(member.status(bad).state()).isEqualTo(State.TRANSLATED));
    }
    try (OneMember member = start(NameRules.NACOS_3)) {
      member.host().connect("c1", List.of(of("订单", "192.0.2.45", "a.One")));

      SOON.asserts(() -> assertThat(member.status(bad).state()).isEqualTo(State.SWITCHING_ON));
      assertThat(member.status(bad).problems())
          .anyMatch(each -> each.contains("cannot be translated on this server"));
      assertThatThrownBy(() -> member.plugin().administration().switchTranslation(bad, true, false))
          .isInstanceOfSatisfying(
              AdministrationException.class,
              it -> assertThat(it.kind()).isEqualTo(AdministrationException.Kind.CONFLICT));

      member.plugin().administration().switchTranslation(bad, false, false);
      SOON.asserts(() -> assertThat(config.contents()).isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        ".",
        "consumers:demo.Api::",
        "providers:a.Both::",
        "routers:x",
        "orders v2",
        "订单中心",
        "orders#1",
        "o'rders",
        "50%",
        "a?b",
        "a;b",
        "a\\b"
      })
  void aNameThatCannotBeServiceOrIdIsALossAndNeverPublished(String name) throws Exception {
    ApplicationKey bad = ApplicationKey.of("public", name);
    try (OneMember member = start(NameRules.NACOS_3)) {
      member.host().connect("c1", List.of(of("good-app", "192.0.2.44", "a.Both")));
      member.host().connect("c2", List.of(of(name, "192.0.2.45", "a.Both")));
      member.switchOn(GOOD);
      SOON.asserts(
          () -> assertThat(config.contents()).containsEntry("public/mapping/a.Both", "good-app"));

      assertThatThrownBy(() -> member.plugin().administration().switchTranslation(bad, true, true))
          .isInstanceOf(AdministrationException.class)
          .hasMessageContaining("cannot be translated on this server")
          .hasMessageContaining("dubbo.application.name");
      assertThat(member.plugin().administration().losses(PageRequest.FIRST).items())
          .extracting(each -> each.kind() + " " + each.address())
          .containsExactly("BAD_APPLICATION 192.0.2.45:20880");
      assertThat(config.contents().keySet()).noneMatch(each -> each.endsWith("/" + name));
      assertThat(config.contents().values()).noneMatch(each -> each.contains("," + name));
      assertThat(member.shown(bad)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"team/orders,team-orders", "orders$x,orders___x", "订单,订单"})
  void aDocumentIsWhereConsumersLookForIt(String name, String id) throws Exception {
    ApplicationKey application = ApplicationKey.of("public", name);
    try (OneMember member = start(NameRules.NACOS_2)) {
      member.host().connect("c1", List.of(of(name, "192.0.2.44", "a.Ids")));
      member.switchOn(application);
      SOON.asserts(
          () -> assertThat(member.status(application).state()).isEqualTo(State.TRANSLATED));

      ApplicationStatus status = member.status(application);
      assertThat(status.problems()).isEmpty();
      assertThat(config.contents().keySet())
          .isEqualTo(
              Set.of("public/mapping/a.Ids", "public/" + status.revisions().get(0) + "/" + id));
      assertThat(member.shown(application)).containsExactly("192.0.2.44");

      member.plugin().administration().switchTranslation(application, false, false);
      SOON.asserts(() -> assertThat(config.contents()).isEmpty());
    }
  }

  @Test
  void aMappingWithBlanksIsWrittenAnewWithout() throws Exception {
    Map<String, String> found =
        Map.of("a.One", "good-app ", "a.Two", "gone-app, good-app", "a.Three", "good-app\n");
    found.forEach((service, content) -> config.put("public", "mapping", service, content));
    try (OneMember member = start(NameRules.NACOS_3)) {
      member
          .host()
          .connect(
              "c1",
              found.keySet().stream()
                  .map(service -> of("good-app", "192.0.2.50", service))
                  .collect(Collectors.toList()));
      member.switchOn(GOOD);

      SOON.asserts(
          () ->
              assertThat(config.contents())
                  .containsEntry("public/mapping/a.One", "good-app")
                  .containsEntry("public/mapping/a.Two", "gone-app,good-app")
                  .containsEntry("public/mapping/a.Three", "good-app"));

      config.put("public", "mapping", "a.One", "other, good-app\n");
      SOON.asserts(
          () ->
              assertThat(config.contents())
                  .containsEntry("public/mapping/a.One", "other,good-app"));
    }
  }

  private OneMember start(NameRules names) throws Exception {
    return OneMember.start(directory.resolve("member"), log, config, Duration.ofSeconds(1), names);
  }

  private static Registration of(String application, String ip, String service) {
    return provider("public", ip, service, Map.of("application", application));
  }
}
