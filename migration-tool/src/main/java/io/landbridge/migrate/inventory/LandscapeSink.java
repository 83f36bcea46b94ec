package io.landbridge.migrate.inventory;

import io.landbridge.dubbo.Registration;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.registry.RegisteredInstance;
import io.landbridge.registry.ServerInfo;
import java.util.List;

/**
 * Takes what is registered while it is read, service by service, so that nobody has to hold all of
 * it. Called by one thread.
 */
public interface LandscapeSink {

  /** Before all else: what is read. */
  default void begins(ServerInfo server, List<NamespaceId> namespaces) {}

  /**
   * A service of providers, once. Those of one interface in one namespace come one after the other,
   * sorted; the namespaces come sorted.
   */
  default void providers(ServiceKey service, List<Registration> instances) {}

  /** One of the instances last shown of providers, with 0 for its Nacos weight. */
  default void weightless(Registration instance) {}

  /**
   * One of any instances that newer servers would refuse to register, where the server that is read
   * is none of them.
   *
   * @param reason why, as an operator reads it
   */
  default void refused(Registration instance, String reason) {}

  /**
   * The same of one that they would refuse whatever their settings.
   *
   * @param reason why, as an operator reads it
   */
  default void alwaysRefused(Registration instance, String reason) {}

  /**
   * A service with ephemeral and persistent instances, which newer servers do not take into one,
   * where the server that is read is none of them.
   */
  default void mixed(ServiceKey service, List<Registration> instances) {}

  /** A service that only announces consumers, once. */
  default void consumers(ServiceKey service, List<Registration> instances) {}

  /**
   * An application-level service as a consumer sees it, derived instances among them, or as it is
   * registered if consumers do not see it. May come twice; the later one counts.
   */
  default void application(ServiceKey service, List<RegisteredInstance> instances) {}

  /** A service that is not Dubbo's, once. */
  default void other(ServiceKey service, List<RegisteredInstance> instances) {}

  /**
   * A service that is named like an application of which there are providers, after all of these.
   *
   * @param address of an instance that is not Dubbo's
   */
  default void foreign(ServiceKey service, String address) {}

  /**
   * A service of which nothing was read: the server refuses to tell, or nobody can ask for it.
   *
   * @param service which one; its name or its group may be empty
   * @param why for people
   */
  default void unreadable(ServiceKey service, String why) {}

  /**
   * A namespace of which nothing was read, for the same reasons.
   *
   * @param namespace its id as it may be shown
   * @param why for people
   */
  default void unreadableNamespace(String namespace, String why) {}

  /**
   * After all else.
   *
   * @param requests how many it takes at least to read this: one for each page of services, each
   *     service, and each application, of which a consumer sees more
   */
  default void ends(long requests) {}

  /** Hands everything to both. */
  static LandscapeSink both(LandscapeSink one, LandscapeSink other) {
    return new LandscapeSink() {
      @Override
      public void begins(ServerInfo server, List<NamespaceId> namespaces) {
        one.begins(server, namespaces);
        other.begins(server, namespaces);
      }

      @Override
      public void providers(ServiceKey service, List<Registration> instances) {
        one.providers(service, instances);
        other.providers(service, instances);
      }

      @Override
      public void weightless(Registration instance) {
        one.weightless(instance);
        other.weightless(instance);
      }

      @Override
      public void refused(Registration instance, String reason) {
        one.refused(instance, reason);
        other.refused(instance, reason);
      }

      @Override
      public void alwaysRefused(Registration instance, String reason) {
        one.alwaysRefused(instance, reason);
        other.alwaysRefused(instance, reason);
      }

      @Override
      public void mixed(ServiceKey service, List<Registration> instances) {
        one.mixed(service, instances);
        other.mixed(service, instances);
      }

      @Override
      public void consumers(ServiceKey service, List<Registration> instances) {
        one.consumers(service, instances);
        other.consumers(service, instances);
      }

      @Override
      public void application(ServiceKey service, List<RegisteredInstance> instances) {
        one.application(service, instances);
        other.application(service, instances);
      }

      @Override
      public void other(ServiceKey service, List<RegisteredInstance> instances) {
        one.other(service, instances);
        other.other(service, instances);
      }

      @Override
      public void foreign(ServiceKey service, String address) {
        one.foreign(service, address);
        other.foreign(service, address);
      }

      @Override
      public void unreadable(ServiceKey service, String why) {
        one.unreadable(service, why);
        other.unreadable(service, why);
      }

      @Override
      public void unreadableNamespace(String namespace, String why) {
        one.unreadableNamespace(namespace, why);
        other.unreadableNamespace(namespace, why);
      }

      @Override
      public void ends(long requests) {
        one.ends(requests);
        other.ends(requests);
      }
    };
  }
}
