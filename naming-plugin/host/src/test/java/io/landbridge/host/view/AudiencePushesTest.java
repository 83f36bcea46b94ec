package io.landbridge.host.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.core.remote.ConnectionManager;
import com.alibaba.nacos.naming.core.v2.client.Client;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManagerDelegate;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.misc.SwitchDomain;
import com.alibaba.nacos.naming.pojo.Subscriber;
import com.alibaba.nacos.naming.push.v2.PushDataWrapper;
import com.alibaba.nacos.naming.push.v2.executor.PushExecutorRpcImpl;
import com.alibaba.nacos.naming.push.v2.executor.PushExecutorUdpImpl;
import com.alibaba.nacos.naming.push.v2.task.NamingPushCallback;
import io.landbridge.host.registry.IndexedClients;
import io.landbridge.model.Audience;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.Caller;
import io.landbridge.view.derived.DerivedInstance;
import io.landbridge.view.derived.DerivedView;
import io.landbridge.view.derived.NativeInstance;
import io.landbridge.view.derived.SharedMetadata;
import io.landbridge.view.derived.Side;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A push on the server's own storage and push engine, up to what would be sent to whom. */
class AudiencePushesTest {

  private static final Service SERVICE = Service.newService("public", "DEFAULT_GROUP", "shop");
  private static final int SUBSCRIBERS = 1_000;

  private final ClientServiceIndexesManager index = new ClientServiceIndexesManager();
  private final SwitchDomain switches = new SwitchDomain();
  private final NamingMetadataManager edits = new NamingMetadataManager();
  private final ClientManagerDelegate manager =
      new ClientManagerDelegate(null, null, null) {
        @Override
        public Client getClient(String id) {
          return null;
        }
      };
  private final Shop view = new Shop();
  private final Callers callers = new Callers(Optional::empty);
  private final ServiceStorage stock = new ServiceStorage(index, manager, switches, edits);
  private final DerivedServiceStorage storage =
      new DerivedServiceStorage(stock, () -> view, callers, index, manager, switches, edits);
  private final Map<String, PushDataWrapper> sent = new HashMap<>();
  private final AudiencePushes pushes =
      new AudiencePushes(
          new PushExecutorRpcImpl(null) {
            @Override
            public void doPushWithCallback(
                String id, Subscriber to, PushDataWrapper data, NamingPushCallback callback) {
              sent.put(to.getIp(), data);
            }
          },
          new PushExecutorUdpImpl(null) {
            @Override
            public void doPushWithCallback(
                String id, Subscriber to, PushDataWrapper data, NamingPushCallback callback) {
              sent.put(to.getIp(), data);
            }
          },
          storage,
          () -> new IndexedClients(index, manager, new ConnectionManager(null)));

  /** One derived instance, shown to some, and a count of how often it was put together. */
  private static final class Shop implements DerivedView {

    private Audience audience = Audience.WHOLE;
    private final Map<Side, Integer> puttingTogether = new HashMap<>();

    @Override
    public boolean mayAdd(String service) {
      return service.equals(SERVICE.getName());
    }

    @Override
    public Side side(ServiceKey service, Supplier<Optional<Caller>> caller) {
      return audience.isWhole()
              || caller
                  .get()
                  .map(it -> audience.contains(it.ip(), it.app(), it.application()))
                  .orElse(true)
          ? Side.SHOWN
          : Side.WITHHELD;
    }

    @Override
    public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
      return additions(service, natives, Side.SHOWN);
    }

    @Override
    public List<DerivedInstance> additions(
        ServiceKey service, List<NativeInstance> natives, Side side) {
      puttingTogether.merge(side, 1, Integer::sum);
      return side == Side.WITHHELD
          ? List.of()
          : List.of(
              new DerivedInstance(
                  "10.9.0.1",
                  20880,
                  "DEFAULT",
                  true,
                  true,
                  1,
                  true,
                  SharedMetadata.NONE,
                  Map.of()));
    }

    @Override
    public SortedSet<ServiceKey> services(NamespaceId namespace) {
      return Collections.emptySortedSet();
    }
  }

  @Test
  void eachSideIsPutTogetherOnceForAllSubscribers() {
    view.audience = Audience.share(20, "salt");
    push();

    int shown = 0;
    Set<PushDataWrapper> payloads = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int i = 0; i < SUBSCRIBERS; i++) {
      PushDataWrapper data = sent.get(ip(i));
      payloads.add(data);
      List<Instance> hosts = data.getOriginalData().getHosts();
      assertThat(hosts.isEmpty()).isEqualTo(!view.audience.contains(ip(i), "", () -> ""));
      shown += hosts.size();
      assertThat(data.getOriginalData().getName()).isEqualTo(SERVICE.getName());
      assertThat(data.getOriginalData().getGroupName()).isEqualTo(SERVICE.getGroup());
    }
    assertThat(shown).isBetween(120, 280);
    assertThat(payloads).hasSize(2);
    assertThat(view.puttingTogether)
        .containsOnly(Map.entry(Side.SHOWN, 1), Map.entry(Side.WITHHELD, 1));
  }

  @Test
  void withoutAnAudienceThereIsOneSide() {
    push();

    assertThat(Set.copyOf(sent.values())).hasSize(1);
    assertThat(sent.get(ip(0)).getOriginalData().getHosts()).hasSize(1);
    assertThat(view.puttingTogether).containsOnly(Map.entry(Side.SHOWN, 1));
  }

  @Test
  void aQueryGetsTheSideThatIsPushed() {
    view.audience = Audience.parse("20%", "salt");
    push();

    for (int i = 0; i < SUBSCRIBERS; i++) {
      Caller caller = new Caller(ip(i), "unknown");
      ServiceInfo asked = callers.as(() -> caller, () -> storage.getData(SERVICE));
      ServiceInfo fresh = callers.as(() -> caller, () -> storage.getPushData(SERVICE));
      int pushed = sent.get(ip(i)).getOriginalData().getHosts().size();
      assertThat(asked.getHosts()).hasSize(pushed);
      assertThat(fresh.getHosts()).hasSize(pushed);
    }
    // An administrator is told what some consumers see.
    assertThat(storage.getData(SERVICE).getHosts()).hasSize(1);
  }

  /** Half of them over UDP, whose clients are named by their address. */
  private void push() {
    PushDataWrapper data = new PushDataWrapper(null, storage.getPushData(SERVICE));
    for (int i = 0; i < SUBSCRIBERS; i++) {
      String id = i % 2 == 0 ? "1700000000000_" + ip(i) + "_50000" : ip(i) + ":50000#true";
      Subscriber subscriber =
          new Subscriber(ip(i) + ":50000", "agent", "unknown", ip(i), "public", "shop", 50_000);
      pushes.doPushWithCallback(id, subscriber, data, null);
    }
  }

  private static String ip(int i) {
    return "10.0." + i / 250 + "." + i % 250;
  }
}
