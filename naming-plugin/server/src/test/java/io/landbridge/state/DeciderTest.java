package io.landbridge.state;

import static io.landbridge.state.Samples.ALICE;
import static io.landbridge.state.Samples.BOB;
import static io.landbridge.state.Samples.SHOP;
import static io.landbridge.state.Samples.STOCK;
import static io.landbridge.state.Samples.document;
import static io.landbridge.state.Samples.instance;
import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.ForgetPublications;
import io.landbridge.command.Command.ReapInstances;
import io.landbridge.command.Command.RecordPublications;
import io.landbridge.command.Command.RestoreApplication;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.Publication;
import io.landbridge.command.Publication.Kind;
import io.landbridge.command.Publication.Stage;
import io.landbridge.command.Result;
import io.landbridge.command.Result.Outcome;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.Audience;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DeciderTest {

  private final MemoryState state = new MemoryState();
  private final ApplicationInstance one = instance(SHOP, 1, 1);
  private final MetadataDocument document = document(SHOP, 1);

  @Test
  void aClaimStoresInstanceDocumentAndEpoch() {
    assertThat(state.apply(claim(ALICE, 5, one))).isEqualTo(Result.APPLIED);

    assertThat(state.instances).containsEntry(one.key(), new OwnedInstance(one, ALICE, 5));
    assertThat(state.documents).containsOnly(Map.entry(document.revision(), document));
    assertThat(state.references).containsOnly(Map.entry(document.revision(), 1));
    assertThat(state.epochs).containsOnly(Map.entry(ALICE, 5L));
  }

  @Test
  void anEqualClaimChangesNothing() {
    state.apply(claim(ALICE, 5, one));

    assertThat(Decider.decide(state, claim(ALICE, 5, one)).changes()).isEmpty();
  }

  @Test
  void theLaterClaimOwns() {
    state.apply(claim(ALICE, 5, one));
    state.apply(claim(BOB, 1, one));

    assertThat(state.instance(one.key())).contains(new OwnedInstance(one, BOB, 1));
    assertThat(state.references).containsOnly(Map.entry(document.revision(), 1));
  }

  @Test
  void onlyTheOwnerReleases() {
    state.apply(claim(ALICE, 5, one));
    state.apply(claim(BOB, 1, one));

    assertThat(state.apply(release(ALICE, 5, one.key()))).isEqualTo(Result.APPLIED);
    assertThat(state.instances).containsKey(one.key());

    state.apply(release(BOB, 1, one.key()));
    assertThat(state.instances).isEmpty();
    assertThat(state.documents).isEmpty();
    assertThat(state.references).isEmpty();
  }

  @Test
  void anEarlierStartOfAMemberHasNoSay() {
    state.apply(claim(ALICE, 5, one));

    Result late = state.apply(release(ALICE, 4, one.key()));

    assertThat(late.outcome()).isEqualTo(Outcome.STALE_EPOCH);
    assertThat(late.detail()).contains(ALICE.address(), "4", "5");
    assertThat(state.instances).containsKey(one.key());
  }

  @Test
  void anEmptyClaimOfANewStartFencesTheOldOne() {
    state.apply(claim(ALICE, 5, one));
    state.apply(new ClaimInstances(ALICE, 6, List.of(), Map.of(), List.of()));

    assertThat(state.apply(release(ALICE, 5, one.key())).outcome()).isEqualTo(Outcome.STALE_EPOCH);
  }

  @Test
  void aClaimWithAMissingDocumentIsRejectedAsAWhole() {
    ApplicationInstance other = instance(STOCK, 2, 1);
    Command claim =
        new ClaimInstances(
            ALICE, 5, List.of(one, other), Map.of(document.revision(), document), List.of());

    Result result = state.apply(claim);

    assertThat(result.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(result.detail()).contains("stock", other.revision().value());
    assertThat(state).isEqualTo(new MemoryState());
  }

  @Test
  void aStoredDocumentNeedNotBeEnclosed() {
    state.apply(claim(ALICE, 5, one));
    ApplicationInstance two = instance(SHOP, 2, 1);

    assertThat(state.apply(new ClaimInstances(BOB, 1, List.of(two), Map.of(), List.of())))
        .isEqualTo(Result.APPLIED);
    assertThat(state.references(document.revision())).isEqualTo(2);
  }

  @Test
  void aDocumentGoesWithTheLastInstanceThatRefersToIt() {
    ApplicationInstance two = instance(SHOP, 2, 1);
    state.apply(claim(ALICE, 5, one, two));

    state.apply(claim(ALICE, 5, instance(SHOP, 1, 2)));
    assertThat(state.documents).containsOnlyKeys(revision(1), revision(2));

    state.apply(release(ALICE, 5, two.key()));
    assertThat(state.documents).containsOnlyKeys(revision(2));
  }

  @Test
  void puttingAndReleasingTheSameInstanceLeavesNothing() {
    Command both =
        new ClaimInstances(
            ALICE,
            5,
            List.of(one),
            Map.of(document.revision(), document),
            List.of(one.key(), one.key()));
    state.apply(both);

    assertThat(state.instances).isEmpty();
    assertThat(state.documents).isEmpty();
  }

  @Test
  void reapingTakesOnlyWhatTheLostStartStillOwns() {
    ApplicationInstance moved = instance(SHOP, 2, 1);
    ApplicationInstance renewed = instance(SHOP, 3, 1);
    state.apply(claim(ALICE, 5, one, moved, renewed));
    state.apply(claim(BOB, 1, moved));
    state.apply(claim(ALICE, 6, renewed));

    Result result =
        state.apply(new ReapInstances(ALICE, 5, List.of(one.key(), moved.key(), renewed.key())));

    assertThat(result).isEqualTo(Result.APPLIED);
    assertThat(state.instances).containsOnlyKeys(moved.key(), renewed.key());
    assertThat(state.references(document.revision())).isEqualTo(2);
  }

  @Test
  void switchingToTheSameStateKeepsTheTime() {
    state.apply(new SwitchTranslation(SHOP, true, false, 100));
    state.apply(new SwitchTranslation(SHOP, true, false, 200));

    assertThat(state.translation(SHOP)).isEqualTo(new Translation(true, false, 100));

    state.apply(new SwitchTranslation(SHOP, false, false, 300));
    assertThat(state.translation(SHOP)).isEqualTo(new Translation(false, false, 300));
  }

  @Test
  void aLargerShareKeepsTheSaltAndTheTime() {
    state.apply(new SwitchTranslation(SHOP, true, false, Audience.share(5, "one"), 100));
    state.apply(new SwitchTranslation(SHOP, true, false, Audience.share(20, "other"), 200));

    assertThat(state.translation(SHOP))
        .isEqualTo(new Translation(true, false, 100, Audience.share(20, "one")));

    state.apply(new SwitchTranslation(SHOP, true, false, 300));
    assertThat(state.translation(SHOP)).isEqualTo(new Translation(true, false, 100));
    state.apply(new SwitchTranslation(SHOP, false, false, Audience.share(5, "one"), 400));
    assertThat(state.translation(SHOP)).isEqualTo(new Translation(false, false, 400));
  }

  @Test
  void aPublicationOnlyAdvances() {
    state.apply(claim(ALICE, 5, one));
    assertThat(stageAfter(Stage.INTENDED, Stage.WRITTEN)).isEqualTo(Stage.WRITTEN);
    assertThat(stageAfter(Stage.INTENDED, Stage.FOUND)).isEqualTo(Stage.INTENDED);
    assertThat(stageAfter(Stage.WRITTEN, Stage.INTENDED)).isEqualTo(Stage.WRITTEN);
    assertThat(stageAfter(Stage.WRITTEN, Stage.FOUND)).isEqualTo(Stage.WRITTEN);
    assertThat(stageAfter(Stage.FOUND, Stage.INTENDED)).isEqualTo(Stage.FOUND);
    assertThat(stageAfter(Stage.FOUND, Stage.WRITTEN)).isEqualTo(Stage.FOUND);
  }

  private Stage stageAfter(Stage first, Stage second) {
    Publication.Id id = new Publication.Id(Kind.DOCUMENT, document.revision().value());
    state.apply(new ForgetPublications(SHOP, List.of(id)));
    state.apply(new RecordPublications(SHOP, List.of(new Publication(id, first))));
    state.apply(new RecordPublications(SHOP, List.of(new Publication(id, second))));
    assertThat(state.references(document.revision())).isEqualTo(2);
    return state.publication(SHOP, id).orElseThrow().stage();
  }

  @Test
  void aPublishedDocumentStaysUntilItIsForgotten() {
    Publication.Id id = new Publication.Id(Kind.DOCUMENT, document.revision().value());
    state.apply(claim(ALICE, 5, one));
    state.apply(new RecordPublications(SHOP, List.of(new Publication(id, Stage.WRITTEN))));
    state.apply(release(ALICE, 5, one.key()));
    assertThat(state.documents).containsKey(document.revision());

    state.apply(new ForgetPublications(SHOP, List.of(id)));
    assertThat(state.documents).isEmpty();
    assertThat(state.publications).isEmpty();
  }

  @Test
  void aDocumentThatIsNotStoredCannotBePublished() {
    Publication.Id id = new Publication.Id(Kind.DOCUMENT, document.revision().value());

    Result result =
        state.apply(new RecordPublications(SHOP, List.of(new Publication(id, Stage.INTENDED))));

    assertThat(result.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(state.publications).isEmpty();
  }

  @Test
  void aRestoreAddsWhatIsMissingAndKeepsWhatIsThere() {
    ApplicationInstance two = instance(SHOP, 2, 2);
    state.apply(claim(ALICE, 5, one));
    state.apply(new SwitchTranslation(SHOP, false, true, 3));

    assertThat(state.apply(restore(List.of(instance(SHOP, 1, 2), two), true)))
        .isEqualTo(Result.APPLIED);

    assertThat(state.instances.get(one.key())).isEqualTo(new OwnedInstance(one, ALICE, 5));
    assertThat(state.instances.get(two.key()))
        .isEqualTo(new OwnedInstance(two, RestoreApplication.OWNER, 99));
    assertThat(state.translation(SHOP)).isEqualTo(new Translation(false, true, 3));
  }

  @Test
  void aRestoreIntoAnEmptyCatalogBringsTheSwitchAndTheIntentsBack() {
    assertThat(state.apply(restore(List.of(), true))).isEqualTo(Result.APPLIED);

    assertThat(state.translation(SHOP)).isEqualTo(new Translation(true, false, 7));
    // The document is referred to by the publication alone.
    assertThat(state.documents).containsOnlyKeys(document.revision());
    assertThat(state.publications)
        .hasSize(1)
        .allSatisfy((key, it) -> assertThat(it.stage()).isEqualTo(Stage.INTENDED));
  }

  @Test
  void aRestoreWithoutItsDocumentsIsRefusedAsAWhole() {
    Result result = state.apply(restore(List.of(one), false));

    assertThat(result.outcome()).isEqualTo(Outcome.NOT_FOUND);
    assertThat(state).isEqualTo(new MemoryState());
  }

  private RestoreApplication restore(List<ApplicationInstance> instances, boolean enclosing) {
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    documents.put(document.revision(), document);
    documents.put(revision(2), document(SHOP, 2));
    return new RestoreApplication(
        SHOP,
        99,
        Optional.of(new SwitchTranslation(SHOP, true, false, 7)),
        List.of(
            new Publication(
                new Publication.Id(Kind.DOCUMENT, document.revision().value()), Stage.WRITTEN),
            new Publication(new Publication.Id(Kind.MAPPING, "org.demo.Orders"), Stage.FOUND)),
        instances,
        enclosing ? documents : Map.of());
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void applyingTwiceEqualsApplyingOnce(@ForAll("sequences") List<Command> commands) {
    MemoryState once = new MemoryState();
    MemoryState twice = new MemoryState();
    for (Command command : commands) {
      Result first = once.apply(command);
      assertThat(twice.apply(command)).isEqualTo(first);
      Decision again = Decider.decide(twice, command);
      assertThat(again.changes()).isEmpty();
      // The answer of the second time may be another, but only if nothing came of the first.
      if (first.outcome() != Outcome.APPLIED) {
        assertThat(again.result()).isEqualTo(first);
      }
      assertThat(twice).isEqualTo(once);
    }
  }

  @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
  void documentsAreExactlyThoseReferredTo(@ForAll("sequences") List<Command> commands) {
    MemoryState after = new MemoryState();
    commands.forEach(after::apply);

    Map<MetadataRevision, Integer> counted = new TreeMap<>();
    after
        .instances
        .values()
        .forEach(it -> counted.merge(it.instance().revision(), 1, Integer::sum));
    after.publications.values().stream()
        .map(Publication::id)
        .filter(id -> id.kind() == Kind.DOCUMENT)
        .forEach(id -> counted.merge(new MetadataRevision(id.name()), 1, Integer::sum));
    assertThat(after.references).isEqualTo(counted);
    assertThat(after.documents.keySet()).isEqualTo(counted.keySet());
    after.documents.forEach((revision, it) -> assertThat(it.revision()).isEqualTo(revision));
  }

  @Provide
  Arbitrary<List<Command>> sequences() {
    return CommandArbitraries.sequences(25);
  }

  private static ClaimInstances claim(MemberId owner, long epoch, ApplicationInstance... puts) {
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    for (int variant = 1; variant <= 2; variant++) {
      MetadataDocument each = document(SHOP, variant);
      documents.put(each.revision(), each);
    }
    return new ClaimInstances(owner, epoch, List.of(puts), documents, List.of());
  }

  private static ClaimInstances release(MemberId owner, long epoch, InstanceKey... keys) {
    return new ClaimInstances(owner, epoch, List.of(), Map.of(), List.of(keys));
  }

  private static MetadataRevision revision(int variant) {
    return document(SHOP, variant).revision();
  }
}
