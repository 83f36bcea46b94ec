package io.landbridge.raft;

import static io.landbridge.state.Samples.ALICE;
import static io.landbridge.state.Samples.BOB;
import static io.landbridge.state.Samples.SHOP;
import static io.landbridge.state.Samples.STOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command;
import io.landbridge.command.Command.EndSignatures;
import io.landbridge.command.Command.RequireSignatures;
import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.EntryId;
import io.landbridge.command.Result;
import io.landbridge.command.Result.Outcome;
import io.landbridge.command.SignatureRequirement;
import io.landbridge.model.MemberId;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.EntryKey;
import io.landbridge.record.Frames;
import io.landbridge.record.ResultCodec;
import io.landbridge.record.SignedEntry;
import io.landbridge.record.SignedEntry.Signer;
import io.landbridge.state.CatalogPosition;
import io.landbridge.state.RandomCommands;
import io.landbridge.store.RocksStore;
import io.landbridge.store.SnapshotFormats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A group of three whose entries are signed, and a stranger who can write to its log. */
class SignedLogIT {

  private static final List<MemberId> ALL = List.of(ALICE, BOB, new MemberId("10.0.0.3:8848"));
  private static final EntryKey KEY = EntryKey.of("identity", "first");
  private static final EntryKey OTHER = EntryKey.of("identity", "second");
  private static final EntryKey FOREIGN = EntryKey.of("identity", "guess");
  private static final SignatureRequirement FIRST = new SignatureRequirement(KEY.id(), 11);
  private static final SignatureRequirement SECOND = new SignatureRequirement(OTHER.id(), 12);

  @TempDir Path directory;

  private final MemoryLog log = new MemoryLog(3);
  private final List<Member> members = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    for (int i = 0; i < 3; i++) {
      members.add(new Member(i));
      members.get(i).start(KEY);
    }
  }

  @AfterEach
  void stop() {
    members.forEach(Member::stop);
  }

  @Test
  void onceRequiredNothingThatIsNotSignedChangesAnything() throws Exception {
    assertThat(plant(switched(1)).outcome()).isEqualTo(Outcome.APPLIED);
    assertThat(require(0, FIRST)).isEqualTo(Result.APPLIED);
    String before = members.get(0).position().digest();

    for (byte[] planted :
        List.of(
            CommandCodec.encode(switched(2)),
            CommandCodec.encode(new EndSignatures(FIRST.nonce())),
            new byte[] {1, 2, 3},
            Frames.ofFormat(2, new byte[40]),
            Frames.ofFormat(9, CommandCodec.encode(switched(2))),
            SignedEntry.sign(FOREIGN, FIRST.nonce(), signer(1), CommandCodec.encode(switched(2))),
            SignedEntry.sign(KEY, 0, signer(1), CommandCodec.encode(switched(2))))) {
      assertThat(plant(planted).outcome()).isEqualTo(Outcome.UNSIGNED);
    }

    for (Member member : members) {
      assertThat(member.faults.all()).isEmpty();
      assertThat(member.position().digest()).isEqualTo(before);
      assertThat(member.machine().entries().refused()).isEqualTo(7);
      assertThat(member.machine().entries().damaged()).isZero();
    }
    assertThat(propose(1, switched(3))).isEqualTo(Result.APPLIED);
    assertSame();
  }

  @Test
  void whatIsInTheLogAlreadyIsNotTakenAgain() throws Exception {
    require(0, FIRST);
    propose(1, new SwitchTranslation(SHOP, true, false, 1));
    byte[] recorded = last();
    propose(2, new SwitchTranslation(SHOP, false, false, 2));

    assertThat(plant(recorded).outcome()).isEqualTo(Outcome.UNSIGNED);

    assertThat(members.get(0).machine().reader().translation(SHOP).enabled()).isFalse();
    assertSame();
  }

  @Test
  void neitherIsWhatWasRejectedWhenItCame() throws Exception {
    require(0, FIRST);
    assertThat(propose(1, new EndSignatures(99)).outcome()).isEqualTo(Outcome.STALE_EPOCH);
    byte[] rejected = last();

    assertThat(plant(rejected).outcome()).isEqualTo(Outcome.UNSIGNED);
  }

  @Test
  void anEndThatWasRecordedDoesNotEndALaterRequirement() throws Exception {
    require(0, FIRST);
    assertThat(propose(0, new EndSignatures(FIRST.nonce()))).isEqualTo(Result.APPLIED);
    byte[] end = last();
    assertThat(plant(switched(5)).outcome()).isEqualTo(Outcome.APPLIED);
    require(0, new SignatureRequirement(KEY.id(), 77));

    assertThat(plant(end).outcome()).isEqualTo(Outcome.UNSIGNED);
    assertThat(members.get(0).machine().reader().signatures()).isPresent();
    assertSame();
  }

  @Test
  void whatOnlySignedEntriesHaveIsDamageInOthers() throws Exception {
    byte[] bare = CommandCodec.encode(new RequireSignatures(0, FIRST));

    assertThat(plant(bare).outcome()).isEqualTo(Outcome.UNREADABLE);

    assertThat(members.get(0).machine().reader().signatures()).isEmpty();
    assertThat(members.get(0).machine().entries().damaged()).isEqualTo(1);
  }

  @Test
  void beforeTheyAreRequiredSignedEntriesChangeNothing() throws Exception {
    assertThat(
            plant(SignedEntry.sign(KEY, 0, signer(1), CommandCodec.encode(switched(1)))).outcome())
        .isEqualTo(Outcome.UNSIGNED);
    assertThat(
            plant(
                    SignedEntry.sign(
                        FOREIGN,
                        0,
                        signer(1),
                        CommandCodec.encode(new RequireSignatures(0, FIRST))))
                .outcome())
        .isEqualTo(Outcome.UNSIGNED);
    assertThat(members.get(0).machine().reader().signatures()).isEmpty();
    assertSame();
  }

  /** A stranger's own key: nobody has it, all stop, and agree to skip it. */
  @Test
  void aRequirementWithAKeyThatNobodyHasIsSkippedByAgreement() throws Exception {
    byte[] planted =
        SignedEntry.sign(
            FOREIGN,
            0,
            signer(1),
            CommandCodec.encode(
                new RequireSignatures(0, new SignatureRequirement(FOREIGN.id(), 5))));
    propose(0, switched(1));
    plant(planted);
    EntryId entry = EntryId.of(2, planted);
    for (Member member : members) {
      assertThat(member.faults.all())
          .singleElement()
          .asString()
          .contains(FOREIGN.id(), KEY.id(), "nacos.core.auth.server.identity", "skip-entry")
          .doesNotContain("first");
      assertThat(member.machine().entries().stopped().orElseThrow().entry()).isEqualTo(entry);
    }

    for (int i = 0; i < 3; i++) {
      assertThat(propose(i, new SkipEntry(entry, ALL.get(i), ALL))).isEqualTo(Result.APPLIED);
    }
    for (Member member : members) {
      member.restart(KEY);
    }

    assertThat(propose(0, switched(2))).isEqualTo(Result.APPLIED);
    assertThat(members.get(0).machine().entries().skipped()).isEqualTo(1);
    assertSame();
  }

  /** Where signatures are required already, an unsigned agreement is one that nobody made. */
  @Test
  void anAgreementIsSignedWhereEntriesMustBe() throws Exception {
    require(0, FIRST);
    byte[] newer =
        SignedEntry.sign(
            KEY,
            FIRST.nonce(),
            signer(1_000),
            Frames.ofFormat(9, CommandCodec.encode(switched(2))));
    plant(newer);
    EntryId entry = EntryId.of(2, newer);
    assertThat(members)
        .allMatch(it -> it.machine().entries().stopped().orElseThrow().entry().equals(entry));

    ALL.forEach(each -> plant(CommandCodec.encode(new SkipEntry(entry, each, ALL))));
    assertThat(members).noneMatch(it -> it.machine().entries().stopped().orElseThrow().skipped());

    for (int i = 0; i < 3; i++) {
      assertThat(propose(i, new SkipEntry(entry, ALL.get(i), ALL))).isEqualTo(Result.APPLIED);
    }
    assertThat(members).allMatch(it -> it.machine().entries().stopped().orElseThrow().skipped());
  }

  @Test
  void aMemberWithoutTheKeyStopsAndSaysWhichAndGoesOnOnceItHasIt() throws Exception {
    members.get(2).stop();
    Files.delete(members.get(2).keys);
    members.get(2).start(FOREIGN);
    require(0, FIRST);
    propose(0, switched(1));

    Member without = members.get(2);
    assertThat(without.faults.all()).singleElement().asString().contains(KEY.id(), FOREIGN.id());
    assertThatThrownBy(() -> without.machine().save(directory.resolve("no")))
        .isInstanceOf(IOException.class);

    without.restart(KEY);
    assertThat(without.faults.all()).isEmpty();
    assertSame();
  }

  /** A rolling restart with another identity, then a change of the key, then a restart of all. */
  @Test
  void theKeyIsChangedWhileAllMembersHaveBoth() throws Exception {
    require(0, FIRST);
    propose(0, switched(1));
    for (int i = 0; i < 3; i++) {
      members.get(i).restart(OTHER);
      assertThat(propose(i, switched(10 + i))).isEqualTo(Result.APPLIED);
    }
    assertThat(propose(1, new RequireSignatures(FIRST.nonce(), SECOND))).isEqualTo(Result.APPLIED);
    assertThat(propose(2, switched(20))).isEqualTo(Result.APPLIED);
    assertThat(
            plant(
                    SignedEntry.sign(
                        KEY, SECOND.nonce(), signer(99), CommandCodec.encode(switched(30))))
                .outcome())
        .isEqualTo(Outcome.UNSIGNED);

    for (Member member : members) {
      member.restart(OTHER);
    }
    assertSame();
  }

  @Test
  void aMemberThatLacksTheNextKeyStopsAtTheChange() throws Exception {
    require(0, FIRST);
    members.get(0).restart(OTHER);
    members.get(1).restart(OTHER);
    propose(0, new RequireSignatures(FIRST.nonce(), SECOND));

    assertThat(members.get(2).faults.all()).singleElement().asString().contains(OTHER.id());
    assertThat(members.get(2).machine().entries().stopped()).isEmpty();
  }

  @Test
  void aSnapshotKeepsWhatIsRequiredAndTheSignersAndNeedsTheKey() throws Exception {
    require(0, FIRST);
    propose(1, switched(1));
    byte[] recorded = last();
    Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
    members.get(0).machine().save(snapshot);

    try (RocksStore store = RocksStore.open(directory.resolve("fresh"))) {
      CapturedFaults faults = new CapturedFaults();
      CatalogStateMachine fresh = machine(store, faults, directory.resolve("k1"), KEY);
      fresh.load(snapshot);
      assertThat(fresh.reader().position()).isEqualTo(members.get(0).position());
      assertThat(ResultCodec.decode(fresh.apply(recorded)).outcome()).isEqualTo(Outcome.UNSIGNED);
      assertThat(faults.all()).isEmpty();
    }
    try (RocksStore store = RocksStore.open(directory.resolve("without"))) {
      CapturedFaults faults = new CapturedFaults();
      CatalogStateMachine without = machine(store, faults, directory.resolve("k2"), FOREIGN);
      assertThatThrownBy(() -> without.load(snapshot))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(KEY.id());
      assertThat(faults.all()).hasSize(1);
    }
  }

  /** While it is required, a plugin that does not know of signatures must not load the catalog. */
  @Test
  void theFormatOfASnapshotSaysWhetherEntriesMustBeSigned() throws Exception {
    propose(0, switched(1));
    assertThat(savedFormat("before")).isEqualTo(1);
    require(0, FIRST);
    assertThat(savedFormat("required")).isEqualTo(2);
    propose(0, new EndSignatures(FIRST.nonce()));
    assertThat(savedFormat("after")).isEqualTo(1);
  }

  private int savedFormat(String name) throws IOException {
    Path snapshot = Files.createDirectory(directory.resolve(name));
    members.get(0).machine().save(snapshot);
    return SnapshotFormats.of(snapshot);
  }

  @Test
  void aMemberWhoseClockWasSetBackIsTakenAllTheSame() throws Exception {
    require(0, FIRST);
    propose(1, switched(1));
    members.get(1).started = 5;
    members.get(1).restart(KEY);

    assertThat(propose(1, switched(2))).isEqualTo(Result.APPLIED);
    assertSame();
  }

  /** The proposer's catalog is behind that of the leader. */
  @Test
  void whoDoesNotKnowYetSignsOnceMore() throws Exception {
    log.lag(2);
    require(0, FIRST);
    var answer = new ProposingCatalog(log.member(2), members.get(2).signer()).propose(switched(1));
    assertThat(answer).isNotDone();
    log.catchUp(2);

    assertThat(answer.get()).isEqualTo(Result.APPLIED);
    assertSame();
  }

  @Test
  void whoStaysBehindIsToldAfterAWhile() throws Exception {
    log.lag(2);
    require(0, FIRST);

    assertThatThrownBy(
            () ->
                new ProposingCatalog(log.member(2), members.get(2).signer())
                    .propose(switched(1))
                    .get())
        .hasCauseInstanceOf(ProposalException.class)
        .hasMessageContaining("it must be signed with key " + KEY.id());
  }

  /** Whatever is planted, restarted and changed in whatever order: all members hold the same. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void membersNeverDiffer(long seed) throws Exception {
    Random random = new Random(seed);
    RandomCommands commands = new RandomCommands(random);
    long nonce = 100;
    EntryKey present = KEY;
    for (int i = 0; i < 120; i++) {
      Optional<SignatureRequirement> required = members.get(0).machine().reader().signatures();
      long before = required.map(SignatureRequirement::nonce).orElse(0L);
      switch (random.nextInt(40)) {
        case 0, 1, 2 -> {
          nonce++;
          require(before, new SignatureRequirement(present.id(), nonce));
        }
        case 3, 4 -> {
          if (required.isPresent()) {
            propose(random.nextInt(3), new EndSignatures(before));
          }
        }
        case 5 -> {
          present = present == KEY ? OTHER : KEY;
          for (Member member : members) {
            member.restart(present);
          }
        }
        case 6 -> members.get(random.nextInt(3)).restart(present);
        case 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 -> plantSomething(random, commands, required);
        default -> propose(random.nextInt(3), commands.next());
      }
      assertSame();
    }
    for (Member member : members) {
      member.restart(present);
    }
    assertSame();
    Path snapshot = Files.createDirectory(directory.resolve("last"));
    members.get(0).machine().save(snapshot);
    try (RocksStore store = RocksStore.open(directory.resolve("loaded"))) {
      CatalogStateMachine loaded =
          machine(store, new CapturedFaults(), members.get(0).keys, present);
      loaded.load(snapshot);
      assertThat(loaded.reader().position()).isEqualTo(members.get(0).position());
    }
  }

  private void plantSomething(
      Random random, RandomCommands commands, Optional<SignatureRequirement> required)
      throws Exception {
    String before = members.get(0).position().digest();
    byte[] inner = CommandCodec.encode(commands.next());
    long nonce = required.map(SignatureRequirement::nonce).orElse(0L);
    List<byte[]> entries = log.entries();
    byte[] planted =
        switch (random.nextInt(6)) {
          case 0 -> inner;
          case 1 -> new byte[random.nextInt(90)];
          case 2 -> SignedEntry.sign(FOREIGN, nonce, signer(random.nextInt(2_000)), inner);
          case 3 -> SignedEntry.sign(KEY, nonce + 1, signer(random.nextInt(2_000)), inner);
          case 4 -> Frames.ofFormat(2, inner);
          default ->
              entries.isEmpty() ? inner : entries.get(random.nextInt(entries.size())).clone();
        };
    plant(planted);
    if (required.isPresent()) {
      assertThat(members.get(0).position().digest()).isEqualTo(before);
    }
  }

  private static Command switched(long at) {
    return new SwitchTranslation(STOCK, at % 2 == 0, false, at);
  }

  private static Signer signer(long number) {
    return new Signer(ALICE, 1_000_000, number);
  }

  private byte[] last() {
    List<byte[]> entries = log.entries();
    return entries.get(entries.size() - 1).clone();
  }

  private Result require(long expected, SignatureRequirement requirement) {
    return propose(0, new RequireSignatures(expected, requirement));
  }

  private Result plant(Command command) throws Exception {
    return plant(CommandCodec.encode(command));
  }

  private Result plant(byte[] entry) {
    try {
      return ResultCodec.decode(log.member(0).propose(entry.clone()).get());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Result propose(int member, Command command) {
    try {
      return new ProposingCatalog(log.member(member), members.get(member).signer())
          .propose(command)
          .get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void assertSame() {
    assertThat(members).allSatisfy(it -> assertThat(it.faults.all()).isEmpty());
    assertThat(members).extracting(Member::position).containsOnly(members.get(0).position());
  }

  private static CatalogStateMachine machine(
      RocksStore store, CapturedFaults faults, Path keys, EntryKey key) throws IOException {
    return new CatalogStateMachine(
        store, faults, SkippedEntries.none(), EntryKeys.open(keys, Optional.of(key)));
  }

  /** A process that is started again, and a disk. */
  private final class Member {

    private final int number;
    private final Path keys;
    private long started = 1_000;
    private CapturedFaults faults = new CapturedFaults();
    private @Nullable RocksStore store;
    private @Nullable CatalogStateMachine machine;
    private @Nullable EntrySigner signer;

    Member(int number) {
      this.number = number;
      this.keys = directory.resolve("member-" + number).resolve("entry-keys");
    }

    void start(EntryKey key) throws IOException {
      faults = new CapturedFaults();
      RocksStore opened = RocksStore.open(directory.resolve("store-" + number));
      store = opened;
      EntryKeys own = EntryKeys.open(keys, Optional.of(key));
      CatalogStateMachine made =
          new CatalogStateMachine(
              opened, faults, SkippedEntries.open(directory.resolve("skipped-" + number)), own);
      machine = made;
      signer = new EntrySigner(ALL.get(number), started, own, made.reader());
      log.member(number).join(made);
      started++;
    }

    void restart(EntryKey key) throws IOException {
      stop();
      start(key);
    }

    void stop() {
      if (store != null) {
        store.close();
      }
    }

    CatalogStateMachine machine() {
      return Objects.requireNonNull(machine);
    }

    EntrySigner signer() {
      return Objects.requireNonNull(signer);
    }

    CatalogPosition position() {
      return machine().reader().position();
    }
  }
}
