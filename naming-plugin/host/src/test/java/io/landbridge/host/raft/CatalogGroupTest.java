package io.landbridge.host.raft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.consistency.entity.Response;
import com.alibaba.nacos.consistency.entity.WriteRequest;
import com.google.protobuf.ByteString;
import io.landbridge.raft.ReplicatedStateMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogGroupTest {

  private final Machine machine = new Machine();
  private int applied;
  private final CatalogGroup group = new CatalogGroup(machine, () -> applied++);

  @Test
  void whatTheMachineAnswersIsTheAnswer() {
    Response response = group.onApply(entry("a"));

    assertThat(response.getSuccess()).isTrue();
    assertThat(response.getData().toStringUtf8()).isEqualTo("applied a");
    assertThat(applied).isEqualTo(1);
  }

  @Test
  void theMachineIsToldThatTheGroupWasGivenUp() {
    group.onError(new IOException("No space left on device"));
    group.onError(new IOException("and again"));

    assertThat(machine.stopped).singleElement().asString().contains("No space left on device");
    assertThat(group.onApply(entry("a")).getErrMsg()).contains("No space left on device");
    assertThat(machine.applied).isEmpty();
  }

  @Test
  void nothingGetsOutOfAnEntryThatCannotBeApplied() {
    machine.broken = true;

    assertThat(group.onApply(entry("a")).getSuccess()).isFalse();
    assertThat(machine.stopped).singleElement().asString().contains("broken");
    assertThat(group.isFailed()).isTrue();
  }

  @Test
  void whatTheServerSaysAfterTheEndIsNoFault() {
    group.close();
    group.onError(new IOException("shut down"));

    assertThat(machine.stopped).isEmpty();
  }

  private static WriteRequest entry(String text) {
    return WriteRequest.newBuilder().setData(ByteString.copyFromUtf8(text)).build();
  }

  private static final class Machine implements ReplicatedStateMachine {

    private final List<String> applied = new ArrayList<>();
    private final List<String> stopped = new ArrayList<>();
    private boolean broken;

    @Override
    public byte[] apply(byte[] entry) {
      if (broken) {
        throw new IllegalStateException("broken");
      }
      String text = ByteString.copyFrom(entry).toStringUtf8();
      applied.add(text);
      return ByteString.copyFromUtf8("applied " + text).toByteArray();
    }

    @Override
    public long applied() {
      return applied.size();
    }

    @Override
    public List<String> save(Path directory) {
      return List.of();
    }

    @Override
    public void load(Path directory) {
      applied.clear();
    }

    @Override
    public void stopped(String why, Throwable cause) {
      stopped.add(why);
    }
  }
}
