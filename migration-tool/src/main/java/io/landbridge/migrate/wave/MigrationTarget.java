package io.landbridge.migrate.wave;

import io.landbridge.migrate.inventory.Inventory;
import io.landbridge.migrate.operation.Operation;
import io.landbridge.migrate.plan.Plan;
import io.landbridge.migrate.plan.Precondition;
import io.landbridge.migrate.verify.Comparison;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.RegistryException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/** The cluster that is migrated. */
public interface MigrationTarget {

  /** What is registered now. */
  Inventory inventory() throws RegistryException;

  /**
   * What is registered now of one application, or of the interfaces that it offers; whatever else
   * there is may be missing. Takes hardly longer in a large registry.
   *
   * @param step what the plan says of the application
   */
  Inventory inventory(Plan.Step step) throws RegistryException;

  /** The switch of an application. */
  Operation translation(ApplicationKey application);

  /**
   * What stands in the way of changing anything, for people; empty when nothing does.
   *
   * @param check {@code PLUGIN_ACTIVE} or {@code BRIDGE_AT_REST}
   */
  Optional<String> obstacle(Precondition.Check check) throws RegistryException;

  /**
   * Consumers of these applications that have subscribed to interfaces and not to the applications
   * that offer them, with how many clients; under an empty name those that do not say who they are.
   */
  SortedMap<String, Integer> unmoved(Collection<Plan.Step> steps) throws RegistryException;

  /** Who calls what these applications offer, beside those that announce themselves. */
  Callers callers(Collection<Plan.Step> steps) throws RegistryException;

  /** Why no configuration can be the MigrationRule of a consumer; empty when one can. */
  Optional<String> refusesRuleOf(ApplicationKey consumer);

  /** Compares both models, for those of these applications that are registered. */
  List<Comparison> verify(Collection<ApplicationKey> applications) throws RegistryException;

  /** The consumers of a namespace that somebody has written a MigrationRule for, sorted. */
  List<ApplicationKey> ruled(NamespaceId namespace) throws RegistryException;

  /**
   * The applications that consumers of Dubbo 3 are told to find an interface at; none where nobody
   * may know them.
   */
  SortedSet<String> mapped(NamespaceId namespace, String interfaceName) throws RegistryException;

  /** The MigrationRule of a consumer, as the cluster's database has it. */
  Optional<String> rule(ApplicationKey consumer) throws RegistryException;

  /**
   * Writes it if it still is what it was.
   *
   * @param expected what it must be now; empty when there must be none
   * @return false when it was something else
   */
  boolean replaceRule(ApplicationKey consumer, Optional<String> expected, String content)
      throws RegistryException;

  /**
   * Services of these applications, at either level, that clients have subscribed to and nobody can
   * be called at; with how many clients.
   */
  SortedMap<String, Integer> starved(Collection<ApplicationKey> applications)
      throws RegistryException;
}
