package io.landbridge.record;

import io.landbridge.command.BridgeTerms;
import io.landbridge.command.Command.CompleteImport;
import io.landbridge.command.Command.ImportInstances;
import io.landbridge.command.Command.SwitchBridge;
import io.landbridge.command.Command.TakeBridge;
import io.landbridge.model.BridgePhase;
import io.landbridge.model.ImportedInstance;
import io.landbridge.model.MemberId;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import io.landbridge.record.wire.Wire;
import io.landbridge.state.BridgeRecord;
import java.util.Optional;

/** What concerns the bridge, to protobuf messages and back. */
final class BridgeWire {

  private BridgeWire() {}

  static Wire.SwitchBridge switchBridge(SwitchBridge command) {
    return Wire.SwitchBridge.newBuilder()
        .setExpected(command.expected())
        .setTerms(terms(command.terms()))
        .setAt(command.at())
        .setId(command.id())
        .build();
  }

  static SwitchBridge switchBridge(Wire.SwitchBridge wire) {
    return new SwitchBridge(wire.getExpected(), terms(wire.getTerms()), wire.getAt(), wire.getId());
  }

  static Wire.TakeBridge takeBridge(TakeBridge command) {
    return Wire.TakeBridge.newBuilder()
        .setMember(command.member().address())
        .setExpected(command.expected())
        .build();
  }

  static TakeBridge takeBridge(Wire.TakeBridge wire) {
    return new TakeBridge(new MemberId(wire.getMember()), wire.getExpected());
  }

  static Wire.ImportInstances importInstances(ImportInstances command) {
    return Wire.ImportInstances.newBuilder()
        .setEpoch(command.epoch())
        .addAllPuts(command.puts().stream().map(BridgeWire::imported).toList())
        .addAllRemovals(command.removals().stream().map(BridgeWire::key).toList())
        .build();
  }

  static ImportInstances importInstances(Wire.ImportInstances wire) {
    return new ImportInstances(
        wire.getEpoch(),
        wire.getPutsList().stream().map(BridgeWire::imported).toList(),
        wire.getRemovalsList().stream().map(BridgeWire::key).toList());
  }

  static Wire.CompleteImport completeImport(CompleteImport command) {
    return Wire.CompleteImport.newBuilder().setEpoch(command.epoch()).setAt(command.at()).build();
  }

  static CompleteImport completeImport(Wire.CompleteImport wire) {
    return new CompleteImport(wire.getEpoch(), wire.getAt());
  }

  static Wire.ImportedInstance imported(ImportedInstance instance) {
    return Wire.ImportedInstance.newBuilder()
        .setKey(key(instance.key()))
        .setWeight(instance.weight())
        .setEnabled(instance.enabled())
        .setHealthy(instance.healthy())
        .setEphemeral(instance.ephemeral())
        .addAllMetadata(WireWriter.attributes(instance.metadata()))
        .build();
  }

  static ImportedInstance imported(Wire.ImportedInstance wire) {
    return new ImportedInstance(
        key(wire.getKey()),
        wire.getWeight(),
        wire.getEnabled(),
        wire.getHealthy(),
        wire.getEphemeral(),
        WireReader.attributes(wire.getMetadataList()));
  }

  private static Wire.ImportedKey key(ImportedInstance.Key key) {
    return Wire.ImportedKey.newBuilder()
        .setService(
            Wire.ServiceKey.newBuilder()
                .setNamespace(key.service().namespace().value())
                .setGroup(key.service().group())
                .setName(key.service().name()))
        .setCluster(key.cluster())
        .setIp(key.ip())
        .setPort(key.port())
        .build();
  }

  private static ImportedInstance.Key key(Wire.ImportedKey wire) {
    Wire.ServiceKey service = wire.getService();
    return new ImportedInstance.Key(
        new ServiceKey(
            new NamespaceId(service.getNamespace()), service.getGroup(), service.getName()),
        wire.getCluster(),
        wire.getIp(),
        wire.getPort());
  }

  static Wire.StoredBridge bridge(BridgeRecord bridge) {
    return Wire.StoredBridge.newBuilder()
        .setTerms(terms(bridge.terms()))
        .setSince(bridge.since())
        .setEpoch(bridge.epoch())
        .setActive(bridge.active().map(MemberId::address).orElse(""))
        .setFirstSync(bridge.firstSync())
        .setId(bridge.id())
        .build();
  }

  static BridgeRecord bridge(Wire.StoredBridge wire) {
    return new BridgeRecord(
        terms(wire.getTerms()),
        wire.getSince(),
        wire.getEpoch(),
        wire.getActive().isEmpty() ? Optional.empty() : Optional.of(new MemberId(wire.getActive())),
        wire.getFirstSync(),
        wire.getId());
  }

  private static Wire.BridgeTerms terms(BridgeTerms terms) {
    return Wire.BridgeTerms.newBuilder()
        .setPhase(
            switch (terms.phase()) {
              case OFF -> Wire.BridgePhase.BRIDGE_PHASE_OFF;
              case SHADOW -> Wire.BridgePhase.BRIDGE_PHASE_SHADOW;
              case DUAL_WRITE -> Wire.BridgePhase.BRIDGE_PHASE_DUAL_WRITE;
              case CUT_OVER -> Wire.BridgePhase.BRIDGE_PHASE_CUT_OVER;
              case DONE -> Wire.BridgePhase.BRIDGE_PHASE_DONE;
            })
        .setPaused(terms.paused())
        .addAllServers(terms.servers())
        .setUsername(terms.username())
        .build();
  }

  private static BridgeTerms terms(Wire.BridgeTerms wire) {
    return new BridgeTerms(
        switch (wire.getPhase()) {
          case BRIDGE_PHASE_OFF -> BridgePhase.OFF;
          case BRIDGE_PHASE_SHADOW -> BridgePhase.SHADOW;
          case BRIDGE_PHASE_DUAL_WRITE -> BridgePhase.DUAL_WRITE;
          case BRIDGE_PHASE_CUT_OVER -> BridgePhase.CUT_OVER;
          case BRIDGE_PHASE_DONE -> BridgePhase.DONE;
          case BRIDGE_PHASE_UNSPECIFIED, UNRECOGNIZED ->
              throw new IllegalArgumentException("a bridge has no known phase");
        },
        wire.getPaused(),
        wire.getServersList(),
        wire.getUsername());
  }
}
