package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.load.fleet.ApplicationProvider;
import java.util.Map;
import java.util.TreeMap;

/** What an operator switches, and what a provider writes to the configuration centre, over HTTP. */
record Switches(NacosApi api, String namespace) {

  /** Switches an application on, as soon as the server knows it. */
  void on(String application) {
    await()
        .alias(application + " is known and can be switched on")
        .atMost(Steps.SOON)
        .until(() -> translation(application, true).status() == 200);
  }

  /** Switches an application off. */
  void off(String application) {
    NacosApi.Answer answer = translation(application, false);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  private NacosApi.Answer translation(String application, boolean enabled) {
    return api.put(
        "/landbridge/v1/translation",
        Map.of(
            "application",
            application,
            "namespace",
            namespace,
            "enabled",
            String.valueOf(enabled)));
  }

  /** Takes a provider's document away, which the provider itself never does. */
  void takeBack(ApplicationProvider provider) {
    boolean isLine3 = api.version().line() == 3;
    NacosApi.Answer answer =
        api.delete(isLine3 ? "/v3/admin/cs/config" : "/v1/cs/configs", named(provider));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  private Map<String, String> named(ApplicationProvider provider) {
    boolean isLine3 = api.version().line() == 3;
    return Map.of(
        "dataId",
        provider.application(),
        isLine3 ? "groupName" : "group",
        provider.revision(),
        isLine3 ? "namespaceId" : "tenant",
        // Up to 2.x the default namespace of configuration has an empty id.
        !isLine3 && namespace.equals("public") ? "" : namespace);
  }

  /** Puts a provider's document where the provider itself would. */
  void publish(ApplicationProvider provider) {
    boolean isLine3 = api.version().line() == 3;
    Map<String, String> form = new TreeMap<>(named(provider));
    form.put("content", provider.document());
    NacosApi.Answer answer = api.post(isLine3 ? "/v3/admin/cs/config" : "/v1/cs/configs", form);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }
}
