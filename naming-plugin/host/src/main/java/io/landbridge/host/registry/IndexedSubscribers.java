package io.landbridge.host.registry;

import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManagerDelegate;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.misc.SwitchDomain;
import com.alibaba.nacos.naming.push.v2.executor.PushExecutorDelegate;
import com.alibaba.nacos.naming.push.v2.task.PushDelayTask;
import com.alibaba.nacos.naming.push.v2.task.PushDelayTaskExecuteEngine;
import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.Subscribers;
import java.time.Duration;
import java.util.Set;
import org.springframework.beans.factory.BeanFactory;

/**
 * The subscribers in the server's index: gRPC connections of this member and 1.x clients that left
 * a UDP port here. The server puts a subscriber of a service that does not exist there, too.
 *
 * <p>They are pushed to by an engine of the server's own kind beside the server's: that one lets
 * half a second pass first, in which more changes may come, and we have waited for those already;
 * only between two pushes of one service we let it pass too, and add none while one waits for its
 * turn. It leaves subscribers alone while pushing is switched off, and tries again what fails.
 */
public final class IndexedSubscribers implements Subscribers, AutoCloseable {

  /** As the server's own. */
  private static final Duration INTERVAL = Duration.ofMillis(500);

  /** Who is told that late of a change has been told of it by another push, or never will be. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final PushPace pace = new PushPace(INTERVAL, PATIENCE, System::nanoTime);
  private final ClientServiceIndexesManager indexes;
  private final PushDelayTaskExecuteEngine engine;

  /**
   * Makes the port; the engine has a thread.
   *
   * @param beans the beans of the server's core context
   */
  public IndexedSubscribers(BeanFactory beans) {
    this.indexes = beans.getBean(ClientServiceIndexesManager.class);
    this.engine =
        new PushDelayTaskExecuteEngine(
            beans.getBean(ClientManagerDelegate.class),
            indexes,
            new PacedStorage(beans, pace),
            beans.getBean(NamingMetadataManager.class),
            beans.getBean(PushExecutorDelegate.class),
            beans.getBean(SwitchDomain.class));
  }

  /** What the engine pushes; it asks when a push begins. */
  private static final class PacedStorage extends ServiceStorage {

    private final ServiceStorage storage;
    private final PushPace pace;

    PacedStorage(BeanFactory beans, PushPace pace) {
      super(
          beans.getBean(ClientServiceIndexesManager.class),
          beans.getBean(ClientManagerDelegate.class),
          beans.getBean(SwitchDomain.class),
          beans.getBean(NamingMetadataManager.class));
      this.storage = beans.getBean(ServiceStorage.class);
      this.pace = pace;
    }

    @Override
    public ServiceInfo getPushData(Service service) {
      pace.begin(NacosServices.key(service));
      return storage.getPushData(service);
    }

    @Override
    public ServiceInfo getData(Service service) {
      return storage.getData(service);
    }

    @Override
    public Set<String> getClusters(Service service) {
      return storage.getClusters(service);
    }

    @Override
    public void removeData(Service service) {
      storage.removeData(service);
    }
  }

  @Override
  public boolean any(ServiceKey key) {
    return !NacosServices.subscribers(indexes, NacosServices.service(key)).isEmpty();
  }

  @Override
  public void push(ServiceKey key) {
    Service service = NacosServices.service(key);
    pace.delay(key)
        .ifPresent(delay -> engine.addTask(service, new PushDelayTask(service, delay.toMillis())));
  }

  @Override
  public void close() {
    try {
      engine.shutdown();
    } catch (NacosException e) {
      throw new IllegalStateException("the push engine does not stop", e);
    }
  }
}
