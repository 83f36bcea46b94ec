package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.compat.cluster.NacosApi;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.ServerSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With authentication on, a server refuses callers without a token and takes those with one. */
class AuthOnE2E {

  @ParameterizedTest
  @EnumSource(
      value = NacosVersion.class,
      names = {"V2_2_4", "V3_1_0"})
  void refusesWithoutTokenAndAnswersWithOne(NacosVersion version) throws Exception {
    try (NacosEnsemble ensemble = NacosEnsemble.start(ServerSpec.of(version).withAuth())) {
      NacosApi stranger = ensemble.member(0).api();
      NacosApi admin = ensemble.api(0);

      for (String path : readPaths(version)) {
        assertThat(stranger.get(path, paging()).status())
            .as("without token: " + path)
            .isIn(401, 403);
        assertThat(admin.get(path, paging()).status()).as("with token: " + path).isEqualTo(200);
      }
      assertThat(stranger.withToken("not.a.token").get(readPaths(version)[0], paging()).status())
          .isIn(401, 403);
      assertThat(Files.getPosixFilePermissions(conf(ensemble))).hasSize(2);
      assertThat(ensemble.admin().toString())
          .doesNotContain(ensemble.admin().password() + "x")
          .endsWith(":***");
    }
  }

  private static Path conf(NacosEnsemble ensemble) {
    return ensemble.member(0).home().resolve("conf/application.properties");
  }

  private static Map<String, String> paging() {
    return Map.of("pageNo", "1", "pageSize", "10");
  }

  private static String[] readPaths(NacosVersion version) {
    return version == NacosVersion.V2_2_4
        ? new String[] {"/v1/ns/service/list", "/v1/ns/catalog/services"}
        : new String[] {
          "/v3/admin/ns/service/list", "/v3/admin/cs/config/list", "/v1/ns/service/list"
        };
  }
}
