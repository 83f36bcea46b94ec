package io.landbridge.host.config;

import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.config.server.model.ConfigInfoWrapper;
import com.alibaba.nacos.config.server.service.ConfigCacheService;
import com.alibaba.nacos.config.server.service.repository.ConfigInfoPersistService;
import com.alibaba.nacos.config.server.utils.GroupKey2;
import io.landbridge.host.config.ConfigWrites.Coordinates;
import io.landbridge.host.config.ConfigWrites.Stored;
import io.landbridge.model.NamespaceId;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.publish.ConfigException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The configuration as it is in the server's database, and what this member's cache has of it. */
public final class DatabaseConfigCentre implements ConfigCentre {

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseConfigCentre.class);

  /** No content has this checksum, so an update with it fails; an insert does not look at it. */
  private static final String ABSENT = "landbridge-absent";

  /** As long as a member may take to show what it has told us is written. */
  private static final long SHOWN_AFTER_NANOS = Duration.ofSeconds(5).toNanos();

  private static final long LOOK_AGAIN_MILLIS = 20;

  private final ConfigInfoPersistService table;
  private final ConfigWrites writes;

  public DatabaseConfigCentre(ConfigInfoPersistService table, ConfigWrites writes) {
    this.table = table;
    this.writes = writes;
  }

  @Override
  public Optional<String> read(NamespaceId namespace, String group, String dataId)
      throws ConfigException {
    return stored(coordinates(namespace, group, dataId)).map(Stored::content);
  }

  @Override
  public Optional<String> readBegun(NamespaceId namespace, String group, String dataId)
      throws ConfigException {
    Coordinates config = coordinates(namespace, group, dataId);
    try {
      return writes.begun(config, md5(stored(config)));
    } catch (ConfigException e) {
      throw e;
    } catch (Exception e) {
      throw new ConfigException(
          "cannot read the incomplete change of " + config + ": " + e.getMessage(), e);
    }
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
    if (expected.equals(Optional.of(content))) {
      return true;
    }
    String md5 = md5(before);
    try {
      writes.write(config, content, md5);
      return storedInsteadOf(expected, config).equals(Optional.of(content));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConfigException("interrupted while writing " + config, e);
    } catch (ConfigException e) {
      throw e;
    } catch (Exception e) {
      // The lines and versions tell a lost race in different ways; the table tells it in one.
      if (!stored(config).map(Stored::content).equals(expected) || finishes(config, md5)) {
        return false;
      }
      throw new ConfigException("cannot write " + config + ": " + e.getMessage(), e);
    }
  }

  /**
   * A server with a database of its own says it has written also when it found something else and
   * wrote nothing: 2.2 always, later ones where nothing was before. Of several members each may
   * show a moment late what it was told is written.
   */
  private Optional<String> storedInsteadOf(Optional<String> expected, Coordinates config)
      throws ConfigException, InterruptedException {
    long start = System.nanoTime();
    while (true) {
      Optional<String> now = stored(config).map(Stored::content);
      if (!now.equals(expected)) {
        return now;
      }
      if (System.nanoTime() - start > SHOWN_AFTER_NANOS) {
        throw new ConfigException(
            "the server confirmed the change of " + config + ", but the content is unchanged");
      }
      Thread.sleep(LOOK_AGAIN_MILLIS);
    }
  }

  private boolean finishes(Coordinates config, String md5) throws ConfigException {
    try {
      if (writes.finish(config, md5)) {
        LOG.info("Completed the incomplete change of {}", config);
        return true;
      }
      return false;
    } catch (Exception e) {
      throw new ConfigException(
          "cannot complete the incomplete change of " + config + ": " + e.getMessage(), e);
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

  private static String md5(Optional<Stored> stored) {
    return stored.map(Stored::md5).orElse(ABSENT);
  }

  private Coordinates coordinates(NamespaceId namespace, String group, String dataId) {
    return new Coordinates(
        namespace.isDefault() ? writes.defaultNamespace() : namespace.value(), group, dataId);
  }
}
