package io.landbridge.front.config;

import io.landbridge.front.RefusedException;
import io.landbridge.front.V1Answer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A configuration center in memory, without tags. */
public final class MemoryConfigs implements ConfigServer {

  private final Map<ConfigName, String> contents = new ConcurrentHashMap<>();

  @Override
  public StoredConfig find(ConfigName name, String tag, ConfigCaller caller) {
    String content = contents.get(name);
    return content == null
        ? StoredConfig.ABSENT
        : new StoredConfig(
            StoredConfig.State.FOUND,
            content,
            md5(content),
            "text",
            V1Answer.TEXT,
            1_000,
            "",
            false,
            caller.tag());
  }

  @Override
  public void publish(Publication publication, ConfigCaller caller) throws RefusedException {
    String cas = publication.casMd5();
    if (!cas.isEmpty() && !isCurrent(publication.name(), cas, caller)) {
      throw new RefusedException(500, "Cas publish fail, server md5 may have changed.");
    }
    contents.put(publication.name(), publication.content());
  }

  @Override
  public void remove(ConfigName name, String tag, ConfigCaller caller) {
    contents.remove(name);
  }

  @Override
  public boolean isCurrent(ConfigName name, String md5, ConfigCaller caller) {
    String content = contents.get(name);
    return (content == null ? "" : md5(content)).equals(md5);
  }

  static String md5(String content) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("MD5").digest(content.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
