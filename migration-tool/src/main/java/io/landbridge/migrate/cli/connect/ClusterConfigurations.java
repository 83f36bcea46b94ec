package io.landbridge.migrate.cli.connect;

import io.landbridge.dubbo.MetadataKeys;
import io.landbridge.migrate.doctor.ConfigurationProbe;
import io.landbridge.migrate.inventory.ConfigurationReader;
import io.landbridge.model.NamespaceId;
import io.landbridge.registry.Registry;
import io.landbridge.registry.RegistryException;
import io.landbridge.registry.RegistryException.Kind;
import io.landbridge.registry.ServerAddress;
import io.landbridge.registry.connect.RegistryConnector;
import io.landbridge.registry.http.ServerClient;
import io.landbridge.registry.plugin.PluginClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The configuration centre as each member gives access to it.
 *
 * @param client reaches the cluster
 */
record ClusterConfigurations(ServerClient client) implements ConfigurationProbe {

  /** Nothing has this name, or this content. */
  private static final String NOBODYS = "landbridge.doctor";

  @Override
  public List<Failure> failures(ServerAddress member) throws RegistryException {
    ServerClient one = client.only(member);
    PluginClient plugin = new PluginClient(one);
    List<Failure> failures = new ArrayList<>();
    attempt(
        Use.READ,
        failures,
        () -> registry(one).config(NamespaceId.PUBLIC, MetadataKeys.MAPPING_GROUP, NOBODYS));
    attempt(
        Use.LIST,
        failures,
        () -> registry(one).dataIds(NamespaceId.PUBLIC, ConfigurationReader.RULE_GROUP));
    attempt(
        Use.CHANGE,
        failures,
        () ->
            plugin.replaceConfiguration(
                NamespaceId.PUBLIC, PluginNotes.GROUP, NOBODYS, Optional.of(NOBODYS), NOBODYS));
    return failures;
  }

  private static Registry registry(ServerClient one) throws RegistryException {
    return RegistryConnector.connect(one);
  }

  private interface Attempt {
    Object make() throws RegistryException;
  }

  private static void attempt(Use use, List<Failure> failures, Attempt attempt)
      throws RegistryException {
    try {
      attempt.make();
    } catch (RegistryException e) {
      if (e.kind() == Kind.INTERRUPTED) {
        throw e;
      }
      failures.add(new Failure(use, e.kind() == Kind.UNAUTHORISED, e.what()));
    }
  }
}
