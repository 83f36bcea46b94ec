package io.landbridge.service;

import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import java.util.List;
import java.util.Optional;

/**
 * What an operator can ask of one member; the answers are plain values that any front end can
 * print. Safe for use from any thread; only {@link #switchTranslation} waits for the group.
 */
public interface Administration {

  /** How this member is. */
  Status status();

  /**
   * The applications of a namespace.
   *
   * @param namespace the namespace, or empty for all
   * @return sorted by namespace and name
   * @throws AdministrationException of kind {@code UNAVAILABLE} while the plugin is off
   */
  List<ApplicationStatus> applications(Optional<NamespaceId> namespace)
      throws AdministrationException;

  /**
   * One application.
   *
   * @throws AdministrationException of kind {@code NOT_FOUND} when the catalog does not have it
   */
  ApplicationStatus application(ApplicationKey application) throws AdministrationException;

  /**
   * The instances of one application.
   *
   * @throws AdministrationException of kind {@code NOT_FOUND} when the catalog does not have it
   */
  List<InstanceStatus> instances(ApplicationKey application) throws AdministrationException;

  /**
   * Switches the translation of an application; returns once the switch is committed, not once all
   * its effects are visible, which {@link #application} tells.
   *
   * @param application the application
   * @param enabled the wanted state
   * @param force translate although foreign instances share the service name
   * @throws AdministrationException when the application is unknown, foreign instances are in the
   *     way, or the group has no leader
   */
  ApplicationStatus switchTranslation(ApplicationKey application, boolean enabled, boolean force)
      throws AdministrationException;
}
