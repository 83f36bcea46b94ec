package io.landbridge.migrate.hazard;

import io.landbridge.dubbo.InterfaceServiceName;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.ApplicationInventory.InterfaceInventory;
import io.landbridge.migrate.inventory.Call;
import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.inventory.Landscape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds what a migration could stumble over. What cannot be translated is found by the fold, as
 * losses; what a registry does not show ({@code provided-by}, other configuration centres, caches
 * of consumers) nobody can find here.
 */
public final class HazardFinder {

  private static final int MAX_EVIDENCE = 5;

  /** Their values differ from process to process without making a process different. */
  private static final List<String> PER_PROCESS =
      List.of(MetadataKeys.TIMESTAMP, MetadataKeys.PID, "bind.ip", "bind.port", "qos.port");

  private final Landscape landscape;
  private final Inventory inventory;
  private final SortedMap<String, Draft> drafts = new TreeMap<>();

  private HazardFinder(Landscape landscape, Inventory inventory) {
    this.landscape = landscape;
    this.inventory = inventory;
  }

  /** All hazards, the worst first; a function of the arguments only. */
  public static List<HazardFinding> of(Landscape landscape, Inventory inventory) {
    HazardFinder finder = new HazardFinder(landscape, inventory);
    finder.registrations();
    finder.sharedAddresses();
    finder.differentParameters();
    finder.applications();
    finder.severalProviders();
    finder.calls();
    return finder.drafts.values().stream().map(Draft::finish).sorted().toList();
  }

  private void add(HazardKind kind, String namespace, String application, String evidence) {
    drafts
        .computeIfAbsent(
            String.join("\n", kind.name(), namespace, application),
            key -> new Draft(kind, namespace, application))
        .evidence
        .add(evidence);
  }

  private void add(HazardKind kind, Registration each) {
    add(
        kind,
        each.service().namespace().value(),
        application(each),
        "%s at %s".formatted(each.service().name(), each.address()));
  }

  private static String application(Registration each) {
    return each.metadata().getOrDefault(MetadataKeys.APPLICATION, "");
  }

  private List<Registration> registered() {
    return landscape.providers().stream()
        .filter(each -> !each.metadata().containsKey(MetadataKeys.DERIVED))
        .toList();
  }

  private void registrations() {
    SortedMap<String, SortedSet<String>> forms = new TreeMap<>();
    for (Registration each : registered()) {
      Map<String, String> metadata = each.metadata();
      if (!each.ephemeral()) {
        add(HazardKind.PERSISTENT_INSTANCE, each);
      }
      if (!each.enabled()) {
        add(HazardKind.DISABLED_INSTANCE, each);
      }
      if (!metadata.containsKey(MetadataKeys.INTERFACE) && !metadata.containsKey("methods")) {
        add(HazardKind.SIMPLIFIED, each);
      }
      if (metadata.getOrDefault(MetadataKeys.PATH, "").startsWith("/")) {
        add(HazardKind.NOT_JAVA, each);
      }
      InterfaceServiceName.parse(each.service().name())
          .ifPresent(
              name -> {
                String key =
                    String.join(
                        "\n",
                        each.service().namespace().value(),
                        application(each),
                        name.interfaceName(),
                        metadata.getOrDefault(MetadataKeys.VERSION, ""),
                        metadata.getOrDefault(MetadataKeys.GROUP, ""),
                        each.address());
                SortedSet<String> names = forms.computeIfAbsent(key, none -> new TreeSet<>());
                names.add(each.service().name());
                if (names.size() > 1) {
                  add(HazardKind.BOTH_NAME_FORMS, each);
                }
              });
    }
  }

  private void sharedAddresses() {
    SortedMap<String, SortedSet<String>> owners = new TreeMap<>();
    for (Registration each : registered()) {
      if (!application(each).isBlank()) {
        owners
            .computeIfAbsent(
                each.service().namespace().value() + "\n" + each.address(), none -> new TreeSet<>())
            .add(application(each));
      }
    }
    owners.forEach(
        (place, applications) -> {
          if (applications.size() > 1) {
            String[] parts = place.split("\n", -1);
            add(
                HazardKind.SHARED_ADDRESS,
                parts[0],
                applications.first(),
                "%s is %s".formatted(parts[1], String.join(" and ", applications)));
          }
        });
  }

  private void differentParameters() {
    SortedMap<String, SortedMap<String, SortedSet<String>>> values = new TreeMap<>();
    SortedMap<String, Integer> processes = new TreeMap<>();
    for (Registration each : registered()) {
      String key =
          String.join(
              "\n",
              each.service().namespace().value(),
              application(each),
              each.service().name(),
              each.metadata().getOrDefault(MetadataKeys.PROTOCOL, ""),
              each.metadata().getOrDefault(MetadataKeys.RELEASE, ""));
      processes.merge(key, 1, Integer::sum);
      SortedMap<String, SortedSet<String>> ofService =
          values.computeIfAbsent(key, none -> new TreeMap<>());
      each.metadata()
          .forEach(
              (name, value) -> {
                if (!PER_PROCESS.contains(name)) {
                  ofService.computeIfAbsent(name, none -> new TreeSet<>()).add(value);
                }
              });
    }
    values.forEach(
        (key, ofService) ->
            ofService.forEach(
                (name, different) -> {
                  if (different.size() > 1) {
                    String[] parts = key.split("\n", -1);
                    add(
                        HazardKind.DIFFERENT_PARAMETERS,
                        parts[0],
                        parts[1],
                        "%s of %s is %s".formatted(name, parts[2], String.join(" or ", different)));
                  }
                }));
  }

  private void applications() {
    for (ApplicationInventory each : inventory.applications()) {
      if (each.groups().size() > 1) {
        add(
            HazardKind.SEVERAL_NACOS_GROUPS,
            each.namespace(),
            each.application(),
            String.join(", ", each.groups()));
      }
      boolean explained =
          drafts.containsKey(
              String.join(
                  "\n",
                  HazardKind.DIFFERENT_PARAMETERS.name(),
                  each.namespace(),
                  each.application()));
      if (each.revisions().size() > 1 && !explained) {
        add(
            HazardKind.SEVERAL_REVISIONS,
            each.namespace(),
            each.application(),
            "%d revisions of %d processes".formatted(each.revisions().size(), each.processes()));
      }
    }
  }

  private void severalProviders() {
    SortedMap<String, SortedSet<String>> offering = new TreeMap<>();
    for (ApplicationInventory each : inventory.applications()) {
      for (InterfaceInventory service : each.interfaces()) {
        offering
            .computeIfAbsent(each.namespace() + "\n" + service.service(), none -> new TreeSet<>())
            .add(each.application());
      }
    }
    offering.forEach(
        (key, applications) -> {
          if (applications.size() > 1) {
            String[] parts = key.split("\n", -1);
            add(
                HazardKind.SEVERAL_PROVIDERS,
                parts[0],
                applications.first(),
                "%s is offered by %s".formatted(parts[1], String.join(" and ", applications)));
          }
        });
  }

  private void calls() {
    SortedSet<String> offered = new TreeSet<>();
    for (ApplicationInventory each : inventory.applications()) {
      each.interfaces()
          .forEach(service -> offered.add(each.namespace() + "\n" + service.service()));
      // What an application that registers itself alone offers is in its document.
      if (each.level() == ApplicationInventory.Level.APPLICATION) {
        offered.add(each.namespace() + "\n");
      }
    }
    for (Call call : inventory.calls()) {
      if (call.interfaceName().equals("*")) {
        add(HazardKind.WILDCARD_CONSUMER, call.namespace(), call.consumer(), "it calls *");
        continue;
      }
      List<String> old =
          call.releases().stream().filter(release -> release.startsWith("2.")).toList();
      if (!old.isEmpty()) {
        add(
            HazardKind.DUBBO_2_CONSUMER,
            call.namespace(),
            call.consumer(),
            "%s calls %s".formatted(String.join(" and ", old), call.service()));
      }
      if (!call.service().isEmpty()
          && !offered.contains(call.namespace() + "\n" + call.service())
          && !offered.contains(call.namespace() + "\n")) {
        add(HazardKind.CALLS_NOBODY, call.namespace(), call.consumer(), call.service());
      }
    }
  }

  /** One finding while it is put together. */
  private static final class Draft {

    private final HazardKind kind;
    private final String namespace;
    private final String application;
    private final List<String> evidence = new ArrayList<>();

    Draft(HazardKind kind, String namespace, String application) {
      this.kind = kind;
      this.namespace = namespace;
      this.application = application;
    }

    HazardFinding finish() {
      List<String> sorted = evidence.stream().distinct().sorted().toList();
      return new HazardFinding(
          kind.severity(),
          kind,
          namespace,
          application,
          sorted.size(),
          sorted.subList(0, Math.min(MAX_EVIDENCE, sorted.size())),
          kind.advice());
    }
  }
}
