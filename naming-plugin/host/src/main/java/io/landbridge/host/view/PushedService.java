package io.landbridge.host.view;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.api.naming.pojo.ServiceInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import java.util.List;
import java.util.function.Supplier;

/**
 * What subscribers of a service are told, put together once the first of them is about to be.
 *
 * <p>The server puts it together whenever a service changes, and only then looks who subscribes.
 * During a mass restart that is a quarter of its work, for nothing where consumers have moved on to
 * another service. Who reads this gets what there is at that moment, so a subscriber that comes
 * while a push is under way gets all of it. Safe for use from any thread.
 */
final class PushedService extends ServiceInfo {

  private final Supplier<ServiceInfo> data;

  // Guarded by this.
  private boolean known;

  /**
   * Makes one that is not put together.
   *
   * @param service which
   * @param cacheMillis how long a 1.x client uses it before it asks, in milliseconds
   * @param data has the instances; asked once, and again if it fails
   */
  PushedService(Service service, long cacheMillis, Supplier<ServiceInfo> data) {
    setName(service.getName());
    setGroupName(service.getGroup());
    setCacheMillis(cacheMillis);
    setLastRefTime(System.currentTimeMillis());
    this.data = data;
  }

  private synchronized void know() {
    if (!known) {
      super.setHosts(data.get().getHosts());
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
