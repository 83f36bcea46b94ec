package io.landbridge.state;

import io.landbridge.command.BridgeTerms;
import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.CompleteImport;
import io.landbridge.command.Command.ForgetPublications;
import io.landbridge.command.Command.ForgetUnused;
import io.landbridge.command.Command.ImportInstances;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Command.RestoreApplication;
import io.landbridge.command.Command.SwitchBridge;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Command.TakeBridge;
import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.Audience;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.Origin;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random commands over few members, applications, hosts and documents, so that they collide. */
public final class CommandArbitraries {

  private CommandArbitraries() {}

  public static Arbitrary<List<Command>> sequences(int maxLength) {
    return command().list().ofMinSize(1).ofMaxSize(maxLength);
  }

  public static Arbitrary<Command> command() {
    return Arbitraries.frequencyOf(
        Tuple.of(6, claim()),
        Tuple.of(1, reap()),
        Tuple.of(1, switchTranslation()),
        Tuple.of(2, record()),
        Tuple.of(1, forget()),
        Tuple.of(1, forgetUnused()),
        Tuple.of(2, restore()),
        Tuple.of(1, switchBridge()),
        Tuple.of(1, takeBridge()),
        Tuple.of(4, importInstances()),
        Tuple.of(1, completeImport()));
  }

  private static Arbitrary<MemberId> member() {
    return Arbitraries.of(Samples.ALICE, Samples.BOB);
  }

  private static Arbitrary<Long> epoch() {
    return Arbitraries.longs().between(1, 4);
  }

  private static Arbitrary<ApplicationKey> application() {
    return Arbitraries.of(Samples.SHOP, Samples.STOCK);
  }

  private static Arbitrary<ApplicationInstance> instance() {
    return Combinators.combine(
            application(),
            Arbitraries.integers().between(1, 4),
            Arbitraries.integers().between(1, 3),
            Arbitraries.of(Origin.NATIVE_INTERFACE, Origin.NATIVE_APPLICATION),
            Arbitraries.of(true, false))
        .as(
            (application, host, variant, origin, ephemeral) -> {
              ApplicationInstance instance =
                  Samples.of(Samples.instance(application, host, variant), origin);
              return ephemeral ? instance : Samples.persistent(instance);
            });
  }

  private static Arbitrary<List<InstanceKey>> keys() {
    return instance().map(ApplicationInstance::key).list().ofMaxSize(4);
  }

  private static Arbitrary<Command> claim() {
    // Now and then without the documents, which then may or may not be stored.
    Arbitrary<Boolean> enclosing = Arbitraries.of(true, true, true, false);
    return Combinators.combine(member(), epoch(), instance().list().ofMaxSize(4), enclosing, keys())
        .as(
            (owner, epoch, puts, enclose, releases) ->
                new ClaimInstances(owner, epoch, puts, enclose ? documents() : Map.of(), releases));
  }

  private static Map<MetadataRevision, MetadataDocument> documents() {
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    for (ApplicationKey application : List.of(Samples.SHOP, Samples.STOCK)) {
      for (int variant = 1; variant <= 3; variant++) {
        MetadataDocument document = Samples.document(application, variant);
        documents.put(document.revision(), document);
      }
    }
    return documents;
  }

  private static Arbitrary<Command> reap() {
    return Combinators.combine(member(), epoch(), keys()).as(ReapInstances::new);
  }

  private static Arbitrary<Command> switchTranslation() {
    return Combinators.combine(
            application(),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(
                Audience.WHOLE,
                Audience.NOBODY,
                Audience.share(5, "one"),
                Audience.share(20, "other"),
                Audience.parse("10.0.0.1,shop", "")),
            epoch())
        .as(SwitchTranslation::new);
  }

  private static Arbitrary<Command> forgetUnused() {
    return Combinators.combine(
            member().list().ofMaxSize(2), application().list().ofMaxSize(2), epoch())
        .as(ForgetUnused::new);
  }

  private static Arbitrary<Publication.Id> publicationId() {
    return Arbitraries.oneOf(
        instance().map(it -> new Publication.Id(Publication.Kind.DOCUMENT, it.revision().value())),
        Arbitraries.of("org.demo.Orders", "org.demo.Prices")
            .map(name -> new Publication.Id(Publication.Kind.MAPPING, name)));
  }

  private static Arbitrary<Command> record() {
    Arbitrary<Publication> publication =
        Combinators.combine(publicationId(), Arbitraries.of(Publication.Stage.class))
            .as(Publication::new);
    return Combinators.combine(application(), publication.list().ofMaxSize(3))
        .as(RecordPublications::new);
  }

  private static Arbitrary<Command> forget() {
    return Combinators.combine(application(), publicationId().list().ofMaxSize(3))
        .as(ForgetPublications::new);
  }

  private static Arbitrary<Command> restore() {
    Arbitrary<Publication> publication =
        Combinators.combine(publicationId(), Arbitraries.of(Publication.Stage.class))
            .as(Publication::new);
    Arbitrary<Boolean> enclosing = Arbitraries.of(true, true, true, false);
    return Combinators.combine(
            application(),
            epoch(),
            switchTranslation().optional(),
            publication.list().ofMaxSize(3),
            instance().list().ofMaxSize(4),
            enclosing)
        .as(
            (application, at, change, publications, instances, enclose) ->
                new RestoreApplication(
                    application,
                    at,
                    change
                        .map(SwitchTranslation.class::cast)
                        .filter(it -> it.application().equals(application)),
                    publications,
                    instances.stream().filter(it -> it.application().equals(application)).toList(),
                    enclose ? documents() : Map.of()));
  }

  private static Arbitrary<Long> bridgeEpoch() {
    return Arbitraries.longs().between(0, 3);
  }

  private static Arbitrary<Command> switchBridge() {
    return Combinators.combine(
            bridgeEpoch(), Arbitraries.of(BridgePhase.class), Arbitraries.of("one", "two"), epoch())
        .as(
            (expected, phase, server, at) ->
                new SwitchBridge(
                    expected, new BridgeTerms(phase, at == 1, List.of(server), "nacos"), at));
  }

  private static Arbitrary<Command> takeBridge() {
    return Combinators.combine(member(), bridgeEpoch()).as(TakeBridge::new);
  }

  private static Arbitrary<Command> importInstances() {
    Arbitrary<ImportedInstance> instance =
        Combinators.combine(
                Arbitraries.of("shop", "stock"),
                Arbitraries.integers().between(1, 3),
                Arbitraries.integers().between(1, 3))
            .as(Samples::imported);
    return Combinators.combine(
            bridgeEpoch(),
            instance.list().ofMaxSize(4),
            instance.map(ImportedInstance::key).list().ofMaxSize(3))
        .as(ImportInstances::new);
  }

  private static Arbitrary<Command> completeImport() {
    return Combinators.combine(bridgeEpoch(), epoch()).as(CompleteImport::new);
  }
}
