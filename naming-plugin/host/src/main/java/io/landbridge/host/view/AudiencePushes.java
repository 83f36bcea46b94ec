package io.landbridge.host.view;

import com.alibaba.nacos.naming.pojo.Subscriber;
import com.alibaba.nacos.naming.push.v2.PushDataWrapper;
import com.alibaba.nacos.naming.push.v2.executor.PushExecutorDelegate;
import com.alibaba.nacos.naming.push.v2.executor.PushExecutorRpcImpl;
import com.alibaba.nacos.naming.push.v2.executor.PushExecutorUdpImpl;
import com.alibaba.nacos.naming.push.v2.task.NamingPushCallback;
import io.landbridge.host.registry.IndexedClients;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pushes each subscriber its side of a service. A push passes here once for every subscriber, over
 * whatever protocol, and all subscribers of one push share what they are pushed: what those get
 * from whom something is withheld is made for the first of them. Where nothing is withheld, nothing
 * is different.
 */
public final class AudiencePushes extends PushExecutorDelegate {

  private static final String WITHHELD = "landbridge.withheld";

  private final DerivedServiceStorage storage;
  private final Supplier<IndexedClients> clients;

  /**
   * Creates it.
   *
   * @param rpc the server's pushes over gRPC
   * @param udp the server's pushes over UDP
   * @param storage knows the sides of services
   * @param clients knows who a client is
   */
  public AudiencePushes(
      PushExecutorRpcImpl rpc,
      PushExecutorUdpImpl udp,
      DerivedServiceStorage storage,
      Supplier<IndexedClients> clients) {
    super(rpc, udp);
    this.storage = storage;
    this.clients = clients;
  }

  @Override
  public void doPush(String clientId, Subscriber subscriber, PushDataWrapper data) {
    super.doPush(clientId, subscriber, side(clientId, subscriber, data));
  }

  @Override
  public void doPushWithCallback(
      String clientId, Subscriber subscriber, PushDataWrapper data, NamingPushCallback callback) {
    super.doPushWithCallback(clientId, subscriber, side(clientId, subscriber, data), callback);
  }

  private PushDataWrapper side(
      String clientId, @Nullable Subscriber subscriber, PushDataWrapper data) {
    if (subscriber == null || !(data.getOriginalData() instanceof PushedService pushed)) {
      return data;
    }
    boolean shown =
        storage.isShown(
            pushed.service(),
            () -> Optional.of(clients.get().caller(clientId, pushed.service(), subscriber)));
    return shown ? data : withheld(data, pushed);
  }

  /** One for all of a push: others keep in it what they make of it. */
  private static PushDataWrapper withheld(PushDataWrapper data, PushedService pushed) {
    Optional<PushDataWrapper> known = data.getProcessedPushData(WITHHELD);
    if (known.isPresent()) {
      return known.get();
    }
    PushDataWrapper other = new PushDataWrapper(data.getServiceMetadata(), pushed.withheld());
    data.addProcessedPushData(WITHHELD, other);
    return other;
  }
}
