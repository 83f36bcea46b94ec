package io.landbridge.front.nacos3.config;

import static io.landbridge.front.nacos3.refusal.ServerRefusals.attempt;

import com.alibaba.nacos.api.config.ConfigType;
import com.alibaba.nacos.api.exception.NacosException;
import com.alibaba.nacos.common.paramcheck.ParamInfo;
import com.alibaba.nacos.common.utils.NamespaceUtil;
import com.alibaba.nacos.common.utils.Pair;
import com.alibaba.nacos.config.server.model.ConfigCacheGray;
import com.alibaba.nacos.config.server.model.ConfigRequestInfo;
import com.alibaba.nacos.config.server.model.form.ConfigForm;
import com.alibaba.nacos.config.server.service.ConfigCacheService;
import com.alibaba.nacos.config.server.service.ConfigOperationService;
import com.alibaba.nacos.config.server.service.query.ConfigQueryChainService;
import com.alibaba.nacos.config.server.service.query.model.ConfigQueryChainRequest;
import com.alibaba.nacos.config.server.service.query.model.ConfigQueryChainResponse;
import com.alibaba.nacos.config.server.utils.GroupKey2;
import com.alibaba.nacos.config.server.utils.ParamUtils;
import com.alibaba.nacos.plugin.encryption.handler.EncryptionHandler;
import io.landbridge.front.RefusedException;
import io.landbridge.front.V1Answer;
import io.landbridge.front.config.ConfigCaller;
import io.landbridge.front.config.ConfigName;
import io.landbridge.front.config.ConfigServer;
import io.landbridge.front.config.Publication;
import io.landbridge.front.config.StoredConfig;
import io.landbridge.front.nacos3.refusal.ServerRefusals;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** The server's own configuration center, read and written by the services of its own APIs. */
public final class ServerConfigs implements ConfigServer {

  /** How the server names a client's address and tag where it chooses between configurations. */
  private static final String ADDRESS_LABEL = "ClientIp";

  private static final String TAG_LABEL = "Vipserver-Tag";
  private static final String BETA_RULE = "beta";
  private static final String TAG_RULE = "tag";
  private static final String DEFAULT_TYPE = "text";
  private static final String SOURCE = "http";

  /** The server's own API of 1.x checks this value where a request has none. */
  private static final String NO_DATUM = "datumId";

  private static final String NO_CONTENT = "content";

  private final ConfigQueryChainService queries;
  private final ConfigOperationService operations;

  /**
   * Collects what it needs.
   *
   * @param beans of the server's web context, which has those of the core context behind it
   */
  public ServerConfigs(BeanFactory beans) {
    queries = beans.getBean(ConfigQueryChainService.class);
    operations = beans.getBean(ConfigOperationService.class);
  }

  @Override
  public StoredConfig find(ConfigName name, String tag, ConfigCaller caller)
      throws RefusedException {
    check(name, NO_CONTENT, tag);
    ConfigQueryChainRequest request = new ConfigQueryChainRequest();
    request.setDataId(name.dataId());
    request.setGroup(name.group());
    request.setTenant(NamespaceUtil.processNamespaceParameter(name.tenant()));
    request.setTag(tag);
    Map<String, String> labels = new HashMap<>();
    labels.put(ADDRESS_LABEL, caller.address());
    String wanted = tag.isEmpty() ? caller.tag() : tag;
    if (!wanted.isEmpty()) {
      labels.put(TAG_LABEL, wanted);
    }
    request.setAppLabels(labels);
    ConfigQueryChainResponse response = queries.handle(request);
    @Nullable Object status = response.getStatus();
    return switch (status == null ? "" : status.toString()) {
      case "CONFIG_FOUND_FORMAL", "CONFIG_FOUND_GRAY" -> found(name, response);
      case "CONFIG_NOT_FOUND", "SPECIAL_TAG_CONFIG_NOT_FOUND" -> StoredConfig.ABSENT;
      case "CONFIG_QUERY_CONFLICT" -> StoredConfig.BUSY;
      default ->
          throw new RefusedException(
              NacosException.SERVER_ERROR, String.valueOf(response.getMessage()));
    };
  }

  private static StoredConfig found(ConfigName name, ConfigQueryChainResponse response) {
    String dataKey = orEmpty(response.getEncryptedDataKey());
    Pair<String, String> decrypted =
        EncryptionHandler.decryptHandler(name.dataId(), dataKey, orEmpty(response.getContent()));
    @Nullable ConfigCacheGray gray = response.getMatchedGray();
    String rule = gray == null || gray.getGrayRule() == null ? "" : gray.getGrayRule().getType();
    @Nullable String type = response.getConfigType();
    @Nullable String contentType = response.getContentType();
    return new StoredConfig(
        StoredConfig.State.FOUND,
        orEmpty(decrypted.getSecond()),
        orEmpty(response.getMd5()),
        type == null ? DEFAULT_TYPE : type,
        contentType == null ? V1Answer.TEXT : contentType,
        response.getLastModified(),
        dataKey,
        BETA_RULE.equals(rule),
        gray != null && TAG_RULE.equals(rule)
            ? orEmpty(gray.getGrayRule().getRawGrayRuleExp())
            : "");
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  @Override
  public void publish(Publication publication, ConfigCaller caller) throws RefusedException {
    ConfigName name = publication.name();
    check(name, publication.content(), publication.tag());
    Pair<String, String> encrypted =
        EncryptionHandler.encryptHandler(name.dataId(), publication.content());
    ConfigForm form = new ConfigForm();
    form.setDataId(name.dataId());
    form.setGroup(name.group());
    form.setNamespaceId(NamespaceUtil.processNamespaceParameter(name.tenant()));
    form.setContent(encrypted.getSecond());
    form.setTag(publication.tag());
    form.setAppName(publication.app());
    form.setSrcUser(publication.user().isEmpty() ? caller.user() : publication.user());
    form.setConfigTags(orNull(publication.labels()));
    form.setDesc(orNull(publication.description()));
    form.setUse(orNull(publication.use()));
    form.setEffect(orNull(publication.effect()));
    form.setSchema(orNull(publication.schema()));
    form.setType(
        ConfigType.isValidType(publication.type())
            ? publication.type()
            : ConfigType.getDefaultType().getType());
    ConfigRequestInfo info = new ConfigRequestInfo();
    info.setSrcIp(caller.address());
    info.setSrcType(SOURCE);
    info.setRequestIpApp(caller.app());
    info.setBetaIps(publication.betaIps());
    info.setCasMd5(publication.casMd5());
    info.setNamespaceTransferred(NamespaceUtil.isNeedTransferNamespace(name.tenant()));
    attempt(() -> operations.publishConfig(form, info, encrypted.getFirst()));
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  @Override
  public void remove(ConfigName name, String tag, ConfigCaller caller) throws RefusedException {
    check(name, "rm", tag);
    if (!tag.isEmpty() && find(name, tag, caller).state() == StoredConfig.State.ABSENT) {
      // The server fails to remove for a tag what is not there.
      return;
    }
    attempt(
        () ->
            operations.deleteConfig(
                name.dataId(),
                name.group(),
                NamespaceUtil.processNamespaceParameter(name.tenant()),
                tag.isEmpty() ? "" : TAG_RULE + "_" + tag,
                caller.address(),
                caller.user(),
                SOURCE));
  }

  @Override
  public boolean isCurrent(ConfigName name, String md5, ConfigCaller caller) {
    return ConfigCacheService.isUptodate(
        GroupKey2.getKey(
            name.dataId(), name.group(), NamespaceUtil.processNamespaceParameter(name.tenant())),
        md5,
        caller.address(),
        caller.tag());
  }

  /** By the rules of the server for clients of its own APIs. */
  private static void check(ConfigName name, String content, String tag) throws RefusedException {
    attempt(
        () -> {
          ParamUtils.checkTenant(name.tenant());
          ParamUtils.checkParam(name.dataId(), name.group(), NO_DATUM, content);
          ParamUtils.checkParam(tag);
        });
    ServerRefusals.check(() -> info(name));
  }

  private static ParamInfo info(ConfigName name) {
    ParamInfo info = new ParamInfo();
    info.setNamespaceId(name.tenant());
    info.setGroup(name.group());
    info.setDataId(name.dataId());
    return info;
  }
}
