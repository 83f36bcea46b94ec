package io.landbridge.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command;
import io.landbridge.command.Command.SkipEntry;
import io.landbridge.command.EntryId;
import io.landbridge.command.Result;
import io.landbridge.model.MemberId;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.Frames;
import io.landbridge.state.MemoryState;
import io.landbridge.state.RandomCommands;
import io.landbridge.store.FaultyStore.Step;
import io.landbridge.store.ModelDigest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A group without a network or threads: what is committed is one list, which every member has up to
 * somewhere, begins somewhere after its own snapshot, and applies at its own pace. Everything that
 * happens is drawn from the seed.
 */
final class SimulatedGroup implements AutoCloseable {

  /** What is committed: an entry, its answer (null for whatever says unreadable), the digest. */
  record Committed(byte[] entry, @Nullable Result result, String digest) {}

  private final Random random;
  private final RandomCommands commands;
  private final MemoryState model = new MemoryState();
  private final List<Committed> log = new ArrayList<>();
  private final List<SimulatedMember> members = new ArrayList<>();
  private final List<String> story = new ArrayList<>();
  private SimulatedMember leader;

  SimulatedGroup(long seed, Path directory) throws IOException {
    random = new Random(seed);
    commands = new RandomCommands(random);
    int size = random.nextBoolean() ? 3 : 5;
    for (int i = 0; i < size; i++) {
      members.add(new SimulatedMember(i, directory.resolve("member-" + i), log));
    }
    leader = members.get(0);
    for (SimulatedMember member : members) {
      member.start();
    }
  }

  /** What happened, in order. */
  String story() {
    return String.join("; ", story);
  }

  void run(int steps) throws Exception {
    for (int i = 0; i < steps; i++) {
      step();
      for (SimulatedMember member : members) {
        member.assertConsistent();
      }
    }
  }

  private void step() throws Exception {
    SimulatedMember member = members.get(random.nextInt(members.size()));
    int what = random.nextInt(100);
    if (what < 2) {
      plant();
    } else if (what < 45) {
      propose(1 + random.nextInt(8));
    } else if (what < 65) {
      follow(member, random.nextInt(10));
    } else if (what < 73) {
      SimulatedMember saving = random.nextBoolean() ? leader : member;
      tell(saving, "saves");
      follow(saving, log.size());
      saving.save();
    } else if (what < 77) {
      Step step = random.nextBoolean() ? Step.BEFORE_SAVE : Step.AFTER_SAVE;
      tell(member, "dies, " + step);
      live(member).dieSaving(step);
    } else if (what < 83) {
      tell(member, "is killed");
      member.stop();
    } else if (what < 87) {
      Step step = random.nextBoolean() ? Step.BEFORE_COMMIT : Step.AFTER_COMMIT;
      tell(member, "dies, " + step);
      dieApplying(live(member), step);
    } else if (what < 91) {
      Step step = random.nextBoolean() ? Step.BEFORE_LOAD : Step.AFTER_LOAD;
      tell(member, "dies, " + step);
      dieLoading(member, step);
    } else if (what < 93) {
      tell(member, "finds its snapshot damaged");
      damaged(member);
    } else if (what < 98) {
      wipe(member);
    } else {
      lead(member);
    }
  }

  private void propose(int number) throws Exception {
    live(leader);
    for (int i = 0; i < number; i++) {
      byte[] entry;
      @Nullable Result result;
      int kind = random.nextInt(20);
      if (kind == 0) {
        entry = new byte[random.nextInt(60)];
        random.nextBytes(entry);
        result = null;
      } else {
        Command command = commands.next();
        entry = CommandCodec.encode(command);
        result = model.apply(command);
      }
      append(entry, result);
      if (kind == 1 && result != null) {
        // The proposer did not hear and proposes the same again.
        String before = ModelDigest.of(model);
        append(entry, model.apply(CommandCodec.decode(entry)));
        assertThat(ModelDigest.of(model)).as("what the second time leaves").isEqualTo(before);
      }
    }
    story.add("entries up to " + log.size());
    // A majority has what is committed, but need not have applied it.
    int majority = members.size() / 2;
    int first = random.nextInt(members.size());
    for (int i = 0; majority > 0 && i < members.size(); i++) {
      SimulatedMember member = members.get((first + i) % members.size());
      if (member != leader) {
        fetch(live(member));
        majority--;
      }
    }
    leader.fetchTo(log.size());
  }

  /** Somebody puts in what no member can read, and the members agree to leave it out. */
  private void plant() throws Exception {
    byte[] planted = Frames.ofFormat(4 + random.nextInt(100), CommandCodec.encode(commands.next()));
    append(planted, null);
    EntryId entry = EntryId.of(log.size(), planted);
    story.add("planted " + entry.number());
    List<MemberId> all = members.stream().map(SimulatedMember::id).toList();
    for (MemberId member : all) {
      propose(random.nextInt(3));
      Command agreement = new SkipEntry(entry, member, all);
      append(CommandCodec.encode(agreement), model.apply(agreement));
    }
    propose(1);
  }

  private void append(byte[] entry, @Nullable Result result) {
    log.add(new Committed(entry, result, ModelDigest.of(model)));
  }

  private SimulatedMember live(SimulatedMember member) throws IOException {
    if (!member.isRunning()) {
      tell(member, "starts");
      member.start();
    }
    return member;
  }

  /** Brings the log of a member up to date, by a snapshot when the leader's begins too late. */
  private void fetch(SimulatedMember member) throws IOException {
    if (leader.begin() > member.end()) {
      tell(member, "takes the leader's snapshot");
      member.install(leader);
    }
    member.fetchTo(leader.end());
  }

  private void follow(SimulatedMember member, int entries) throws IOException {
    fetch(live(member));
    member.applyTo(Math.min(log.size(), member.applied() + entries));
  }

  private void dieApplying(SimulatedMember member, Step step) throws IOException {
    fetch(member);
    if (member.applied() < log.size()) {
      member.dieApplying(step);
    } else {
      member.stop();
    }
  }

  private void dieLoading(SimulatedMember member, Step step) throws IOException {
    if (member.hasSnapshot()) {
      member.stop();
      member.dieLoading(step);
    }
  }

  private void damaged(SimulatedMember member) throws IOException {
    if (member == leader || !member.hasSnapshot()) {
      return;
    }
    member.stop();
    member.damageSnapshot(random);
    assertThatThrownBy(member::start).isInstanceOf(IOException.class);
    assertThat(member.isRunning()).isFalse();
    member.wipe();
  }

  private void wipe(SimulatedMember member) throws IOException {
    if (member != leader) {
      tell(member, "loses its disk");
      member.stop();
      member.wipe();
    }
  }

  private void lead(SimulatedMember member) {
    if (member.isRunning() && member.end() == log.size()) {
      tell(member, "leads");
      leader = member;
    }
  }

  private void tell(SimulatedMember member, String what) {
    story.add(member + " " + what);
  }

  /** All come up and catch up; then they hold the same, and what the model holds. */
  void settle() throws IOException {
    live(leader);
    for (SimulatedMember member : members) {
      follow(member, log.size());
    }
    for (SimulatedMember member : members) {
      member.assertConsistent();
      CatalogInvariants.assertSame(member.reader(), model);
      assertThat(member.reader().position())
          .isEqualTo(members.get(0).reader().position())
          .satisfies(it -> assertThat(it.applied()).isEqualTo(log.size()));
      // What can be loaded again has been verified record by record and row by row.
      member.save();
      member.stop();
      member.start();
      CatalogInvariants.assertSame(member.reader(), model);
    }
  }

  @Override
  public void close() {
    members.forEach(SimulatedMember::stop);
  }
}
