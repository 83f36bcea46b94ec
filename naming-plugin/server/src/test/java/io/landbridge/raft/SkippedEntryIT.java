package io.landbridge.raft;

import static io.landbridge.state.Samples.ALICE;
import static io.landbridge.state.Samples.BOB;
import static io.landbridge.state.Samples.SHOP;
import static io.landbridge.state.Samples.STOCK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command;
import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.command.EntryId;
import io.landbridge.command.Result;
import io.landbridge.model.MemberId;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.Frames;
import io.landbridge.record.ResultCodec;
import io.landbridge.state.CatalogPosition;
import io.landbridge.store.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A group of three with an entry in its log that none of them can read. */
class SkippedEntryIT {

  private static final MemberId CAROL = new MemberId("10.0.0.3:8848");
  private static final List<MemberId> ALL = List.of(ALICE, BOB, CAROL);

  private static final byte[] PLANTED =
      Frames.ofFormat(9, CommandCodec.encode(new SwitchTranslation(SHOP, true, true, 1)));

  /** Where {@link #PLANTED} is. */
  private static final EntryId ENTRY = EntryId.of(2, PLANTED);

  @TempDir Path directory;

  private final MemoryLog log = new MemoryLog(4);
  private final List<Member> members = new ArrayList<>();

  @BeforeEach
  void aGroupThatHasStopped() throws Exception {
    for (int i = 0; i < 3; i++) {
      members.add(new Member(i));
      members.get(i).start();
    }
    propose(new SwitchTranslation(SHOP, true, false, 1));
    log.member(0).propose(PLANTED).get();
    propose(new SwitchTranslation(STOCK, true, false, 2));
  }

  @AfterEach
  void stop() {
    members.forEach(Member::stop);
  }

  @Test
  void membersStopAtTheSameEntryAndSaveNothing() {
    for (Member member : members) {
      StoppedEntry stopped = member.entries().stopped().orElseThrow();
      assertThat(stopped.entry()).isEqualTo(ENTRY);
      assertThat(stopped.reason()).contains("format 9");
      assertThat(member.faults.all())
          .singleElement()
          .asString()
          .contains("number 2", ENTRY.sha256(), "landbridge skip-entry");
      assertThatThrownBy(() -> member.machine().save(directory.resolve("no")))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void onceAllHaveAgreedTheEntryIsLeftOutAndNothingElse() throws Exception {
    assertThat(agree(ALICE, ALL)).isEqualTo(Result.APPLIED);
    agree(BOB, ALL);
    agree(BOB, ALL);
    assertThat(members).noneMatch(each -> each.entries().stopped().orElseThrow().skipped());
    agree(CAROL, ALL);
    for (Member member : members) {
      StoppedEntry stopped = member.entries().stopped().orElseThrow();
      assertThat(stopped.skipped()).isTrue();
      assertThat(stopped.durable()).isTrue();
      assertThat(stopped.agreed()).isEqualTo(ALL);
    }

    CatalogPosition expected = asIfTheEntryWereDamaged();
    for (Member member : members) {
      member.restart();
      assertThat(member.faults.all()).isEmpty();
      assertThat(member.position()).isEqualTo(expected);
      assertThat(member.entries().skipped()).isEqualTo(1);
      assertThat(member.machine().reader().translation(SHOP).force()).isFalse();
      assertThat(member.machine().reader().translation(STOCK).enabled()).isTrue();
    }
    assertThat(propose(new SwitchTranslation(SHOP, false, false, 3))).isEqualTo(Result.APPLIED);
    assertThat(members).extracting(Member::position).containsOnly(members.get(1).position());
  }

  /** One restarts while the others still stand still: it goes on alone, in the same way. */
  @Test
  void membersMayBeRestartedOneAfterTheOther() throws Exception {
    ALL.forEach(each -> agree(each, ALL));
    members.get(2).restart();
    log.lead(2);
    assertThat(propose(new SwitchTranslation(SHOP, false, false, 3))).isEqualTo(Result.APPLIED);
    assertThat(agree(ALICE, ALL).outcome()).isEqualTo(Result.Outcome.NOT_FOUND);
    members.get(0).restart();
    members.get(1).restart();

    assertThat(members).extracting(Member::position).containsOnly(asIfTheEntryWereDamaged());
  }

  @Test
  void aMemberThatHasLostTheFileFindsTheAgreementInTheLog() throws Exception {
    ALL.forEach(each -> agree(each, ALL));
    Member member = members.get(1);
    member.stop();
    Files.delete(member.file);
    member.start();
    assertThat(member.entries().stopped().orElseThrow().skipped()).isTrue();

    member.restart();
    assertThat(member.position()).isEqualTo(asIfTheEntryWereDamaged());
  }

  @Test
  void aMemberThatCannotWriteTheFileNeedsAnotherStart() throws Exception {
    Files.createDirectories(members.get(0).file.resolve("in-the-way"));
    ALL.forEach(each -> agree(each, ALL));

    assertThat(members.get(0).entries().stopped().orElseThrow().skipped()).isTrue();
    assertThat(members.get(0).entries().stopped().orElseThrow().durable()).isFalse();
    assertThat(members.get(1).entries().stopped().orElseThrow().durable()).isTrue();
  }

  @Test
  void agreementsAreOnlyAboutTheEntryTheyName() throws Exception {
    for (MemberId each : ALL) {
      propose(new SkipEntry(EntryId.of(2, new byte[] {1}), each, ALL));
      propose(new SkipEntry(EntryId.of(3, PLANTED), each, ALL));
    }
    assertThat(members.get(0).entries().stopped().orElseThrow().agreed()).isEmpty();
    members.get(0).restart();
    assertThat(members.get(0).entries().stopped()).isPresent();
    assertThat(members.get(0).entries().skipped()).isZero();
  }

  @Test
  void membersThatAreDownAreNotWaitedForWhereTheOthersSaySo() {
    agree(ALICE, List.of(ALICE, BOB));
    agree(BOB, List.of(ALICE, BOB));

    assertThat(members).allMatch(each -> each.entries().stopped().orElseThrow().skipped());
  }

  /** The hash keeps the number from naming an entry of a log that was begun anew. */
  @Test
  void inAnotherLogNothingIsLeftOut() throws Exception {
    ALL.forEach(each -> agree(each, ALL));
    Member member = members.get(0);
    member.stop();
    member.open();
    for (int i = 1; i <= 3; i++) {
      member
          .machine()
          .apply(CommandCodec.encode(new SwitchTranslation(SHOP, i % 2 == 1, false, i)));
    }
    assertThat(member.machine().reader().translation(SHOP).since()).isEqualTo(3);
    assertThat(member.entries().skipped()).isZero();
  }

  /** A newer build that could read it must leave it out like the others. */
  @Test
  void anEntryThatCanBeReadIsLeftOutAllTheSame() throws Exception {
    byte[] readable = CommandCodec.encode(new SwitchTranslation(STOCK, true, true, 9));
    Path file = directory.resolve("agreed");
    EntryId entry = EntryId.of(1, readable);
    Files.writeString(file, entry.number() + " " + entry.sha256() + "\n");
    try (RocksStore store = RocksStore.open(directory.resolve("newer"))) {
      CatalogStateMachine machine =
          new CatalogStateMachine(
              store, new CapturedFaults(), SkippedEntries.open(file), EntryKeys.none());
      machine.apply(readable.clone());
      assertThat(machine.reader().translation(STOCK).enabled()).isFalse();
      assertThat(machine.reader().position().applied()).isEqualTo(1);
      machine.apply(readable.clone());
      assertThat(machine.reader().translation(STOCK).enabled()).isTrue();
    }
  }

  @Test
  void aNewMemberLearnsFromTheLogOrTakesTheSnapshot() throws Exception {
    ALL.forEach(each -> agree(each, ALL));
    members.get(0).restart();

    Member late = new Member(3);
    members.add(late);
    late.start();
    assertThat(late.entries().stopped().orElseThrow().skipped()).isTrue();
    late.restart();
    assertThat(late.position()).isEqualTo(members.get(0).position());

    Path snapshot = Files.createDirectory(directory.resolve("snapshot"));
    members.get(0).machine().save(snapshot);
    try (RocksStore store = RocksStore.open(directory.resolve("fresh"))) {
      CatalogStateMachine machine = new CatalogStateMachine(store, new CapturedFaults());
      machine.load(snapshot);
      assertThat(machine.reader().position()).isEqualTo(members.get(0).position());
    }
  }

  /** A build that does not know the command passes it over as damaged, and stores the same. */
  @Test
  void anAgreementLeavesOnARunningMemberWhatAnUnknownCommandLeaves() throws Exception {
    try (RocksStore one = RocksStore.open(directory.resolve("knows"));
        RocksStore other = RocksStore.open(directory.resolve("does-not"))) {
      CatalogStateMachine knows = new CatalogStateMachine(one, new CapturedFaults());
      CatalogStateMachine doesNot = new CatalogStateMachine(other, new CapturedFaults());
      byte[] first = CommandCodec.encode(new SwitchTranslation(SHOP, true, false, 1));
      knows.apply(first.clone());
      doesNot.apply(first.clone());
      Result refused =
          ResultCodec.decode(knows.apply(CommandCodec.encode(new SkipEntry(ENTRY, BOB, ALL))));
      // Field 999 of the union, which nobody knows.
      doesNot.apply(Frames.of(new byte[] {(byte) 0xba, 0x3e, 0}));

      assertThat(refused.outcome()).isEqualTo(Result.Outcome.NOT_FOUND);
      assertThat(doesNot.entries().damaged()).isEqualTo(1);
      assertThat(knows.reader().position()).isEqualTo(doesNot.reader().position());
    }
  }

  @Test
  void aFileThatIsNoneKeepsTheMemberFromStarting() throws Exception {
    Path file = Files.writeString(directory.resolve("file"), "2 abc\n");

    assertThatThrownBy(() -> SkippedEntries.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString());
  }

  private CatalogPosition asIfTheEntryWereDamaged() throws Exception {
    Path path = Files.createTempDirectory(directory, "reference");
    try (RocksStore store = RocksStore.open(path)) {
      CatalogStateMachine machine = new CatalogStateMachine(store, new CapturedFaults());
      for (byte[] entry : log.entries()) {
        machine.apply(entry == PLANTED ? new byte[] {1, 2, 3} : entry.clone());
      }
      return machine.reader().position();
    }
  }

  private Result agree(MemberId member, List<MemberId> all) {
    return propose(new SkipEntry(ENTRY, member, all));
  }

  private Result propose(Command command) {
    try {
      return new ProposingCatalog(log.member(0)).propose(command).get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** A process that is started again, and a disk. */
  private final class Member {

    private final int number;
    private final Path file;
    private CapturedFaults faults = new CapturedFaults();
    private @Nullable RocksStore store;
    private @Nullable CatalogStateMachine machine;

    Member(int number) {
      this.number = number;
      this.file = directory.resolve("member-" + number).resolve("skipped-entries");
    }

    void start() throws IOException {
      open();
      log.member(number).join(machine());
    }

    void open() throws IOException {
      faults = new CapturedFaults();
      RocksStore opened = RocksStore.open(directory.resolve("store-" + number));
      store = opened;
      machine =
          new CatalogStateMachine(opened, faults, SkippedEntries.open(file), EntryKeys.none());
    }

    void restart() throws IOException {
      stop();
      start();
    }

    void stop() {
      if (store != null) {
        store.close();
      }
    }

    CatalogStateMachine machine() {
      return Objects.requireNonNull(machine);
    }

    UnreadableEntryCounts entries() {
      return machine().entries();
    }

    CatalogPosition position() {
      return machine().reader().position();
    }
  }
}
