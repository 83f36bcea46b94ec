package io.landbridge.host.nacos;

import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.config.server.model.ConfigInfoWrapper;
import com.alibaba.nacos.config.server.service.ConfigCacheService;
import com.alibaba.nacos.config.server.service.repository.ConfigInfoPersistService;
import com.alibaba.nacos.config.server.utils.GroupKey2;
import io.landbridge.host.nacos.ConfigWrites.Coordinates;
import io.landbridge.host.nacos.ConfigWrites.Stored;
import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.publish.ConfigException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The configuration as it is in the server's database, and what this member's cache has of it. */
final class DatabaseConfigCentre implements ConfigCentre {

  /** No content has this checksum, so an update with it fails; an insert does not look at it. */
  private static final String ABSENT = "landbridge-absent";

  private final ConfigInfoPersistService table;
  private final ConfigWrites writes;

  DatabaseConfigCentre(ConfigInfoPersistService table, ConfigWrites writes) {
    this.table = table;
    this.writes = writes;
  }

  @Override
  public Optional<String> read(NamespaceId namespace, String group, String dataId)
      throws ConfigException {
    return stored(coordinates(namespace, group, dataId)).map(Stored::content);
  }

  @Override
  public boolean isServed(NamespaceId namespace, String group, String dataId) {
    Coordinates config = coordinates(namespace, group, dataId);
    return !ConfigCacheService.getContentMd5(
            GroupKey2.getKey(config.dataId(), config.group(), config.namespace()))
        .isEmpty();
  }

  @Override
  public boolean compareAndSet(
      NamespaceId namespace, String group, String dataId, Optional<String> expected, String content)
      throws ConfigException {
    Coordinates config = coordinates(namespace, group, dataId);
    Optional<Stored> before = stored(config);
    if (!before.map(Stored::content).equals(expected)) {
      return false;
    }
    try {
      writes.write(config, content, before.map(Stored::md5).orElse(ABSENT));
      // A server with a database of its own says so too when it found something else and wrote
      // nothing: 2.2 always, later ones where nothing was before. Of several members each may show
      // a moment late what it was told is written.
      Optional<String> now = stored(config).map(Stored::content);
      return now.equals(Optional.of(content)) || now.equals(expected);
    } catch (Exception e) {
      // The lines and versions tell a lost race in different ways; the table tells it in one.
      if (!stored(config).map(Stored::content).equals(expected)) {
        return false;
      }
      throw new ConfigException("cannot write " + config + ": " + e.getMessage(), e);
    }
  }

  @Override
  public boolean compareAndDelete(
      NamespaceId namespace, String group, String dataId, String expected) throws ConfigException {
    Coordinates config = coordinates(namespace, group, dataId);
    if (!stored(config).map(Stored::content).equals(Optional.of(expected))) {
      return false;
    }
    try {
      writes.delete(config);
      return true;
    } catch (Exception e) {
      throw new ConfigException("cannot delete " + config + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void onChange(ChangeListener listener) {
    NotifyCenter.registerSubscriber(new ConfigEvents(listener));
  }

  private Optional<Stored> stored(Coordinates config) throws ConfigException {
    try {
      @Nullable ConfigInfoWrapper found =
          table.findConfigInfo(config.dataId(), config.group(), config.namespace());
      return found == null ? Optional.empty() : Stored.of(found.getContent(), found.getMd5());
    } catch (RuntimeException e) {
      throw new ConfigException("cannot read " + config + ": " + e.getMessage(), e);
    }
  }

  private Coordinates coordinates(NamespaceId namespace, String group, String dataId) {
    return new Coordinates(
        namespace.isDefault() ? writes.defaultNamespace() : namespace.value(), group, dataId);
  }
}
