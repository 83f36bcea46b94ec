package io.landbridge.compat.prepare;

import io.landbridge.compat.client.PreparePrograms;
import io.landbridge.compat.cluster.Artifacts;
import io.landbridge.compat.cluster.NacosEnsemble;
import io.landbridge.compat.cluster.NacosVersion;
import io.landbridge.compat.cluster.PrepareServers;
import io.landbridge.compat.cluster.ServerSpec;
import io.landbridge.compat.cluster.ServerStartException;
import io.landbridge.compat.prepare.Preparations.Preparation;
import io.landbridge.compat.waiting.CheckRecords;
import java.nio.file.Path;
import java.util.List;

/**
 * Prepares all servers and programs under test for quick starts, two at a time; what was prepared
 * for the same jars before is left as it is. Part of the build, which goes on without what cannot
 * be prepared: that starts more slowly, and the summary of the check names it.
 */
public final class PrepareCommand {

  private static final int AT_A_TIME = 2;

  private PrepareCommand() {}

  /**
   * Prepares everything.
   *
   * @param arguments one: the directory that everything may write to meanwhile
   */
  public static void main(String[] arguments) throws Exception {
    Path work = Path.of(arguments[0]).toAbsolutePath();
    System.setProperty(NacosEnsemble.WORK, work.toString());
    Preparations preparations = new Preparations(AT_A_TIME, System.out, CheckRecords::notPrepared);
    PrepareServers servers = new PrepareServers(Artifacts.locate(), work);
    preparations.run(
        servers.pending().stream()
            .map(version -> new Preparation("Nacos " + version, () -> servers.prepare(version)))
            .toList());
    PreparePrograms programs = new PreparePrograms(work);
    List<String> pending = programs.pending();
    if (pending.isEmpty()) {
      return;
    }
    // Clients of all versions can use this one.
    try (NacosEnsemble server = NacosEnsemble.start(ServerSpec.of(NacosVersion.V2_2_4))) {
      String address = server.member(0).address();
      preparations.run(
          pending.stream()
              .map(folder -> new Preparation(folder, () -> programs.prepare(folder, address)))
              .toList());
    } catch (ServerStartException e) {
      e.printStackTrace();
      CheckRecords.notPrepared(String.join(", ", pending), e.toString());
    }
  }
}
