package io.landbridge.host.registry;

import com.alibaba.nacos.api.naming.pojo.Instance;
import com.alibaba.nacos.naming.core.v2.metadata.InstanceMetadata;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.pojo.InstancePublishInfo;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.utils.InstanceUtil;
import io.landbridge.model.ImportedInstance;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads single instances out of the server's client model. Edits made in the console are laid over,
 * as the server does itself.
 */
final class InstanceReading {

  private final NamingMetadataManager edits;

  InstanceReading(NamingMetadataManager edits) {
    this.edits = edits;
  }

  /**
   * An instance as it was read.
   *
   * @param service which it is in
   * @param info the server's object
   * @param beats whether its client does
   * @param id by which the server finds edits of it
   * @param instance as it is shown
   * @param edit what tells the edits of operators apart that are in it
   */
  record Known(
      Service service,
      InstancePublishInfo info,
      boolean beats,
      String id,
      ImportedInstance instance,
      int edit) {

    /**
     * The same, with what it was before where that is equal: it is compared with that several times
     * a second, and the same object is equal at a glance.
     *
     * @param before another with the same key, if there was one
     */
    Known like(@Nullable ImportedInstance before) {
      if (before == null) {
        return this;
      }
      ImportedInstance now = before.equals(instance) ? before : instance.with(before.key());
      return new Known(service, info, beats, id, now, edit);
    }
  }

  /** Reads an instance. */
  Known read(Service service, InstancePublishInfo info, boolean beats) {
    return made(service, info, beats, info.getMetadataId());
  }

  /**
   * An instance with what has changed of it without an event.
   *
   * @return the same object if nothing has
   */
  Known current(Known before) {
    return before.edit() == edit(before.service(), before.id())
            && before.instance().healthy() == before.info().isHealthy()
        ? before
        : made(before.service(), before.info(), before.beats(), before.id())
            .like(before.instance());
  }

  private int edit(Service service, String id) {
    return edits.getInstanceMetadata(service, id).map(EditedInstances::hash).orElse(0);
  }

  private Known made(Service service, InstancePublishInfo info, boolean beats, String id) {
    Optional<InstanceMetadata> edit = edits.getInstanceMetadata(service, id);
    Instance instance = InstanceUtil.parseToApiInstance(service, info);
    edit.ifPresent(each -> InstanceUtil.updateInstanceMetadata(instance, each));
    return new Known(
        service,
        info,
        beats,
        id,
        imported(service, instance),
        edit.map(EditedInstances::hash).orElse(0));
  }

  private static ImportedInstance imported(Service service, Instance instance) {
    TreeMap<String, String> metadata = new TreeMap<>();
    instance
        .getMetadata()
        .forEach(
            (key, value) -> {
              if (key != null && value != null) {
                metadata.put(key, value);
              }
            });
    return new ImportedInstance(
        new ImportedInstance.Key(
            NacosServices.key(service),
            instance.getClusterName(),
            instance.getIp(),
            instance.getPort()),
        instance.getWeight(),
        instance.isEnabled(),
        instance.isHealthy(),
        service.isEphemeral(),
        metadata);
  }
}
