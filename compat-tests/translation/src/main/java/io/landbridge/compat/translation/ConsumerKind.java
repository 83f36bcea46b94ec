package io.landbridge.compat.translation;

import io.landbridge.compat.client.ConsumerSettings;
import io.landbridge.compat.client.ConsumerSettings.MigrationStep;
import io.landbridge.compat.client.DubboLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A kind of consumer.
 *
 * @param line what it runs on
 * @param step where it looks; Dubbo 2 knows nothing but {@code FORCE_INTERFACE}, and dubbo-go,
 *     whose registry has a type, prefers neither level
 */
public record ConsumerKind(DubboLine line, MigrationStep step) {

  /** Every combination there is. */
  static List<ConsumerKind> all() {
    List<ConsumerKind> all = new ArrayList<>();
    for (DubboLine line : DubboLine.values()) {
      if (line.isGo()) {
        all.add(new ConsumerKind(line, MigrationStep.FORCE_INTERFACE));
        all.add(new ConsumerKind(line, MigrationStep.FORCE_APPLICATION));
      } else if (isDubbo3(line)) {
        for (MigrationStep step : MigrationStep.values()) {
          all.add(new ConsumerKind(line, step));
        }
      } else {
        all.add(new ConsumerKind(line, MigrationStep.FORCE_INTERFACE));
      }
    }
    return all;
  }

  /** What tells it from all others: {@code 3.3.6-FORCE_APPLICATION}. */
  public String label() {
    String onWhat = line.folder().substring("dubbo-".length());
    return isDubbo3(line) ? onWhat + "-" + step : onWhat;
  }

  /** Whether it reads interface-level registrations. */
  boolean looksForInterfaces() {
    return step != MigrationStep.FORCE_APPLICATION;
  }

  /** Whether it reads application-level registrations. */
  boolean looksForApplications() {
    return step != MigrationStep.FORCE_INTERFACE;
  }

  /** Whether it subscribes to {@code providers:I:V:G} with nothing left out. */
  boolean readsFourSegments() {
    return !line.isDubbo26();
  }

  /** Whether it subscribes to the name that Dubbo 2.6 gives a service. */
  boolean readsLegacyNames() {
    return line != DubboLine.DUBBO_3_3 && !line.isGo();
  }

  /**
   * Whether it goes on after it has found a provider: dubbo-go 3.1.1 ends with a nil pointer when
   * it asks one in Java for its metadata over tri, whoever it wanted to call.
   */
  boolean survives(ProviderKind provider) {
    return line != DubboLine.DUBBO_GO_3_1_1
        || !looksForApplications()
        || !provider.registration().application()
        || !provider.asksForMetadata()
        || provider.line().isGo();
  }

  /** A reference of dubbo-go is of one protocol, and this one's is {@code dubbo}. */
  boolean speaksTri() {
    return isDubbo3(line) && !line.isGo();
  }

  ConsumerSettings settings(String registry, Path interfaces) {
    ConsumerSettings settings =
        ConsumerSettings.of(registry, "cons-" + label()).withClasses(interfaces);
    return isDubbo3(line) ? settings.withMigration(step) : settings;
  }

  private static boolean isDubbo3(DubboLine line) {
    return line.dubbo().startsWith("3.");
  }

  @Override
  public String toString() {
    return label();
  }
}
