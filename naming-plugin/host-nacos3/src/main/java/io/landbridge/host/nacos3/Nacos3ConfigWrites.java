package io.landbridge.host.nacos3;

import com.alibaba.nacos.config.server.model.ConfigRequestInfo;
import com.alibaba.nacos.config.server.model.form.ConfigForm;
import com.alibaba.nacos.config.server.service.ConfigOperationService;
import io.landbridge.host.nacos.ConfigWrites;

/** Writes as the server's controllers do, after they have normalised the namespace. */
final class Nacos3ConfigWrites implements ConfigWrites {

  private static final String USER = "landbridge";
  private static final String ADDRESS = "127.0.0.1";
  private static final String SOURCE = "http";

  private final ConfigOperationService operations;

  Nacos3ConfigWrites(ConfigOperationService operations) {
    this.operations = operations;
  }

  /** With the empty namespace the call succeeds, but nobody can read what was written. */
  @Override
  public String defaultNamespace() {
    return "public";
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

  @Override
  public void delete(Coordinates config) {
    if (!operations.deleteConfig(
        config.dataId(), config.group(), config.namespace(), "", ADDRESS, USER, SOURCE)) {
      throw new IllegalStateException("the server refused it");
    }
  }
}
