package io.landbridge.host.config;

import com.alibaba.nacos.common.notify.Event;
import com.alibaba.nacos.common.notify.listener.Subscriber;
import com.alibaba.nacos.config.server.model.event.LocalDataChangeEvent;
import com.alibaba.nacos.config.server.utils.GroupKey2;
import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre.ChangeListener;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells of every configuration this member has taken over from the database into what it tells its
 * clients. Whoever wrote it on whichever member, all members do so, a moment later.
 */
final class ConfigEvents extends Subscriber<LocalDataChangeEvent> {

  private final ChangeListener listener;

  ConfigEvents(ChangeListener listener) {
    this.listener = listener;
  }

  @Override
  public void onEvent(LocalDataChangeEvent event) {
    @Nullable String[] key = GroupKey2.parseKey(event.groupKey);
    NamespaceId.read(Objects.requireNonNullElse(key[2], ""))
        .ifPresent(
            namespace ->
                listener.changed(namespace, String.valueOf(key[1]), String.valueOf(key[0])));
  }

  @Override
  public Class<? extends Event> subscribeType() {
    return LocalDataChangeEvent.class;
  }
}
