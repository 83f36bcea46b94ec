package io.landbridge.plugin;

import io.landbridge.compat.waiting.Eventually;
import io.landbridge.document.DocumentConfig;
import io.landbridge.dubbo.Registration;
import io.landbridge.membership.Group;
import io.landbridge.membership.GroupView;
import io.landbridge.membership.MembershipConfig;
import io.landbridge.membership.StillGroup;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.MemberId;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.observe.ObserverConfig;
import io.landbridge.publish.PublisherConfig;
import io.landbridge.raft.MemoryLog;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.answer.ApplicationStatus;
import io.landbridge.view.ViewConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The whole plugin on a member that is a cluster of its own, without a server. */
final class OneMember implements AutoCloseable {

  static final Eventually SOON =
      Eventually.within(Duration.ofSeconds(20))
          .every(Duration.ofMillis(10))
          .passing(AdministrationException.class);

  private final MemoryHost host;
  private final Landbridge plugin;

  private OneMember(MemoryHost host, Landbridge plugin) {
    this.host = host;
    this.plugin = plugin;
  }

  static OneMember start(
      Path directory, MemoryLog log, MemoryConfigCentre config, Duration unusedAfter)
      throws IOException {
    return start(directory, log, config, unusedAfter, NameRules.NACOS_2);
  }

  static OneMember start(
      Path directory,
      MemoryLog log,
      MemoryConfigCentre config,
      Duration unusedAfter,
      NameRules names)
      throws IOException {
    return start(directory, log, config, unusedAfter, names, Optional.empty());
  }

  /** One that sees a group of several. */
  static OneMember start(
      Path directory,
      MemoryLog log,
      MemoryConfigCentre config,
      Duration unusedAfter,
      NameRules names,
      Supplier<GroupView> group)
      throws IOException {
    return start(directory, log, config, unusedAfter, names, Optional.of(new StillGroup(group)));
  }

  private static OneMember start(
      Path directory,
      MemoryLog log,
      MemoryConfigCentre config,
      Duration unusedAfter,
      NameRules names,
      Optional<Group> group)
      throws IOException {
    MemberId self = new MemberId("192.0.2.10:8848");
    MemoryHost host = new MemoryHost(self, directory, log.member(0), config, Set.of(self));
    host.setNames(names);
    group.ifPresent(host::setGroup);
    ObserverConfig quick =
        new ObserverConfig(
            Duration.ofMillis(5),
            Duration.ofMillis(50),
            Duration.ofMillis(200),
            Duration.ofSeconds(1));
    return new OneMember(
        host,
        LandbridgePlugin.start(
            host,
            new PluginConfig(
                quick,
                new PublisherConfig(Duration.ofMillis(100), unusedAfter),
                ViewConfig.DEFAULT,
                DocumentConfig.DEFAULT,
                MembershipConfig.DEFAULT)));
  }

  static ApplicationKey shop(String namespace) {
    return new ApplicationKey(NamespaceId.of(namespace), new ApplicationName("shop"));
  }

  MemoryHost host() {
    return host;
  }

  Landbridge plugin() {
    return plugin;
  }

  void switchOn(ApplicationKey application) throws AdministrationException {
    SOON.asserts(() -> status(application));
    plugin.administration().switchTranslation(application, true, false);
  }

  ApplicationStatus status(ApplicationKey application) throws AdministrationException {
    return plugin.administration().application(application);
  }

  /** The ips that are shown in the service of the application, sorted. */
  List<String> shown(ApplicationKey application) {
    return plugin
        .view()
        .additions(
            new ServiceKey(application.namespace(), "DEFAULT_GROUP", application.name().value()),
            List.of())
        .stream()
        .map(each -> each.ip())
        .sorted()
        .toList();
  }

  /** A process of the application at interface level. */
  static Registration provider(
      String namespace, String ip, String service, Map<String, String> more) {
    Map<String, String> metadata =
        new TreeMap<>(Map.of("application", "shop", "protocol", "dubbo", "interface", service));
    metadata.putAll(more);
    return new Registration(
        new ServiceKey(NamespaceId.of(namespace), "DEFAULT_GROUP", "providers:" + service + "::"),
        "",
        ip,
        20880,
        "DEFAULT",
        true,
        true,
        true,
        metadata);
  }

  @Override
  public void close() {
    plugin.close();
  }
}
