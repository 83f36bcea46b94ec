package io.landbridge.view;

import io.landbridge.command.Publication;
import io.landbridge.command.Publication.Stage;
import io.landbridge.dubbo.InterfaceUnfold;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.RevisionUse;
import io.landbridge.state.Translation;
import io.landbridge.view.ShownApplication.State;
import io.landbridge.view.ShownApplication.Terms;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * As what applications are to be shown, read from the catalog: on which terms, under which names,
 * and in which services.
 *
 * <p>Used by the view's thread alone.
 */
final class ShownStates {

  private final CatalogReader reader;
  private final LostInstances lost;
  private final AwaitedDocuments awaited;
  private long generation;

  ShownStates(CatalogReader reader, LostInstances lost, AwaitedDocuments awaited) {
    this.reader = reader;
    this.lost = lost;
    this.awaited = awaited;
  }

  /**
   * What decides which instances of an application are shown.
   *
   * @param before what decided until now; null when it is not shown
   * @return null when it is not switched on
   */
  @Nullable Terms terms(ApplicationKey application, @Nullable Terms before) {
    Translation translation = reader.translation(application);
    if (!translation.enabled()) {
      return null;
    }
    Set<String> written =
        reader.publications(application).stream()
            .filter(each -> each.id().kind() == Publication.Kind.DOCUMENT)
            .filter(each -> each.stage() != Stage.INTENDED)
            .map(each -> each.id().name())
            .collect(Collectors.toUnmodifiableSet());
    return new Terms(
        translation.force(),
        translation.audience(),
        awaited.usable(application, written, before == null ? Set.of() : before.published()));
  }

  /**
   * The next state of an application. Documents are read only when there are others than before.
   *
   * @param held what is shown although the catalog does not have it any more
   * @param known the application as it is shown now; null when it is not
   */
  State next(
      ApplicationKey key,
      Terms terms,
      List<ApplicationInstance> held,
      @Nullable ShownApplication known) {
    Set<MetadataRevision> registered = new HashSet<>();
    reader
        .revisions(key)
        .forEach(
            (revision, use) -> {
              if (use.registered() > 0) {
                registered.add(revision);
              }
            });
    held.stream()
        .filter(RevisionUse::isRegistered)
        .forEach(instance -> registered.add(instance.revision()));
    State before = known == null ? null : known.state();
    if (before != null
        && before.registered().equals(registered)
        && before.terms().published().isEmpty() == terms.published().isEmpty()) {
      return new State(++generation, terms, before.registered(), before.names());
    }
    Set<String> names = interfaceNames(key, registered);
    if (!terms.published().isEmpty()) {
      names.add(key.name().value());
    }
    return new State(++generation, terms, Set.copyOf(registered), Set.copyOf(names));
  }

  /**
   * The services with an instance to show; reads instances only where groups may differ.
   *
   * @param outside what is shown and not in the catalog, or not as it was
   */
  Set<ServiceKey> showing(
      ShownApplication application,
      State state,
      Set<String> groups,
      List<ApplicationInstance> outside) {
    Map<MetadataRevision, RevisionUse> all = new HashMap<>(reader.revisions(application.key()));
    outside.forEach(instance -> count(instance, all));
    SpreadProcesses spread = SpreadProcesses.of(reader, application.key(), outside);
    boolean alike = groups.size() == 1 || areAlike(all, state);
    Set<ServiceKey> showing = new HashSet<>();
    for (String group : groups) {
      Map<MetadataRevision, RevisionUse> here = all;
      if (!alike) {
        here = new HashMap<>();
        Map<MetadataRevision, RevisionUse> counted = here;
        reader.visit(
            application.service(group),
            owned -> {
              if (!spread.has(owned.instance())) {
                count(owned.instance(), counted);
              }
            });
        outside.stream()
            .filter(instance -> instance.group().equals(group) && !spread.has(instance))
            .forEach(instance -> count(instance, counted));
      }
      names(application, state, here)
          .forEach(name -> showing.add(application.service(group, name)));
    }
    return showing;
  }

  private static void count(ApplicationInstance instance, Map<MetadataRevision, RevisionUse> uses) {
    uses.merge(instance.revision(), RevisionUse.of(instance), RevisionUse::plus);
  }

  /** Whether any instance is shown under the same names as any other. */
  private static boolean areAlike(Map<MetadataRevision, RevisionUse> uses, State state) {
    Set<String> published = state.terms().published();
    return uses.entrySet().stream()
            .allMatch(
                each ->
                    each.getValue().registered() == 0 && published.contains(each.getKey().value()))
        || (uses.size() == 1 && uses.values().stream().allMatch(each -> each.folded() == 0));
  }

  private Set<String> names(
      ShownApplication application, State state, Map<MetadataRevision, RevisionUse> uses) {
    Set<String> names = new HashSet<>();
    Set<MetadataRevision> registered = new HashSet<>();
    uses.forEach(
        (revision, use) -> {
          if (use.folded() > 0 && state.terms().published().contains(revision.value())) {
            names.add(application.key().name().value());
          }
          if (use.registered() > 0) {
            registered.add(revision);
          }
        });
    if (registered.equals(state.registered())) {
      state.names().stream()
          .filter(each -> !each.equals(application.key().name().value()))
          .forEach(names::add);
    } else {
      names.addAll(interfaceNames(application.key(), registered));
    }
    return names;
  }

  private Set<String> interfaceNames(ApplicationKey application, Set<MetadataRevision> revisions) {
    return revisions.stream()
        .flatMap(revision -> lost.document(application, revision).stream())
        .flatMap(document -> InterfaceUnfold.names(document).stream())
        .collect(Collectors.toSet());
  }
}
