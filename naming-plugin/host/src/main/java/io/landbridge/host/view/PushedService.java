package io.landbridge.host.view;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import io.landbridge.view.derived.Side;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What subscribers of a service are told, put together once the first of them is about to be.
 *
 * <p>The server puts it together whenever a service changes, and only then looks who subscribes.
 * During a mass restart that is a quarter of its work, for nothing where consumers have moved on to
 * another service. Who reads this gets what there is at that moment, so a subscriber that comes
 * while a push is under way gets all of it. Those from whom something is withheld are told the
 * other side of it, which is put together once, too. Safe for use from any thread.
 */
final class PushedService extends ServiceInfo {

  private final Service service;
  private final Side side;
  private final Function<Side, ServiceInfo> data;
  private final IntSupplier subscribers;

  // Guarded by this.
  private boolean known;
  private @Nullable PushedService withheld;

  /**
   * Makes one that is not put together.
   *
   * @param service which
   * @param cacheMillis how long a 1.x client uses it before it asks, in milliseconds
   * @param side what of it
   * @param data has the instances of a side; asked once for each, and again if it fails
   * @param subscribers how many there are of the service, when the first of them is told
   */
  PushedService(
      Service service,
      long cacheMillis,
      Side side,
      Function<Side, ServiceInfo> data,
      IntSupplier subscribers) {
    setName(service.getName());
    setGroupName(service.getGroup());
    setCacheMillis(cacheMillis);
    setLastRefTime(System.currentTimeMillis());
    this.service = service;
    this.side = side;
    this.data = data;
    this.subscribers = subscribers;
  }

  /** Which service it is. */
  Service service() {
    return service;
  }

  /** What those are told from whom something is withheld: the same object for all of them. */
  synchronized PushedService withheld() {
    if (side == Side.WITHHELD) {
      return this;
    }
    if (withheld == null) {
      withheld = new PushedService(service, getCacheMillis(), Side.WITHHELD, data, subscribers);
      withheld.setLastRefTime(getLastRefTime());
    }
    return withheld;
  }

  private synchronized void know() {
    if (!known) {
      List<Instance> hosts = data.apply(side).getHosts();
      super.setHosts(subscribers.getAsInt() > 1 ? ShownInstance.writtenOnce(hosts) : hosts);
      known = true;
    }
  }

  @Override
  public List<Instance> getHosts() {
    know();
    return super.getHosts();
  }

  @Override
  public synchronized void setHosts(List<Instance> hosts) {
    known = true;
    super.setHosts(hosts);
  }

  @Override
  public void addHost(Instance host) {
    know();
    super.addHost(host);
  }

  @Override
  public void addAllHosts(List<? extends Instance> hosts) {
    know();
    super.addAllHosts(hosts);
  }

  @Override
  public int ipCount() {
    know();
    return super.ipCount();
  }

  @Override
  public boolean isValid() {
    know();
    return super.isValid();
  }

  @Override
  public boolean validate() {
    know();
    return super.validate();
  }
}
