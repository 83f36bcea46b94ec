package io.landbridge.dubbo;

import io.landbridge.model.ApplicationName;
import io.landbridge.model.LogText;
import io.landbridge.model.NameRules;
import io.landbridge.model.ServiceKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A registration at the level of interfaces that can be translated.
 *
 * @param registration with the defaults of its parameters resolved
 * @param application which it is of
 * @param entry the service it offers
 */
record Offer(Registration registration, ApplicationName application, ServiceEntry entry) {

  /**
   * What does not describe the service: fields of the entry itself, the address of one process, and
   * the exclude list of Dubbo's {@code DefaultMetadataParamsFilter}.
   */
  private static final Set<String> NOT_PARAMETERS =
      Set.of(
          MetadataKeys.PROTOCOL,
          MetadataKeys.PATH,
          MetadataKeys.CATEGORY,
          MetadataKeys.PID,
          MetadataKeys.TIMESTAMP,
          MetadataKeys.DERIVED,
          "anyhost",
          "monitor",
          "bind.ip",
          "bind.port",
          "qos.enable",
          "qos.host",
          "qos.port",
          "qos.accept.foreign.ip",
          "validation",
          "interfaces",
          "heartbeat.timeout",
          "ipv6");

  /** The version that stands for none. */
  private static final String NO_VERSION = "0.0.0";

  static final Pattern PROTOCOL_NAME = Pattern.compile("[A-Za-z0-9+._-]{1,64}");

  private static final Pattern LEADING_SLASHES = Pattern.compile("^/+");

  boolean enabled() {
    return registration.isTakenAsInterface();
  }

  /**
   * Reads a registration.
   *
   * @param names what the server takes that shows the result
   * @param losses gets what cannot be carried over, of what is translated as well
   * @return empty for what is not a provider at the level of interfaces, and for what cannot be
   *     translated
   */
  static Optional<Offer> read(Registration registered, NameRules names, List<Loss> losses) {
    Registration registration =
        registered.withMetadata(DefaultedParameters.resolve(registered.metadata()));
    String serviceName = registration.service().name();
    Map<String, String> metadata = registration.metadata();
    if (metadata.containsKey(MetadataKeys.DERIVED)) {
      return Optional.empty();
    }
    if (ApplicationFold.isMisplaced(registration)) {
      return CheckedNames.ofApplication(registration.service().namespace(), serviceName, names)
          .flatMap(
              each -> {
                losses.add(each.loss(registration, serviceName));
                return Optional.empty();
              });
    }
    if (!InterfaceServiceName.isOfProviders(serviceName)) {
      return Optional.empty();
    }
    Optional<InterfaceServiceName> parsed = InterfaceServiceName.parse(serviceName);
    if (parsed.isEmpty()) {
      return lost(
          losses,
          registration,
          Loss.Kind.BAD_SERVICE,
          CheckedNames.ofUnreadable(serviceName, metadata)
              + "; change it in the provider's settings");
    }
    InterfaceServiceName name = parsed.get();
    if (registration.isTooLarge()) {
      return lost(
          losses,
          registration,
          Loss.Kind.TOO_LARGE,
          "the metadata has %d characters, and the maximum is %d; shorten the metadata"
              .formatted(registration.metadataChars(), InterfaceFold.MAX_METADATA_CHARS));
    }
    if (registration.port() < 1 || registration.port() > 65535) {
      return lost(
          losses,
          registration,
          Loss.Kind.BAD_PORT,
          "port " + registration.port() + " cannot be called; correct the registration");
    }
    String protocol = metadata.getOrDefault(MetadataKeys.PROTOCOL, "");
    if (protocol.isBlank()) {
      return lost(
          losses,
          registration,
          Loss.Kind.NO_PROTOCOL,
          "the metadata has no 'protocol'; no consumer can call it, correct the registration");
    }
    if (!PROTOCOL_NAME.matcher(protocol).matches()) {
      return lost(
          losses,
          registration,
          Loss.Kind.BAD_PROTOCOL,
          "the 'protocol' in the metadata is not a protocol name; correct the registration");
    }
    String application = metadata.getOrDefault(MetadataKeys.APPLICATION, "");
    if (application.isBlank()) {
      return lost(
          losses,
          registration,
          Loss.Kind.NO_APPLICATION,
          "the metadata has no 'application'; set dubbo.application.name in the provider");
    }
    Optional<RefusedName> refusal =
        CheckedNames.ofApplication(registration.service().namespace(), application, names);
    if (refusal.isPresent()) {
      losses.add(refusal.get().loss(registration, application));
      return Optional.empty();
    }
    ApplicationName applicationName = new ApplicationName(application);
    String path = path(metadata);
    String said = metadata.getOrDefault(MetadataKeys.INTERFACE, "");
    // One that is empty says as little as one that is not there, and makes no document.
    String interfaceName = !said.isBlank() ? said : path.isEmpty() ? name.interfaceName() : path;
    if (!name.isOf(interfaceName) && !name.isOf(path)) {
      return lost(
          losses,
          registration,
          Loss.Kind.FOREIGN_INTERFACE,
          "the metadata has interface '%s', the service name '%s'"
              .formatted(LogText.of(interfaceName), LogText.of(name.interfaceName())));
    }
    Optional<String> unusable =
        CheckedNames.ofService(
            interfaceName,
            metadata.getOrDefault(MetadataKeys.VERSION, ""),
            metadata.getOrDefault(MetadataKeys.GROUP, ""),
            names);
    if (unusable.isPresent()) {
      return lost(
          losses,
          registration,
          Loss.Kind.BAD_SERVICE,
          unusable.get() + "; change it in the provider's settings");
    }
    if (!isNamed(registration.service(), name.interfaceName(), metadata)) {
      return lost(
          losses,
          registration,
          Loss.Kind.FOREIGN_VERSION,
          "the metadata has version '%s' and group '%s', which the service name does not have"
              .formatted(
                  LogText.of(metadata.getOrDefault(MetadataKeys.VERSION, "")),
                  LogText.of(metadata.getOrDefault(MetadataKeys.GROUP, ""))));
    }
    if (!path.isEmpty() && !path.equals(interfaceName)) {
      losses.add(
          new Loss(
              Loss.Kind.CUSTOM_PATH,
              registration.service(),
              registration.address(),
              "path '%s' is not the interface name: application-level consumers look services up"
                      .formatted(LogText.of(path))
                  + " by interface and will not find it",
              application));
    }
    return Optional.of(
        new Offer(
            registration,
            applicationName,
            entry(registration, interfaceName, path.isEmpty() ? interfaceName : path, protocol)));
  }

  /** Providers in Go begin it with a slash, which Dubbo in Java takes off an address. */
  private static String path(Map<String, String> metadata) {
    return LEADING_SLASHES.matcher(metadata.getOrDefault(MetadataKeys.PATH, "")).replaceFirst("");
  }

  /**
   * Whether consumers of the version and the group in the metadata look at this service. Others go
   * there too, and take nothing that is not of their own version and group.
   */
  private static boolean isNamed(
      ServiceKey service, String interfaceName, Map<String, String> metadata) {
    String version = metadata.getOrDefault(MetadataKeys.VERSION, "").trim();
    String group = metadata.getOrDefault(MetadataKeys.GROUP, "").trim();
    String name = NacosSpelling.of(service.name());
    return isName(name, interfaceName, version, group)
        // Providers in Go leave this one out of the name, as if there were none.
        || (version.equals(NO_VERSION) && isName(name, interfaceName, "", group));
  }

  private static boolean isName(
      String spelled, String interfaceName, String version, String group) {
    InterfaceServiceName name =
        new InterfaceServiceName(InterfaceServiceName.PROVIDERS, interfaceName, version, group);
    return spelled.equals(name.fourSegments()) || spelled.equals(NacosSpelling.of(name.legacy()));
  }

  private static ServiceEntry entry(
      Registration registration, String interfaceName, String path, String protocol) {
    Map<String, String> metadata = registration.metadata();
    SortedMap<String, String> params = new TreeMap<>();
    metadata.forEach(
        (key, value) -> {
          if (!NOT_PARAMETERS.contains(key)) {
            params.put(key, value);
          }
        });
    return new ServiceEntry(
        interfaceName,
        metadata.getOrDefault(MetadataKeys.GROUP, ""),
        metadata.getOrDefault(MetadataKeys.VERSION, ""),
        protocol,
        registration.port(),
        path,
        params);
  }

  private static Optional<Offer> lost(
      List<Loss> losses, Registration registration, Loss.Kind kind, String detail) {
    losses.add(
        new Loss(
            kind,
            registration.service(),
            registration.address(),
            detail,
            registration.metadata().getOrDefault(MetadataKeys.APPLICATION, "")));
    return Optional.empty();
  }
}
