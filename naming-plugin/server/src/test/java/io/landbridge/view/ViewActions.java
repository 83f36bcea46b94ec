package io.landbridge.view;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.ForgetPublications;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.Origin;
import io.landbridge.model.ServiceKey;
import io.landbridge.state.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** What can happen to a view, over so few values that everything meets everything. */
final class ViewActions {

  /** Of names of which one is the beginning of the other. */
  static final List<ApplicationKey> APPLICATIONS =
      List.of(Samples.SHOP, Samples.application("shop\u00e9"));

  static final List<String> GROUPS = List.of("DEFAULT_GROUP", "DEFAULT_GROUP2", "");

  /** Services of interfaces that both applications have, one of them in its first variant only. */
  private static final List<String> INTERFACES =
      List.of(
          "providers:org.demo.Orders:1.0.1:eu",
          "providers:org.demo.Plain::",
          "providers:org.demo.Plain");

  private static final int HOSTS = 4;

  private ViewActions() {}

  /** One thing that happens. */
  sealed interface Action {
    /** A command reaches this member. */
    record Apply(Command command) implements Action {}

    /** A client asks. */
    record Read(ServiceKey service) implements Action {}

    /** A client asks and wants to be told. */
    record Subscribe(ServiceKey service) implements Action {}

    /** Nobody wants to be told any more. */
    record Unsubscribe(ServiceKey service) implements Action {}

    /** The view takes in what happened. */
    record Settle() implements Action {}

    /** The cache was needed for something else. */
    record Evict() implements Action {}

    /** An operator takes everything out of the answers, or lets it be shown again. */
    record Suspend(boolean wanted) implements Action {}
  }

  static List<ServiceKey> services() {
    return Stream.concat(
            APPLICATIONS.stream().map(application -> application.name().value()),
            INTERFACES.stream())
        .flatMap(
            name -> GROUPS.stream().map(group -> new ServiceKey(NamespaceId.PUBLIC, group, name)))
        .toList();
  }

  /** Both applications with instances in two groups, switched on and published. */
  static List<Command> everythingShown() {
    List<Command> commands = new ArrayList<>();
    for (ApplicationKey application : APPLICATIONS) {
      List<ApplicationInstance> puts =
          List.of(
              instance(application, GROUPS.get(0), 1, 1, true),
              instance(application, GROUPS.get(0), 2, 2, true),
              instance(application, GROUPS.get(1), 3, 1, true));
      commands.add(new ClaimInstances(Samples.ALICE, 1, puts, documents(), List.of()));
      commands.add(new SwitchTranslation(application, true, false, 1));
      commands.add(published(application, 1, Publication.Stage.WRITTEN));
      commands.add(published(application, 2, Publication.Stage.WRITTEN));
    }
    return commands;
  }

  static Arbitrary<List<Action>> sequences() {
    return action().list().ofMinSize(5).ofMaxSize(40);
  }

  private static Arbitrary<Action> action() {
    Arbitrary<ServiceKey> service = Arbitraries.of(services());
    return Arbitraries.frequencyOf(
        Tuple.of(10, command().map(Action.Apply::new)),
        Tuple.of(3, service.map(Action.Read::new)),
        Tuple.of(3, service.map(Action.Subscribe::new)),
        Tuple.of(1, service.map(Action.Unsubscribe::new)),
        Tuple.of(5, Arbitraries.create(Action.Settle::new)),
        Tuple.of(2, Arbitraries.create(Action.Evict::new)),
        Tuple.of(2, Arbitraries.of(true, false).map(Action.Suspend::new)));
  }

  static Arbitrary<Command> command() {
    return Arbitraries.frequencyOf(
        Tuple.of(6, claim()),
        Tuple.of(1, reap()),
        Tuple.of(3, switchTranslation()),
        Tuple.of(5, record()),
        Tuple.of(1, forget()));
  }

  private static Arbitrary<MemberId> member() {
    return Arbitraries.of(Samples.ALICE, Samples.BOB);
  }

  private static Arbitrary<ApplicationKey> application() {
    return Arbitraries.of(APPLICATIONS);
  }

  private static Arbitrary<Integer> variant() {
    return Arbitraries.integers().between(1, 2);
  }

  private static Arbitrary<ApplicationInstance> instance() {
    return Combinators.combine(
            application(),
            Arbitraries.of(GROUPS),
            Arbitraries.integers().between(1, HOSTS),
            variant(),
            Arbitraries.of(true, true, true, false),
            Arbitraries.of(
                Origin.NATIVE_INTERFACE, Origin.NATIVE_INTERFACE, Origin.NATIVE_APPLICATION))
        .as(ViewActions::instance);
  }

  static ApplicationInstance instance(
      ApplicationKey application, String group, int host, int variant, boolean healthy) {
    return instance(application, group, host, variant, healthy, Origin.NATIVE_INTERFACE);
  }

  static ApplicationInstance instance(
      ApplicationKey application,
      String group,
      int host,
      int variant,
      boolean healthy,
      Origin origin) {
    ApplicationInstance sample = Samples.instance(application, host, variant);
    return new ApplicationInstance(
        application,
        group,
        sample.ip(),
        sample.port(),
        sample.endpoints(),
        sample.cluster(),
        healthy,
        sample.enabled(),
        sample.ephemeral(),
        sample.revision(),
        sample.attributes(),
        origin);
  }

  private static Arbitrary<List<InstanceKey>> keys() {
    return instance().map(ApplicationInstance::key).list().ofMaxSize(4);
  }

  private static Arbitrary<Command> claim() {
    return Combinators.combine(member(), instance().list().ofMaxSize(5), keys())
        .as((owner, puts, releases) -> new ClaimInstances(owner, 1, puts, documents(), releases));
  }

  static Map<MetadataRevision, MetadataDocument> documents() {
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    for (ApplicationKey application : APPLICATIONS) {
      for (int variant = 1; variant <= 2; variant++) {
        MetadataDocument document = Samples.document(application, variant);
        documents.put(document.revision(), document);
      }
    }
    return documents;
  }

  private static Arbitrary<Command> reap() {
    return Combinators.combine(member(), keys())
        .as((owner, keys) -> new ReapInstances(owner, 1, keys));
  }

  private static Arbitrary<Command> switchTranslation() {
    return Combinators.combine(
            application(), Arbitraries.of(true, true, true, false), Arbitraries.of(true, false))
        .as((application, on, force) -> new SwitchTranslation(application, on, force, 1));
  }

  private static Arbitrary<Command> record() {
    return Combinators.combine(application(), variant(), Arbitraries.of(Publication.Stage.class))
        .as((application, variant, stage) -> published(application, variant, stage));
  }

  static Command published(ApplicationKey application, int variant, Publication.Stage stage) {
    return new RecordPublications(
        application, List.of(new Publication(documentId(application, variant), stage)));
  }

  private static Arbitrary<Command> forget() {
    return Combinators.combine(application(), variant())
        .as(
            (application, variant) ->
                new ForgetPublications(application, List.of(documentId(application, variant))));
  }

  private static Publication.Id documentId(ApplicationKey application, int variant) {
    return new Publication.Id(
        Publication.Kind.DOCUMENT, Samples.document(application, variant).revision().value());
  }
}
