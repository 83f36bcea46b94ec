package io.landbridge.registry.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.http.FakeServer;
import io.landbridge.registry.plugin.PluginApplication.TranslationState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class PluginClientIT {

  private static final ApplicationKey APPLICATION =
      new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("prov a"));

  @Test
  void readsTheStatusOfAPluginThatIsOff() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/nacos/landbridge/v1/status",
                200,
                "{\"code\":0,\"message\":\"success\",\"data\":{\"state\":\"DISABLED\",\"reason\":"
                    + "\"no such class\",\"catalog\":null,\"untranslatable\":[]}}")) {
      PluginStatus status = new PluginClient(FakeServer.client(server)).status(server.address());

      assertThat(status.isActive()).isFalse();
      assertThat(status.reason()).isEqualTo("no such class");
      assertThat(status.catalog()).isNull();
    }
  }

  @Test
  void aServerWithoutThePlugin() throws Exception {
    try (FakeServer server = new FakeServer().on("/", 404, "{\"status\":404,\"error\":\"x\"}")) {
      PluginClient plugin = new PluginClient(FakeServer.client(server));

      assertThat(
              catchThrowableOfType(RegistryException.class, () -> plugin.status(server.address()))
                  .kind())
          .isEqualTo(Kind.PLUGIN_MISSING);
      assertThat(
              catchThrowableOfType(RegistryException.class, () -> plugin.application(APPLICATION))
                  .kind())
          .isEqualTo(Kind.PLUGIN_MISSING);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "404, NOT_FOUND",
    "409, CONFLICT",
    "400, REFUSED",
    "403, UNAUTHORISED",
    "503, UNAVAILABLE",
    "500, UNEXPECTED_ANSWER"
  })
  void tellsRefusalsApart(int status, Kind kind) throws Exception {
    String body =
        "{\"code\":%d,\"message\":\"application 'prov a' …\",\"data\":null}".formatted(status);
    try (FakeServer server = new FakeServer().on("/", status, body)) {
      PluginClient plugin = new PluginClient(FakeServer.client(server));

      RegistryException failure =
          catchThrowableOfType(
              RegistryException.class, () -> plugin.switchTranslation(APPLICATION, true));

      assertThat(failure.kind()).isEqualTo(kind);
      assertThat(failure.what()).contains("application 'prov a' …");
    }
  }

  @Test
  void switchesWithAnEncodedName() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/nacos/landbridge/v1/translation",
                200,
                "{\"code\":0,\"message\":\"success\",\"data\":{\"namespace\":\"public\","
                    + "\"application\":\"prov a\",\"state\":\"SWITCHING_ON\",\"instances\":2,"
                    + "\"interfaces\":[\"a\"],\"revisions\":[\"r\"],\"problems\":[\"p\"],"
                    + "\"since\":7}}")) {
      assertThat(new PluginClient(FakeServer.client(server)).switchTranslation(APPLICATION, true))
          .isEqualTo(
              new PluginApplication(
                  APPLICATION,
                  TranslationState.SWITCHING_ON,
                  2,
                  List.of("a"),
                  List.of("r"),
                  List.of("p"),
                  7));
      assertThat(server.requests().get(0))
          .startsWith("PUT /nacos/landbridge/v1/translation?")
          .contains("application=prov+a")
          .contains("enabled=true");
    }
  }

  @Test
  void aStateOfALaterVersionIsNotGuessed() throws Exception {
    try (FakeServer server =
        new FakeServer()
            .on(
                "/",
                200,
                "{\"code\":0,\"message\":\"\",\"data\":{\"application\":\"a\",\"state\":\"NEW\"}}")) {
      assertThat(
              catchThrowableOfType(
                      RegistryException.class,
                      () -> new PluginClient(FakeServer.client(server)).application(APPLICATION))
                  .kind())
          .isEqualTo(Kind.UNEXPECTED_ANSWER);
    }
  }
}
