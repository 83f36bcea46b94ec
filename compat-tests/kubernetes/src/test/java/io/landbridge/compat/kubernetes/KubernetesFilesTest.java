package io.landbridge.compat.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.CronJob;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.openshift.api.model.monitoring.v1.PodMonitor;
import io.fabric8.openshift.api.model.monitoring.v1.PrometheusRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manifests say nothing that the API does not know, and fit together. */
class KubernetesFilesTest {

  private static final Path SOURCES =
      Path.of(System.getProperty("user.dir")).resolve("../../distribution/src").normalize();

  private static final Path DIRECTORY = SOURCES.resolve("kubernetes");
  private static final String KUSTOMIZATION = "kustomization.yaml";

  private static final Map<String, Class<? extends HasMetadata>> TYPES =
      Map.of(
          "apps/v1 StatefulSet", StatefulSet.class,
          "batch/v1 CronJob", CronJob.class,
          "batch/v1 Job", Job.class,
          "monitoring.coreos.com/v1 PodMonitor", PodMonitor.class,
          "monitoring.coreos.com/v1 PrometheusRule", PrometheusRule.class,
          "v1 ConfigMap", ConfigMap.class);

  /** The types keep what they do not know; here it is a mistake. */
  private static final ObjectMapper STRICT =
      new ObjectMapper(new YAMLFactory())
          .registerModule(new JavaTimeModule())
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                  return Boolean.FALSE;
                }
              });

  static Stream<Path> manifests() throws IOException {
    try (Stream<Path> files = Files.list(DIRECTORY)) {
      return files
          .filter(each -> each.toString().endsWith(".yaml") && !each.endsWith(KUSTOMIZATION))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void everyFieldIsOneOfTheApi(Path file) throws IOException {
    assertThat(read(file).getMetadata().getName()).isNotEmpty();
  }

  @Test
  void aFieldThatTheApiDoesNotKnowIsFound() throws IOException {
    String job = Files.readString(DIRECTORY.resolve("scan-job.yaml"));

    assertThatThrownBy(() -> parse(job.replace("restartPolicy:", "restartPolice:")))
        .hasMessageContaining("restartPolice");
  }

  @Test
  void theKustomizationNamesFilesThatThereAre() throws IOException {
    JsonNode kustomization = STRICT.readTree(DIRECTORY.resolve(KUSTOMIZATION).toFile());
    List<String> named = new ArrayList<>();
    kustomization.path("resources").forEach(each -> named.add(each.asText()));
    kustomization.path("patches").forEach(each -> named.add(each.path("path").asText()));

    assertThat(named).isNotEmpty().allSatisfy(each -> assertThat(DIRECTORY.resolve(each)).exists());
  }

  @Test
  void alertsAreThoseOfTheArchive() throws IOException {
    JsonNode alerts = STRICT.readTree(SOURCES.resolve("monitoring/alerts.yaml").toFile());
    JsonNode rule = STRICT.readTree(DIRECTORY.resolve("prometheus-rule.yaml").toFile());

    assertThat(rule.path("spec")).isEqualTo(alerts);
  }

  @Test
  void whatIsMonitoredIsWhatThePatchMarks() throws IOException {
    StatefulSet patched = (StatefulSet) read(DIRECTORY.resolve("nacos-statefulset-patch.yaml"));
    PodMonitor monitor = (PodMonitor) read(DIRECTORY.resolve("pod-monitor.yaml"));

    assertThat(patched.getSpec().getTemplate().getMetadata().getLabels())
        .containsAllEntriesOf(monitor.getSpec().getSelector().getMatchLabels());
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void podsMountVolumesThatTheyHaveAndMayDoNoMoreThanTheyNeed(Path file) throws IOException {
    PodSpec pod = pod(read(file));
    if (pod == null) {
      return;
    }
    List<String> volumes = pod.getVolumes().stream().map(Volume::getName).toList();
    assertThat(
            Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream())
                .flatMap(container -> container.getVolumeMounts().stream())
                .map(VolumeMount::getName))
        .isNotEmpty()
        .allMatch(volumes::contains);
    assertThat(pod.getContainers())
        .filteredOn(container -> "landbridge".equals(container.getImage()))
        .allSatisfy(KubernetesFilesTest::isConfined);
  }

  private static void isConfined(Container container) {
    assertThat(container.getSecurityContext().getReadOnlyRootFilesystem()).isTrue();
    assertThat(container.getSecurityContext().getAllowPrivilegeEscalation()).isFalse();
    assertThat(container.getSecurityContext().getCapabilities().getDrop()).containsExactly("ALL");
    assertThat(container.getResources().getLimits()).containsKey("memory");
  }

  private static PodSpec pod(HasMetadata manifest) {
    if (manifest instanceof StatefulSet set) {
      return set.getSpec().getTemplate().getSpec();
    }
    if (manifest instanceof Job job) {
      return job.getSpec().getTemplate().getSpec();
    }
    return manifest instanceof CronJob job
        ? job.getSpec().getJobTemplate().getSpec().getTemplate().getSpec()
        : null;
  }

  private static HasMetadata read(Path file) throws IOException {
    return parse(Files.readString(file));
  }

  private static HasMetadata parse(String yaml) throws IOException {
    JsonNode tree = STRICT.readTree(yaml);
    String type = tree.path("apiVersion").asText() + " " + tree.path("kind").asText();
    assertThat(TYPES).containsKey(type);
    return STRICT.treeToValue(tree, TYPES.get(type));
  }
}
