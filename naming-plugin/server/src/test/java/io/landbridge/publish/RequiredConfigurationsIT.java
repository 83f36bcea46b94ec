package io.landbridge.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.raft.CapturedFaults;
import io.landbridge.raft.CatalogStateMachine;
import io.landbridge.record.CommandCodec;
import io.landbridge.state.CatalogReader;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.Samples;
import io.landbridge.store.RocksStore;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequiredConfigurationsIT {

  @TempDir Path directory;

  @Test
  void areReadFromTheRevisionsWithoutAnyInstance() throws Exception {
    try (RocksStore store = RocksStore.open(directory)) {
      CatalogStateMachine machine = new CatalogStateMachine(store, new CapturedFaults());
      machine.apply(
          CommandCodec.encode(
              new ClaimInstances(
                  Samples.ALICE,
                  1,
                  IntStream.range(1, 20)
                      .mapToObj(host -> Samples.instance(Samples.SHOP, host, host % 2))
                      .toList(),
                  Map.of(
                      Samples.document(Samples.SHOP, 0).revision(),
                      Samples.document(Samples.SHOP, 0),
                      Samples.document(Samples.SHOP, 1).revision(),
                      Samples.document(Samples.SHOP, 1)),
                  List.of())));

      RequiredConfigurations requirements =
          RequiredConfigurations.of(withoutInstances(machine.reader()), Samples.SHOP);

      assertThat(requirements.documents())
          .containsOnlyKeys(
              Samples.document(Samples.SHOP, 0).revision(),
              Samples.document(Samples.SHOP, 1).revision());
      assertThat(requirements.interfaces())
          .containsExactly("org.demo.Orders", "org.demo.Plain", "org.demo.Prices");
    }
  }

  /** Fails for whoever asks it for an instance, in whichever way. */
  private static CatalogReader withoutInstances(CatalogReader reader) {
    return (CatalogReader)
        Proxy.newProxyInstance(
            CatalogReader.class.getClassLoader(),
            new Class<?>[] {CatalogReader.class},
            (proxy, method, arguments) -> {
              String signature =
                  method.getGenericReturnType()
                      + Arrays.toString(method.getGenericParameterTypes());
              if (signature.contains(OwnedInstance.class.getName())) {
                throw new AssertionError(method + " was called");
              }
              return method.invoke(reader, arguments);
            });
  }
}
