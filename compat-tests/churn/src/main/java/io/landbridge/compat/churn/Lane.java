package io.landbridge.compat.churn;

import io.landbridge.compat.load.wire.ServiceName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One sequence of operations, which follows from its seed alone, on providers of its own; how fast
 * it goes follows from the servers.
 */
final class Lane {

  private static final List<String> LABELS = Operator.LABELS;
  private static final int LEAST_PLACES = 4;
  private static final int MOST_PLACES = 8;
  private static final List<Double> WEIGHTS = List.of(0.5, 1.0, 2.0, 7.25, 100.0);

  /** A client that beats no more is deleted after 30 s. */
  private static final Duration SILENCE = Duration.ofSeconds(23);

  private static final int HEALTH_TRIES = 5;
  private static final int HEALTH_MILLIS = 500;
  private static final int SETTLING_MILLIS = 1_500;
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(26);

  private final int number;
  private final int operations;
  private final int slowOnes;
  private final Ground ground;
  private final Random random;
  private final List<Place> places = new ArrayList<>();
  private int done;
  private int versions;

  /** Where there is a provider, or none at the moment. */
  private static final class Place {
    private final boolean persistent;
    private @Nullable Provider provider;

    Place(boolean persistent) {
      this.persistent = persistent;
    }
  }

  /** A provider that lives. */
  private static final class Provider {
    private final Subject subject;
    private Side side;
    private Client client;
    private State state;

    /** The newer servers keep what operators edited, whatever the client registers later. */
    private boolean edited;

    private boolean hurried;

    /** Whether what is done now comes before both sides show what was done before. */
    private boolean overtaking;

    private Optional<State> leftBehind = Optional.empty();
    private long leftAt;

    Provider(Subject subject, Side side, Client client, State state) {
      this.subject = subject;
      this.side = side;
      this.client = client;
      this.state = state;
    }
  }

  /** What can be done with a provider. */
  private enum What {
    EDIT,
    EDIT_BY_OPERATOR,
    DISABLE,
    LABEL,
    DEREGISTER,
    KILL,
    SILENCE,
    HEALTH,
    MOVE,
    MOVE_WITH_A_GAP,
    FLEE
  }

  private record Chance(What what, int weight) {}

  private static final List<Chance> EPHEMERAL =
      List.of(
          new Chance(What.EDIT, 28),
          new Chance(What.EDIT_BY_OPERATOR, 8),
          new Chance(What.DISABLE, 8),
          new Chance(What.LABEL, 7),
          new Chance(What.DEREGISTER, 14),
          new Chance(What.KILL, 8),
          new Chance(What.SILENCE, 3),
          new Chance(What.MOVE, 12),
          new Chance(What.MOVE_WITH_A_GAP, 9),
          new Chance(What.FLEE, 3));

  private static final List<Chance> PERSISTENT =
      List.of(
          new Chance(What.EDIT, 25),
          new Chance(What.EDIT_BY_OPERATOR, 8),
          new Chance(What.DISABLE, 6),
          new Chance(What.DEREGISTER, 15),
          new Chance(What.HEALTH, 25),
          new Chance(What.MOVE, 12),
          new Chance(What.MOVE_WITH_A_GAP, 9));

  Lane(int number, long seed, int operations, int slowOnes, Ground ground) {
    this.number = number;
    this.operations = operations;
    this.slowOnes = slowOnes;
    this.ground = ground;
    this.random = new Random(seed * 1_000_003 + number);
    int count = Math.max(LEAST_PLACES, Math.min(MOST_PLACES, operations / 8));
    for (int i = 0; i < count; i++) {
      places.add(new Place(i % 4 == 3));
    }
  }

  /** Does all of it. */
  void run() {
    while (done < operations) {
      one(places.get(random.nextInt(places.size())));
      done++;
    }
  }

  private void one(Place place) {
    Provider provider = place.provider;
    if (provider == null) {
      place.provider = arrive(place.persistent);
      return;
    }
    What what = chosen(place.persistent, provider);
    // Some are edited again before anybody was told; nobody moves that fast.
    boolean quick = what == What.EDIT || what == What.EDIT_BY_OPERATOR || what == What.HEALTH;
    provider.overtaking = quick && provider.hurried && !provider.subject.isMet();
    if (!quick || !provider.hurried) {
      provider.subject.awaitMet();
    } else if (provider.overtaking) {
      ground.results().overtaken();
    }
    provider.hurried = random.nextInt(4) == 0;
    String name = what.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    ground.results().did(name);
    switch (what) {
      case EDIT -> edit(provider, name, changed(provider.state));
      case DISABLE -> edit(provider, name, enabled(changed(provider.state)));
      case EDIT_BY_OPERATOR -> editByOperator(provider, name);
      case LABEL -> label(provider, name);
      case HEALTH -> health(provider, name);
      case SILENCE -> silence(provider, name);
      case MOVE -> move(provider, name);
      case MOVE_WITH_A_GAP -> moveWithAGap(provider, name);
      case DEREGISTER -> {
        deregister(provider, name);
        place.provider = null;
      }
      case KILL -> {
        kill(provider, name);
        place.provider = null;
      }
      case FLEE -> {
        flee(provider, name);
        place.provider = null;
      }
    }
  }

  private What chosen(boolean persistent, Provider provider) {
    List<Chance> chances = persistent ? PERSISTENT : EPHEMERAL;
    int drawn = random.nextInt(chances.stream().mapToInt(Chance::weight).sum());
    What what = What.EDIT;
    for (Chance each : chances) {
      drawn -= each.weight();
      if (drawn < 0) {
        what = each.what();
        break;
      }
    }
    boolean beats = provider.client.beats() && !persistent;
    boolean slow = what == What.SILENCE || (what == What.KILL && beats) || what == What.FLEE;
    // What takes a minute and more is for a run that lasts longer than it.
    if (slow && (done >= slowOnes || (what == What.FLEE && slowOnes < operations / 2))) {
      what = What.EDIT;
    }
    if (what == What.SILENCE && !beats) {
      what = What.EDIT;
    }
    if (!provider.state.healthy()) {
      return what == What.DEREGISTER ? what : What.HEALTH;
    }
    if (provider.edited
        && what != What.DEREGISTER
        && what != What.KILL
        && what != What.HEALTH
        && what != What.SILENCE) {
      return What.EDIT_BY_OPERATOR;
    }
    // Nobody who gets no traffic moves or dies: it could not be seen.
    if (provider.state.enabled() || what == What.DEREGISTER || what == What.EDIT_BY_OPERATOR) {
      return what;
    }
    return provider.edited ? What.EDIT_BY_OPERATOR : What.DISABLE;
  }

  private State fresh(boolean persistent) {
    return changed(
        new State("DEFAULT", 1, true, true, !persistent, new TreeMap<>(Map.of("zone", "größer"))));
  }

  private State changed(State state) {
    TreeMap<String, String> metadata = new TreeMap<>(state.metadata());
    metadata.put(State.VERSION, number + "." + versions++);
    metadata.put("note", random.nextInt(4) == 0 ? "" : "a=b&c \"" + random.nextInt(100) + "\"");
    return new State(
        state.label(),
        WEIGHTS.get(random.nextInt(WEIGHTS.size())),
        state.enabled(),
        state.healthy(),
        state.ephemeral(),
        metadata);
  }

  private static State enabled(State state) {
    return new State(
        state.label(),
        state.weight(),
        !state.enabled(),
        state.healthy(),
        state.ephemeral(),
        state.metadata());
  }

  private Expected shows(State state) {
    return Expected.of(state, ground.bound());
  }

  private Provider arrive(boolean persistent) {
    boolean once = !persistent && random.nextInt(10) == 0;
    ServiceName service =
        once
            ? ServiceName.of("once.%d.%d".formatted(number, done))
            : ground.service(persistent, random);
    Subject subject = ground.model().add(service);
    Side side = random.nextBoolean() ? Side.OLD : Side.NEW;
    State state = fresh(persistent);
    if (!persistent) {
      state = state.withLabel(LABELS.get(random.nextInt(LABELS.size())));
    }
    Client client = ground.client(side, random, subject);
    ground.results().did("register");
    Step step = subject.begin("register", side, false, shows(state));
    client.register(state);
    subject.acknowledge(step);
    return new Provider(subject, side, client, state);
  }

  private void edit(Provider provider, String name, State state) {
    Step step = beginEdit(provider, name, state);
    provider.client.register(state);
    provider.subject.acknowledge(step);
    provider.state = state;
  }

  /**
   * A server of 1.x takes the health of a persistent instance apart from the rest, so that what is
   * exported may have the health of a moment ago.
   */
  private Step beginEdit(Provider provider, String name, State state) {
    boolean apart = provider.overtaking && !state.ephemeral() && provider.side == Side.NEW;
    Expected onOld = apart ? shows(state).or(state.withHealth(!state.healthy())) : shows(state);
    return provider.subject.begin(name, provider.side, false, onOld, shows(state));
  }

  private void editByOperator(Provider provider, String name) {
    State state = changed(provider.state);
    Step step = beginEdit(provider, name, state);
    ground.operator(provider.side).edit(provider.subject, state);
    provider.subject.acknowledge(step);
    provider.state = state;
    provider.edited |= provider.side == Side.NEW;
  }

  /** A server of 1.x has both until the other one is taken away. */
  private void label(Provider provider, String name) {
    State before = provider.state;
    int other = LABELS.indexOf(before.label()) + 1 + random.nextInt(LABELS.size() - 1);
    State state = changed(before).withLabel(LABELS.get(other % LABELS.size()));
    Step step = provider.subject.begin(name, provider.side, false, shows(state).or(before));
    provider.client.register(state);
    if (provider.side == Side.OLD) {
      provider.client.deregister(before);
    }
    provider.subject.acknowledge(step);
    provider.state = state;
  }

  private void health(Provider provider, String name) {
    State state = provider.state.withHealth(!provider.state.healthy());
    Step step = provider.subject.begin(name, provider.side, false, shows(state));
    if (provider.side == Side.OLD) {
      healthByOperator(provider, state);
    } else {
      // The API for it of 3.1.0 takes every service for an ephemeral one, and fails.
      provider.client.register(state);
    }
    provider.subject.acknowledge(step);
    provider.state = state;
  }

  /**
   * A server of 1.x says that it has set a health, and loses it when somebody registers in the same
   * service meanwhile. An operator looks and sets it again.
   */
  private void healthByOperator(Provider provider, State state) {
    Operator operator = ground.operator(provider.side);
    for (int i = 0; i < HEALTH_TRIES; i++) {
      operator.health(provider.subject, state);
      ground.pause(HEALTH_MILLIS);
      List<State> listed =
          operator
              .list(provider.subject.service())
              .getOrDefault(provider.subject.address(), List.of());
      if (listed.stream().allMatch(each -> each.healthy() == state.healthy())) {
        return;
      }
      ground.results().lostHealth();
    }
  }

  /** Until both sides show it, and no longer than a server waits until it deletes the instance. */
  private void silence(Provider provider, String name) {
    State state = provider.state;
    Subject subject = provider.subject;
    Step step =
        subject.begin(
            name,
            provider.side,
            true,
            shows(state.withHealth(false)).or(state).within(ground.expiry()));
    long start = System.nanoTime();
    provider.client.fallSilent();
    subject.acknowledge(step);
    if (!subject.awaitMet(SILENCE)) {
      ground.results().overtaken();
    }
    boolean tooLong = System.nanoTime() - start > LONGEST_SILENCE.toNanos();
    Expected expected = shows(state).or(state.withHealth(false));
    Step end =
        subject.begin(
            name + ", ended", provider.side, false, tooLong ? expected.orNothing() : expected);
    provider.client.wakeUp();
    subject.acknowledge(end);
  }

  /**
   * What it had at the old side a moment ago may come to light again at the new one, if that was
   * not told yet that it is gone there.
   */
  private Expected nothing(Provider provider, Duration patience) {
    return orLeftBehind(provider, Expected.nothing(patience));
  }

  private Expected orLeftBehind(Provider provider, Expected expected) {
    return provider
        .leftBehind
        .filter(it -> System.nanoTime() - provider.leftAt < ground.bound().toNanos())
        .map(expected::or)
        .orElse(expected);
  }

  private void deregister(Provider provider, String name) {
    Step step =
        provider.subject.begin(name, provider.side, false, nothing(provider, ground.bound()));
    provider.client.deregister(provider.state);
    provider.subject.acknowledge(step);
  }

  private void kill(Provider provider, String name) {
    State state = provider.state;
    boolean expires = provider.client.beats();
    Expected expected =
        expires
            ? nothing(provider, ground.expiry()).or(state, state.withHealth(false))
            : nothing(provider, ground.bound());
    Step step = provider.subject.begin(name, provider.side, expires, expected);
    provider.client.kill();
    provider.subject.acknowledge(step);
  }

  /** Half of those who move say something else at their new place. */
  private State elsewhere(State state) {
    return random.nextBoolean() ? state : changed(state);
  }

  /** Registers at the other side, and leaves this one some time later. */
  private void move(Provider provider, String name) {
    Side from = provider.side;
    State before = provider.state;
    State after = elsewhere(before);
    Subject subject = provider.subject;
    Client client = ground.client(from.other(), random, subject);
    int pause = random.nextInt(3);
    int millis = random.nextInt(3_000);
    Step arrival =
        from == Side.OLD
            ? subject.begin(name + ", arriving", from.other(), false, shows(before), shows(after))
            : subject.begin(name + ", arriving", from.other(), false, shows(after), shows(before));
    client.register(after);
    subject.acknowledge(arrival);
    if (pause == 1) {
      ground.pause(millis);
    } else if (pause == 2) {
      subject.awaitMet();
    }
    // The other side tells this one of it only after the client has gone from here; what it had
    // before the client came here, a moment ago, may not have been taken back yet.
    Expected left = orLeftBehind(provider, shows(after).orNothing());
    Step step =
        from == Side.OLD
            ? subject.begin(name + ", leaving", from, false, left, shows(after))
            : subject.begin(name + ", leaving", from, false, shows(after), left);
    provider.client.deregister(before);
    subject.acknowledge(step);
    if (before.equals(after)) {
      // What shows at first may still be what has just gone.
      ground.pause(SETTLING_MILLIS);
    }
    moved(provider, client, after);
  }

  private static void moved(Provider provider, Client client, State after) {
    provider.leftBehind =
        provider.side == Side.OLD ? Optional.of(provider.state) : Optional.empty();
    provider.leftAt = System.nanoTime();
    provider.side = provider.side.other();
    provider.client = client;
    provider.state = after;
  }

  /** Leaves this side, and registers at the other one some time later. */
  private void moveWithAGap(Provider provider, String name) {
    int millis = random.nextInt(3) * random.nextInt(1_500);
    deregister(provider, name + ", leaving");
    if (!provider.state.ephemeral()) {
      // Nothing would register it again that comes in the moment in which its export is removed.
      provider.subject.awaitMet();
    }
    ground.pause(millis);
    // Something else, or it would look as if it had never been away.
    State after = changed(provider.state);
    Side to = provider.side.other();
    Client client = ground.client(to, random, provider.subject);
    Step step = provider.subject.begin(name + ", arriving", to, false, shows(after));
    client.register(after);
    provider.subject.acknowledge(step);
    moved(provider, client, after);
  }

  /** Dies here and is there again at the other side at once. It stays as it is until the end. */
  private void flee(Provider provider, String name) {
    Side to = provider.side.other();
    State before = provider.state;
    State after = elsewhere(before);
    Subject subject = provider.subject;
    boolean expires = provider.client.beats();
    Client client = ground.client(to, random, subject);
    Expected onNew = shows(after);
    Expected onOld = shows(after);
    if (to == Side.NEW) {
      // A living one there is not replaced before it is known that nobody beats for it.
      onOld =
          onOld
              .or(before, before.withHealth(false), after.withHealth(false))
              .within(ground.takeover());
    } else if (expires) {
      onNew = onNew.or(before).within(ground.expiry());
    } else {
      onNew = onNew.orNothing();
      onOld = onOld.orNothing();
    }
    if (to == Side.OLD) {
      onNew = orLeftBehind(provider, onNew);
    }
    Step step = subject.begin(name, to, false, onOld, onNew);
    provider.client.kill();
    client.register(after);
    subject.acknowledge(step);
  }

  /** How many operations were done. */
  int done() {
    return done;
  }
}
