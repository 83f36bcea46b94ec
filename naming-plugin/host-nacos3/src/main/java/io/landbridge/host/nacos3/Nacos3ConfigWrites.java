package io.landbridge.host.nacos3;

import com.alibaba.nacos.config.server.model.ConfigInfo;
import com.alibaba.nacos.config.server.model.ConfigInfoWrapper;
import com.alibaba.nacos.config.server.model.ConfigOperateResult;
import com.alibaba.nacos.config.server.model.ConfigRequestInfo;
import com.alibaba.nacos.config.server.model.event.ConfigDataChangeEvent;
import com.alibaba.nacos.config.server.model.form.ConfigForm;
import com.alibaba.nacos.config.server.service.ConfigChangePublisher;
import com.alibaba.nacos.config.server.service.ConfigOperationService;
import com.alibaba.nacos.config.server.service.repository.ConfigInfoPersistService;
import io.landbridge.host.config.ConfigWrites;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Writes as the server's controllers do, after they have normalised the namespace. */
final class Nacos3ConfigWrites implements ConfigWrites {

  private static final String USER = "landbridge";
  private static final String ADDRESS = "127.0.0.1";
  private static final String SOURCE = "http";
  private static final String DEFAULT_NAMESPACE = "public";

  /** As servers of 2.x spell the default namespace. */
  private static final String DEFAULT_NAMESPACE_BEFORE = "";

  private final ConfigOperationService operations;
  private final ConfigInfoPersistService table;
  private final BooleanSupplier compatibleMode;

  Nacos3ConfigWrites(
      ConfigOperationService operations,
      ConfigInfoPersistService table,
      BooleanSupplier compatibleMode) {
    this.operations = operations;
    this.table = table;
    this.compatibleMode = compatibleMode;
  }

  /** With the empty namespace the call succeeds, but nobody can read what was written. */
  @Override
  public String defaultNamespace() {
    return DEFAULT_NAMESPACE;
  }

  @Override
  public void write(Coordinates config, String content, String md5) throws Exception {
    ConfigForm form = new ConfigForm();
    form.setDataId(config.dataId());
    form.setGroup(config.group());
    form.setNamespaceId(config.namespace());
    form.setContent(content);
    form.setSrcUser(USER);
    ConfigRequestInfo request = new ConfigRequestInfo();
    request.setSrcIp(ADDRESS);
    request.setSrcType(SOURCE);
    request.setCasMd5(md5);
    if (!operations.publishConfig(form, request, "")) {
      throw new IllegalStateException("the server refused it");
    }
  }

  /**
   * Unless told otherwise the server keeps every configuration of the default namespace also as 2.x
   * spells that, so that members of both lines may share a database. It writes that copy first, in
   * a transaction of its own and on the same condition. If it then fails, what is stored and its
   * copy differ, and no condition holds for both until the server starts again: then it takes what
   * is in the copy, and so does this.
   */
  @Override
  public boolean finish(Coordinates config, String md5) {
    Optional<ConfigInfoWrapper> begun = copy(config, md5);
    return begun.isPresent() && finish(config, md5, begun.get());
  }

  @Override
  public Optional<String> begun(Coordinates config, String md5) {
    return copy(config, md5).map(ConfigInfoWrapper::getContent);
  }

  /** The copy, if it differs from what is stored. */
  private Optional<ConfigInfoWrapper> copy(Coordinates config, String md5) {
    if (!config.namespace().equals(DEFAULT_NAMESPACE) || !compatibleMode.getAsBoolean()) {
      return Optional.empty();
    }
    return Optional.ofNullable(
            table.findConfigInfo(config.dataId(), config.group(), DEFAULT_NAMESPACE_BEFORE))
        .filter(copy -> !md5.equals(copy.getMd5()));
  }

  private boolean finish(Coordinates config, String md5, ConfigInfoWrapper copy) {
    ConfigInfo whole =
        new ConfigInfo(
            config.dataId(),
            config.group(),
            config.namespace(),
            copy.getAppName(),
            copy.getContent());
    whole.setMd5(md5);
    whole.setEncryptedDataKey(copy.getEncryptedDataKey());
    @Nullable String type = copy.getType();
    ConfigOperateResult result =
        table.insertOrUpdateCas(
            ADDRESS, USER, whole, type == null ? Map.of() : Map.of("type", type));
    if (result.isSuccess()) {
      ConfigChangePublisher.notifyConfigChange(
          new ConfigDataChangeEvent(
              config.dataId(), config.group(), config.namespace(), result.getLastModified()));
    }
    return result.isSuccess();
  }

  @Override
  public void delete(Coordinates config) {
    if (!operations.deleteConfig(
        config.dataId(), config.group(), config.namespace(), "", ADDRESS, USER, SOURCE)) {
      throw new IllegalStateException("the server refused it");
    }
  }
}
