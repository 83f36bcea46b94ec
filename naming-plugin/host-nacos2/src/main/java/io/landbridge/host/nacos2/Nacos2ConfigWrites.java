package io.landbridge.host.nacos2;

import com.alibaba.nacos.common.notify.Event;
import com.alibaba.nacos.config.server.model.ConfigInfo;
import com.alibaba.nacos.config.server.model.ConfigRequestInfo;
import com.alibaba.nacos.config.server.model.event.ConfigDataChangeEvent;
import com.alibaba.nacos.config.server.model.form.ConfigForm;
import com.alibaba.nacos.config.server.service.ConfigChangePublisher;
import com.alibaba.nacos.config.server.service.ConfigOperationService;
import com.alibaba.nacos.config.server.service.repository.ConfigInfoPersistService;
import io.landbridge.host.config.ConfigWrites;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Writes as the server's own request handlers do. Three methods changed within the line, so they
 * are looked up at start:
 *
 * <ul>
 *   <li>2.2.x: the service ignores an expected checksum; its gRPC handler goes to the table itself
 *       and publishes the event, and so do we;
 *   <li>2.3 and later: the service takes the expected checksum with the request;
 *   <li>2.5: deletion takes one more argument.
 * </ul>
 *
 * <p>Methods, not method handles: only reflection can be told at run time how many arguments there
 * are without a signature per case.
 */
final class Nacos2ConfigWrites implements ConfigWrites {

  private static final String USER = "landbridge";
  private static final String ADDRESS = "127.0.0.1";
  private static final String SOURCE = "http";

  private final ConfigOperationService operations;
  private final Writer writer;
  private final Method delete;

  private Nacos2ConfigWrites(ConfigOperationService operations, Writer writer, Method delete) {
    this.operations = operations;
    this.writer = writer;
    this.delete = delete;
  }

  /** One way to write with an expected checksum. */
  private interface Writer {
    void write(Coordinates config, String content, String md5) throws Exception;
  }

  /**
   * Finds out how this version writes.
   *
   * @throws NoSuchMethodException if in none of the known ways
   */
  static Nacos2ConfigWrites find(ConfigOperationService operations, ConfigInfoPersistService table)
      throws NoSuchMethodException {
    Method delete =
        method(ConfigOperationService.class, "deleteConfig", strings(6))
            .or(() -> method(ConfigOperationService.class, "deleteConfig", strings(7)))
            .orElseThrow(
                () -> new NoSuchMethodException("deleteConfig with six or seven parameters"));
    Optional<Method> expectedMd5 =
        method(ConfigRequestInfo.class, "setCasMd5", List.of(String.class));
    Writer writer =
        expectedMd5.isPresent()
            ? new ByRequest(operations, expectedMd5.get())
            : ByTable.find(table);
    return new Nacos2ConfigWrites(operations, writer, delete);
  }

  @Override
  public String defaultNamespace() {
    return "";
  }

  @Override
  public void write(Coordinates config, String content, String md5) throws Exception {
    writer.write(config, content, md5);
  }

  @Override
  public void delete(Coordinates config) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(config.dataId(), config.group(), config.namespace(), "", ADDRESS, USER));
    if (delete.getParameterCount() > arguments.size()) {
      arguments.add(SOURCE);
    }
    if (!Boolean.TRUE.equals(delete.invoke(operations, arguments.toArray()))) {
      throw new IllegalStateException("the server refused it");
    }
  }

  /** 2.3 and later. */
  private record ByRequest(ConfigOperationService operations, Method expectedMd5)
      implements Writer {

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
      expectedMd5.invoke(request, md5);
      if (!operations.publishConfig(form, request, "")) {
        throw new IllegalStateException("the server refused it");
      }
    }
  }

  /** 2.2.x. */
  private record ByTable(
      ConfigInfoPersistService table, Method insertOrUpdate, Constructor<?> event)
      implements Writer {

    static ByTable find(ConfigInfoPersistService table) throws NoSuchMethodException {
      return new ByTable(
          table,
          ConfigInfoPersistService.class.getMethod(
              "insertOrUpdateCas",
              String.class,
              String.class,
              ConfigInfo.class,
              Timestamp.class,
              Map.class,
              boolean.class),
          ConfigDataChangeEvent.class.getConstructor(
              boolean.class, String.class, String.class, String.class, long.class));
    }

    @Override
    public void write(Coordinates config, String content, String md5) throws Exception {
      ConfigInfo info =
          new ConfigInfo(config.dataId(), config.group(), config.namespace(), null, content);
      info.setMd5(md5);
      info.setEncryptedDataKey("");
      Timestamp now = new Timestamp(System.currentTimeMillis());
      Object written = insertOrUpdate.invoke(table, ADDRESS, USER, info, now, Map.of(), false);
      if (!Boolean.TRUE.equals(written)) {
        throw new IllegalStateException("it was changed meanwhile");
      }
      Event changed =
          (Event)
              event.newInstance(
                  false, config.dataId(), config.group(), config.namespace(), now.getTime());
      ConfigChangePublisher.notifyConfigChange((ConfigDataChangeEvent) changed);
    }
  }

  private static Optional<Method> method(Class<?> owner, String name, List<Class<?>> types) {
    return Stream.of(owner.getMethods())
        .filter(each -> each.getName().equals(name))
        .filter(each -> List.of(each.getParameterTypes()).equals(types))
        .findFirst();
  }

  private static List<Class<?>> strings(int count) {
    return Stream.<Class<?>>generate(() -> String.class).limit(count).toList();
  }
}
