package io.landbridge.view;

import io.landbridge.dubbo.DerivedMetadata;
import io.landbridge.dubbo.InterfaceUnfold;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.MetadataRevision;
import io.landbridge.state.RevisionUse;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What the instances of an application look like in one service. An instance appears at the level
 * at which its provider did not register it.
 */
@FunctionalInterface
interface Appearance {

  /** Adds an instance, if it appears in the service, as often as it does. */
  void add(ApplicationInstance instance, AnswerBuilder answer);

  /**
   * In the service of the application.
   *
   * @param shown what an instance is shown as; empty when it is not shown
   */
  static Appearance ofApplication(
      Function<ApplicationInstance, Optional<ApplicationInstance>> shown) {
    return (instance, answer) -> {
      if (!RevisionUse.isRegistered(instance)) {
        shown
            .apply(instance)
            .ifPresent(
                it ->
                    answer.add(
                        it, it.port(), Collections.emptySortedMap(), DerivedMetadata.of(it)));
      }
    };
  }

  /**
   * In the service of an interface.
   *
   * @param service its name
   * @param documents those of the instances, by revision
   * @param spread whose interfaces are in another group
   */
  static Appearance ofInterface(
      String service, Map<MetadataRevision, MetadataDocument> documents, SpreadProcesses spread) {
    Map<MetadataRevision, InterfaceUnfold> unfolds = new HashMap<>();
    documents.forEach(
        (revision, document) -> unfolds.put(revision, InterfaceUnfold.of(service, document)));
    return (instance, answer) -> {
      InterfaceUnfold unfold = unfolds.get(instance.revision());
      if (unfold != null && RevisionUse.isRegistered(instance) && !spread.has(instance)) {
        unfold
            .addresses(instance)
            .forEach(
                address -> answer.add(instance, address.port(), address.service(), address.own()));
      }
    };
  }
}
