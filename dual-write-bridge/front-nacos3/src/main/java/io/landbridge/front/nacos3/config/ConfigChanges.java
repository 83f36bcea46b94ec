package io.landbridge.front.nacos3.config;

import com.alibaba.nacos.common.notify.Event;
import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.common.notify.listener.Subscriber;
import com.alibaba.nacos.common.utils.NamespaceUtil;
import com.alibaba.nacos.config.server.model.event.LocalDataChangeEvent;
import com.alibaba.nacos.config.server.utils.GroupKey2;
import io.landbridge.front.config.ConfigName;
import java.util.function.Consumer;

/**
 * Hands on which configurations changed on this member, in each spelling that clients have for
 * them, whoever changed them on whatever member.
 */
public final class ConfigChanges extends Subscriber<LocalDataChangeEvent> implements AutoCloseable {

  private final Consumer<ConfigName> changed;

  private ConfigChanges(Consumer<ConfigName> changed) {
    this.changed = changed;
  }

  /**
   * Begins to hand them on.
   *
   * @param changed told on a thread of the server's; must not block
   * @return to end it with
   */
  public static AutoCloseable tell(Consumer<ConfigName> changed) {
    ConfigChanges changes = new ConfigChanges(changed);
    NotifyCenter.registerSubscriber(changes);
    return changes;
  }

  @Override
  public void onEvent(LocalDataChangeEvent event) {
    String[] parts = GroupKey2.parseKey(event.groupKey);
    String tenant = parts.length < 3 || parts[2] == null ? "" : parts[2];
    changed.accept(new ConfigName(parts[0], parts[1], tenant));
    // The same namespace by another name.
    if (tenant.isEmpty()) {
      changed.accept(
          new ConfigName(parts[0], parts[1], NamespaceUtil.processNamespaceParameter("")));
    } else if (NamespaceUtil.processNamespaceParameter("").equals(tenant)) {
      changed.accept(new ConfigName(parts[0], parts[1], ""));
    }
  }

  @Override
  public Class<? extends Event> subscribeType() {
    return LocalDataChangeEvent.class;
  }

  @Override
  public void close() {
    NotifyCenter.deregisterSubscriber(this);
  }
}
