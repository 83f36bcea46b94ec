package io.landbridge.host.lifecycle;

import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManager;
import com.alibaba.nacos.naming.core.v2.client.manager.impl.EphemeralIpPortClientManager;
import io.landbridge.host.registry.UnheardClients;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Counts clients of 1.x as heard from the moment on in which this server can know any. It learns of
 * them from the others early in its start, and takes them for silent 15 seconds later; the start of
 * a slow machine takes longer, and this server's other objects exist at its end only.
 */
final class HeardFromTheStart implements BeanPostProcessor {

  private final Supplier<DistroMapper> distribution;

  // Guarded by this.
  private @Nullable UnheardClients unheard;

  HeardFromTheStart(Supplier<DistroMapper> distribution) {
    this.distribution = distribution;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof EphemeralIpPortClientManager clients) {
      var unused = begun(() -> clients);
    }
    return bean;
  }

  /**
   * The server has started.
   *
   * @param clients those of 1.x, for a server that has not shown them when it made them
   */
  UnheardClients up(Supplier<? extends ClientManager> clients) {
    UnheardClients begun = begun(clients);
    begun.isUp();
    return begun;
  }

  private synchronized UnheardClients begun(Supplier<? extends ClientManager> clients) {
    if (unheard == null) {
      unheard = UnheardClients.start(clients, distribution);
    }
    return unheard;
  }
}
