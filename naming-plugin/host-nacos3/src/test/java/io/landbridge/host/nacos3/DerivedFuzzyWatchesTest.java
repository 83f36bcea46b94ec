package io.landbridge.host.nacos3;

import static io.landbridge.compat.waiting.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.api.common.Constants.ServiceChangedType;
import com.alibaba.nacos.common.task.AbstractDelayTask;
import com.alibaba.nacos.common.utils.FuzzyGroupKeyPattern;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.push.NamingFuzzyWatchChangeNotifier;
import com.alibaba.nacos.naming.push.v2.task.FuzzyWatchChangeNotifyTask;
import com.alibaba.nacos.naming.push.v2.task.FuzzyWatchPushDelayTaskEngine;
import com.alibaba.nacos.sys.env.EnvUtil;
import io.landbridge.host.view.DerivedServices;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.NativeInstance;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** The server's own record of watches and its own notifier, with services of views. */
class DerivedFuzzyWatchesTest {

  private static final String NAMESPACE = "watched";
  private static final String GROUP = "DEFAULT_GROUP";
  private static final String ALL = FuzzyGroupKeyPattern.generatePattern("*", GROUP, NAMESPACE);
  private static final String SHOPS =
      FuzzyGroupKeyPattern.generatePattern("shop*", GROUP, NAMESPACE);
  private static final int LIMIT = 4;

  private final Set<String> views = ConcurrentHashMap.newKeySet();
  private final Set<Service> registered = ConcurrentHashMap.newKeySet();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final DerivedFuzzyWatches watches =
      new DerivedFuzzyWatches(
          new DerivedServices(View::new, null, null), registered::contains, () -> this.notifier);
  private final NamingFuzzyWatchChangeNotifier notifier =
      new NamingFuzzyWatchChangeNotifier(watches, new Engine());

  @BeforeAll
  static void limit() {
    StandardEnvironment environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .addFirst(
            new MapPropertySource(
                "limit",
                Map.of("nacos.naming.fuzzy.watch.max.pattern.match.service.count", LIMIT)));
    EnvUtil.setEnvironment(environment);
  }

  @AfterEach
  void close() {
    watches.close();
  }

  @Test
  void whoBeginsToWatchIsToldAllAtOnce() throws Exception {
    views.addAll(Set.of("shop-a", "other"));
    watches.syncFuzzyWatcherContext(SHOPS, "one");
    assertThat(watches.matchServiceKeys(SHOPS)).containsExactly(key("shop-a"));
    assertThat(watches.any(new ServiceKey(NamespaceId.of(NAMESPACE), GROUP, "shop-b"))).isTrue();
    assertThat(watches.any(new ServiceKey(NamespaceId.of(NAMESPACE), GROUP, "other"))).isFalse();

    watches.syncFuzzyWatcherContext(ALL, "two");
    assertThat(watches.matchServiceKeys(ALL))
        .containsExactlyInAnyOrder(key("shop-a"), key("other"));
    assertThat(told).isEmpty();
  }

  @Test
  void whoWatchesIsToldWhatComesAndGoes() throws Exception {
    watches.syncFuzzyWatcherContext(SHOPS, "one");
    views.addAll(Set.of("shop-a", "other"));
    pushed("shop-a");
    eventuallyTold("one ADD_SERVICE shop-a");

    // Whoever comes meanwhile changes nothing about what others are told.
    views.add("shop-b");
    watches.syncFuzzyWatcherContext(ALL, "two");
    eventuallyTold("one ADD_SERVICE shop-a", "one ADD_SERVICE shop-b");

    views.remove("shop-a");
    pushed("shop-a");
    eventuallyTold(
        "one ADD_SERVICE shop-a",
        "one ADD_SERVICE shop-b",
        "one DELETE_SERVICE shop-a",
        "two DELETE_SERVICE shop-a");
    assertThat(watches.matchServiceKeys(ALL))
        .containsExactlyInAnyOrder(key("shop-b"), key("other"));
  }

  @Test
  void whatIsShownStaysWhenWhoWasRegisteredInItLeaves() throws Exception {
    views.add("shop-a");
    watches.syncFuzzyWatcherContext(SHOPS, "one");
    assertThat(watches.syncServiceContext(service("shop-a"), ServiceChangedType.DELETE_SERVICE))
        .isFalse();
    assertThat(watches.matchServiceKeys(SHOPS)).containsExactly(key("shop-a"));

    views.clear();
    pushed("shop-a");
    eventuallyTold("one DELETE_SERVICE shop-a");
    assertThat(watches.matchServiceKeys(SHOPS)).isEmpty();
  }

  @Test
  void whereSomebodyIsRegisteredNothingGoesWithTheView() throws Exception {
    views.addAll(Set.of("shop-a", "shop-b"));
    registered.add(service("shop-a"));
    watches.syncFuzzyWatcherContext(SHOPS, "one");
    views.clear();
    pushed("shop-a");
    eventuallyTold("one DELETE_SERVICE shop-b");
    assertThat(watches.matchServiceKeys(SHOPS)).containsExactly(key("shop-a"));

    assertThat(watches.syncServiceContext(service("shop-a"), ServiceChangedType.DELETE_SERVICE))
        .isTrue();
  }

  @Test
  void theServersLimitHolds() throws Exception {
    watches.syncFuzzyWatcherContext(ALL, "one");
    watches.syncServiceContext(service("native"), ServiceChangedType.ADD_SERVICE);
    for (int i = 0; i < LIMIT; i++) {
      views.add("shop-" + i);
    }
    watches.syncFuzzyWatcherContext(SHOPS, "two");
    assertThat(watches.matchServiceKeys(SHOPS)).hasSize(LIMIT);
    assertThat(watches.matchServiceKeys(ALL)).hasSize(LIMIT);

    views.add("shop-more");
    watches.syncFuzzyWatcherContext(SHOPS, "three");
    assertThat(watches.matchServiceKeys(SHOPS)).hasSize(LIMIT);
  }

  private void pushed(String name) {
    watches.push(new ServiceKey(NamespaceId.of(NAMESPACE), GROUP, name));
  }

  private void eventuallyTold(String... all) {
    eventually(() -> assertThat(told).containsExactlyInAnyOrder(all));
  }

  private static Service service(String name) {
    return Service.newService(NAMESPACE, GROUP, name);
  }

  private static String key(String name) {
    return NAMESPACE + "@@" + GROUP + "@@" + name;
  }

  /** Keeps what would be sent. */
  private final class Engine extends FuzzyWatchPushDelayTaskEngine {

    Engine() {
      super(null, null);
    }

    @Override
    public void addTask(Object key, AbstractDelayTask task) {
      FuzzyWatchChangeNotifyTask change = (FuzzyWatchChangeNotifyTask) task;
      String[] parts = change.getServiceKey().split("@@", -1);
      told.add(
          String.join(" ", change.getClientId(), change.getChangedType(), parts[parts.length - 1]));
    }
  }

  private final class View implements DerivedView {

    @Override
    public boolean mayAdd(String service) {
      return views.contains(service);
    }

    @Override
    public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
      throw new UnsupportedOperationException("nobody asks for instances");
    }

    @Override
    public SortedSet<ServiceKey> services(NamespaceId namespace) {
      SortedSet<ServiceKey> services = new TreeSet<>();
      if (namespace.value().equals(NAMESPACE)) {
        views.forEach(each -> services.add(new ServiceKey(namespace, GROUP, each)));
      }
      return services;
    }
  }
}
