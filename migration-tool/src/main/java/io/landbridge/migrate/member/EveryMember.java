package io.landbridge.migrate.member;

import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.plugin.PluginClient;
import io.landbridge.registry.plugin.PluginGroup;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks every member something: those that were named, and those the members name. Each knows its
 * own clients alone.
 */
public final class EveryMember {

  /** No cluster is larger; a member list that is does not lead to endless questions. */
  private static final int MAX_MEMBERS = 64;

  private final PluginClient plugin;
  private final Consumer<String> progress;

  /** What is asked. */
  public interface Question {

    /**
     * Asks it, and keeps the answer.
     *
     * @param server the member, not another one in its place
     * @param member its address in the member list
     */
    void ask(ServerAddress server, String member) throws RegistryException;
  }

  /**
   * Creates an EveryMember.
   *
   * @param plugin asks who the members are
   * @param progress told what is going on
   */
  public EveryMember(PluginClient plugin, Consumer<String> progress) {
    this.plugin = plugin;
    this.progress = progress;
  }

  /**
   * Asks all of them, each once.
   *
   * @param named the servers an operator named
   * @return what became of each, sorted by address
   * @throws RegistryException if none of them told anything: why the first that answered did not
   */
  public List<AskedMember> ask(List<ServerAddress> named, Question question)
      throws RegistryException {
    SortedMap<String, AskedMember> members = new TreeMap<>();
    Set<String> known = new TreeSet<>();
    Deque<ServerAddress> open = new ArrayDeque<>(named);
    named.forEach(each -> known.add(each.hostAndPort()));
    @Nullable RegistryException failure = null;
    boolean answered = false;
    for (int asked = 0; !open.isEmpty() && asked < MAX_MEMBERS; asked++) {
      ServerAddress next = open.remove();
      Optional<RegistryException> problem = ask(next, question, members, known, open);
      answered |= problem.isEmpty();
      if (failure == null || failure.kind() == Kind.UNREACHABLE) {
        failure = problem.orElse(failure);
      }
    }
    if (!answered && failure != null) {
      throw failure;
    }
    return List.copyOf(members.values());
  }

  private Optional<RegistryException> ask(
      ServerAddress server,
      Question question,
      SortedMap<String, AskedMember> members,
      Set<String> known,
      Deque<ServerAddress> open)
      throws RegistryException {
    progress.accept("asking " + server);
    String member = server.hostAndPort();
    try {
      PluginGroup group = plugin.group(server);
      member = group.member().isEmpty() ? member : group.member();
      known.add(member);
      group.members().stream()
          .map(PluginGroup.ListedMember::member)
          .filter(known::add)
          .forEach(
              each ->
                  server
                      .findSibling(each)
                      .ifPresentOrElse(
                          open::add,
                          () -> {
                            AskedMember unusable = AskedMember.unusable(each);
                            members.putIfAbsent(unusable.member(), unusable);
                          }));
      if (!members.containsKey(member)) {
        question.ask(server, member);
        members.put(member, new AskedMember(member, true, ""));
      }
      return Optional.empty();
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      members.putIfAbsent(member, new AskedMember(member, false, e.what()));
      return Optional.of(e);
    }
  }
}
