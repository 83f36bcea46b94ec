package io.landbridge.migrate.verify;

import io.landbridge.dubbo.ApplicationFold;
import io.landbridge.dubbo.ApplicationFoldResult;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.dubbo.InterfaceUnfold;
import io.landbridge.dubbo.Loss;
import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.dubbo.Registration;
import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.migrate.inventory.ApplicationInventory;
import io.landbridge.migrate.inventory.Landscape;
import io.landbridge.migrate.inventory.LandscapeReader;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentAnswer;
import io.landbridge.migrate.verify.ApplicationLevel.DocumentKey;
import io.landbridge.migrate.verify.InterfaceLevel.Alone;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.NameRules;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads, as consumers of interfaces do, what is shown of providers without interfaces there. */
public final class InterfaceLevelReader {

  private final Registry registry;
  private final ProviderDocuments documents;

  /**
   * Makes a reader.
   *
   * @param registry what to read
   * @param documents knows what is not in the configuration centre
   */
  public InterfaceLevelReader(Registry registry, ProviderDocuments documents) {
    this.registry = registry;
    this.documents = documents;
  }

  /**
   * Reads what the given applications should show.
   *
   * @param landscape what is registered
   * @param applications the applications
   * @param level what was read for them before, documents among it
   */
  public InterfaceLevel read(
      Landscape landscape, Collection<ApplicationInventory> applications, ApplicationLevel level)
      throws RegistryException {
    ApplicationFold fold =
        new ApplicationFold(new InstanceJsonReader(), NameRules.of(landscape.server().version()));
    Set<Place> served = served(landscape);
    List<Alone> alone = new ArrayList<>();
    List<Loss> unreadable = new ArrayList<>();
    Map<String, DocumentAnswer> known = new HashMap<>();
    for (ApplicationInventory application : applications) {
      ApplicationKey key = application.key();
      ApplicationFoldResult folded = fold.fold(registrations(landscape, key));
      folded.losses().stream()
          .filter(loss -> loss.kind().dropped() && !served.contains(new Place(key, loss.address())))
          .forEach(unreadable::add);
      for (ApplicationFoldResult.Found each : folded.found()) {
        ApplicationInstance instance = each.instance();
        if (instance.enabled() && !served.contains(Place.of(instance))) {
          alone.add(new Alone(instance, document(each, level, known)));
        }
      }
    }
    return new InterfaceLevel(alone, unreadable, services(alone));
  }

  /** Where a process is, whichever Nacos groups it registered in. */
  private record Place(ApplicationKey application, String address) {

    static Place of(ApplicationInstance instance) {
      return new Place(instance.application(), instance.ip() + ":" + instance.port());
    }
  }

  /**
   * Where providers are that registered interfaces: what they are is what these say, and nothing of
   * them is shown in another Nacos group, where the application may be.
   */
  private static Set<Place> served(Landscape landscape) {
    Set<Place> served = new HashSet<>();
    for (Registration each : landscape.providers()) {
      String application = each.metadata().getOrDefault(MetadataKeys.APPLICATION, "");
      if (!application.isBlank() && !each.metadata().containsKey(MetadataKeys.DERIVED)) {
        try {
          served.add(
              new Place(
                  new ApplicationKey(each.service().namespace(), new ApplicationName(application)),
                  each.address()));
        } catch (IllegalArgumentException e) {
          // No application has such a name, so that none of its instances can be there.
          continue;
        }
      }
    }
    return served;
  }

  private static List<Registration> registrations(Landscape landscape, ApplicationKey key) {
    return landscape.applicationServices().entrySet().stream()
        .filter(each -> each.getKey().namespace().equals(key.namespace()))
        .filter(each -> each.getKey().name().equals(key.name().value()))
        .flatMap(
            each ->
                each.getValue().stream()
                    .map(instance -> LandscapeReader.registration(each.getKey(), instance)))
        .toList();
  }

  private DocumentAnswer document(
      ApplicationFoldResult.Found found, ApplicationLevel level, Map<String, DocumentAnswer> known)
      throws RegistryException {
    String revision = found.document().revision().value();
    if (!(found.document() instanceof AtProvider)) {
      return level
          .documents()
          .getOrDefault(
              new DocumentKey(found.document().application(), revision),
              new DocumentAnswer.Unusable("the metadata document for its revision is missing"));
    }
    DocumentAnswer answer = known.get(revision);
    if (answer == null) {
      answer = documents.document(found.instance());
      known.put(revision, answer);
    }
    return answer;
  }

  private Map<ServiceKey, List<RegisteredInstance>> services(List<Alone> alone)
      throws RegistryException {
    SortedMap<ServiceKey, Set<String>> clusters = new TreeMap<>();
    for (Alone each : alone) {
      if (each.document() instanceof DocumentAnswer.Found found) {
        ApplicationInstance instance = each.instance();
        for (String name : InterfaceUnfold.names(found.document())) {
          clusters
              .computeIfAbsent(
                  new ServiceKey(instance.application().namespace(), instance.group(), name),
                  none -> new TreeSet<>())
              .add(instance.cluster());
        }
      }
    }
    Map<ServiceKey, List<RegisteredInstance>> services = new HashMap<>();
    for (var each : clusters.entrySet()) {
      services.put(each.getKey(), lookup(each.getKey(), each.getValue()));
    }
    return services;
  }

  /** A name that the server refuses is one under which nobody finds anything. */
  private List<RegisteredInstance> lookup(ServiceKey service, Set<String> clusters)
      throws RegistryException {
    try {
      return registry.lookup(service, clusters);
    } catch (RegistryException e) {
      if (e.kind() != Kind.REFUSED) {
        throw e;
      }
      return List.of();
    }
  }
}
