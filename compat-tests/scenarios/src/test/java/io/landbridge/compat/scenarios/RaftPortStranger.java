package io.landbridge.compat.scenarios;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.landbridge.compat.cluster.NacosServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;

/**
 * Proposes entries at the Raft port of a member as another member would, without any password. The
 * request is the server's {@code WriteRequest} (consistency.proto), sent as JRaft's gRPC transport
 * does.
 */
final class RaftPortStranger implements AutoCloseable {

  private static final String REQUEST = "com.alibaba.nacos.consistency.entity.WriteRequest";
  private static final int GROUP = 1;
  private static final int DATA = 3;
  private static final int ANSWER = 1;

  private static final MethodDescriptor<byte[], byte[]> PROPOSE =
      MethodDescriptor.<byte[], byte[]>newBuilder()
          .setType(MethodDescriptor.MethodType.UNARY)
          .setFullMethodName(MethodDescriptor.generateFullMethodName(REQUEST, "_call"))
          .setRequestMarshaller(new Bytes())
          .setResponseMarshaller(new Bytes())
          .build();

  private final ManagedChannel channel;

  RaftPortStranger(NacosServer member) {
    channel = NettyChannelBuilder.forAddress("127.0.0.1", member.raftPort()).usePlaintext().build();
  }

  /** Proposes an entry to the group of the catalog and gives back what the leader answered. */
  String propose(byte[] entry) {
    byte[] answer =
        ClientCalls.blockingUnaryCall(
            channel,
            PROPOSE,
            CallOptions.DEFAULT.withDeadlineAfter(20, TimeUnit.SECONDS),
            request("landbridge_catalog", entry));
    try {
      CodedInputStream fields = CodedInputStream.newInstance(answer);
      for (int tag = fields.readTag(); tag != 0; tag = fields.readTag()) {
        if (WireFormat.getTagFieldNumber(tag) == ANSWER) {
          return fields.readBytes().toStringUtf8();
        }
        fields.skipField(tag);
      }
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] request(String group, byte[] entry) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream fields = CodedOutputStream.newInstance(bytes);
    try {
      fields.writeString(GROUP, group);
      fields.writeBytes(DATA, ByteString.copyFrom(entry));
      fields.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {

    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
