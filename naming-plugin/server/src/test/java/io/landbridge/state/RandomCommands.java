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
import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.Command.SwitchBridge;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Command.TakeBridge;
import io.landbridge.command.EntryId;
import io.landbridge.command.Publication;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Commands drawn from a seed, over so few members, applications and hosts that they collide. */
public final class RandomCommands {

  private static final List<MemberId> MEMBERS =
      List.of(Samples.ALICE, Samples.BOB, new MemberId("10.0.0.3:8848"));

  private static final List<ApplicationKey> APPLICATIONS =
      List.of(
          Samples.SHOP,
          Samples.STOCK,
          new ApplicationKey(new NamespaceId("test"), Samples.SHOP.name()),
          new ApplicationKey(NamespaceId.PUBLIC, new ApplicationName("shop2")));

  private final Random random;

  /** As the bridge is, if nothing was lost on the way. */
  private BridgeRecord bridge = BridgeRecord.NONE;

  /** Makes a source; the same random gives the same commands. */
  public RandomCommands(Random random) {
    this.random = random;
  }

  /** The next command. */
  public Command next() {
    int kind = random.nextInt(17);
    if (kind == 16) {
      return new SkipEntry(EntryId.of(1 + random.nextInt(40), new byte[0]), of(MEMBERS), MEMBERS);
    } else if (kind < 6) {
      return claim();
    } else if (kind == 6) {
      return new ReapInstances(of(MEMBERS), epoch(), some(5, () -> instance().key()));
    } else if (kind == 7) {
      return new SwitchTranslation(
          of(APPLICATIONS), random.nextBoolean(), random.nextBoolean(), epoch());
    } else if (kind < 10) {
      return new RecordPublications(of(APPLICATIONS), some(3, this::publication));
    } else if (kind == 10) {
      return new ForgetPublications(of(APPLICATIONS), some(4, this::publicationId));
    }
    if (kind > 11) {
      return bridge(kind);
    }
    return new ForgetUnused(some(3, () -> of(MEMBERS)), some(4, () -> of(APPLICATIONS)), epoch());
  }

  private Command bridge(int kind) {
    // Mostly the epoch that it is in.
    long epoch = Math.max(0, bridge.epoch() - random.nextInt(4) / 3);
    if (kind == 12 && (bridge.epoch() == 0 || random.nextInt(4) == 0)) {
      return step(epoch);
    } else if (kind == 12) {
      long at = epoch();
      bridge = bridge.completed(at);
      return new CompleteImport(epoch, at);
    } else if (kind == 13 && bridge.epoch() > 0 && random.nextInt(4) == 0) {
      MemberId member = of(MEMBERS);
      bridge = bridge.takenBy(member);
      return new TakeBridge(member, epoch);
    }
    return new ImportInstances(epoch, some(4, this::imported), some(3, () -> imported().key()));
  }

  /** Mostly one that the catalog takes. */
  private SwitchBridge step(long epoch) {
    List<SwitchBridge> steps =
        Stream.of(BridgePhase.values())
            .map(
                phase ->
                    new SwitchBridge(
                        epoch,
                        new BridgeTerms(
                            phase, random.nextBoolean(), some(2, () -> "10.1.0.1:8848"), ""),
                        epoch()))
            .toList();
    List<SwitchBridge> taken =
        steps.stream().filter(each -> BridgeSteps.refusal(bridge, each.terms()).isEmpty()).toList();
    if (taken.isEmpty() || random.nextInt(5) == 0) {
      return of(steps);
    }
    SwitchBridge step = of(taken);
    bridge = bridge.next(step);
    return step;
  }

  private ImportedInstance imported() {
    return Samples.imported(
        of(List.of("shop", "stock", "prices")), 1 + random.nextInt(4), 1 + random.nextInt(3));
  }

  private ClaimInstances claim() {
    List<ApplicationInstance> puts = some(4, this::instance);
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    // Now and then without the documents, which then may or may not be stored.
    if (random.nextInt(5) > 0) {
      for (ApplicationInstance put : puts) {
        for (int variant = 1; variant <= 4; variant++) {
          MetadataDocument document = Samples.document(put.application(), variant);
          if (document.revision().equals(put.revision()) || random.nextInt(10) == 0) {
            documents.put(document.revision(), document);
          }
        }
      }
    }
    List<InstanceKey> releases = some(4, () -> instance().key());
    return new ClaimInstances(of(MEMBERS), epoch(), puts, documents, releases);
  }

  private ApplicationInstance instance() {
    ApplicationInstance instance =
        Samples.instance(of(APPLICATIONS), 1 + random.nextInt(4), 1 + random.nextInt(4));
    return random.nextInt(4) == 0 ? Samples.inGroup("canary", instance) : instance;
  }

  private Publication publication() {
    return new Publication(publicationId(), of(List.of(Publication.Stage.values())));
  }

  private Publication.Id publicationId() {
    return random.nextBoolean()
        ? new Publication.Id(Publication.Kind.DOCUMENT, instance().revision().value())
        : new Publication.Id(
            Publication.Kind.MAPPING, of(List.of("org.demo.Orders", "org.demo.Prices")));
  }

  private long epoch() {
    return 1 + random.nextInt(4);
  }

  private <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private <T> List<T> some(int max, Supplier<T> source) {
    return Stream.generate(source).limit(random.nextInt(max + 1)).toList();
  }
}
