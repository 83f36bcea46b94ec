package io.landbridge.compat.load.wire;

import io.grpc.MethodDescriptor;
import io.grpc.protobuf.ProtoUtils;
import io.landbridge.compat.load.wire.proto.Payload;

/** The two methods that clients and servers speak by. */
public final class WireMethods {

  /** A request of a client, and its answer. */
  public static final MethodDescriptor<Payload, Payload> REQUEST =
      method("Request/request", MethodDescriptor.MethodType.UNARY);

  /** The stream of a connection: the client sets it up, and answers what the server asks on it. */
  public static final MethodDescriptor<Payload, Payload> STREAM =
      method("BiRequestStream/requestBiStream", MethodDescriptor.MethodType.BIDI_STREAMING);

  private WireMethods() {}

  private static MethodDescriptor<Payload, Payload> method(
      String name, MethodDescriptor.MethodType type) {
    return MethodDescriptor.<Payload, Payload>newBuilder()
        .setFullMethodName(name)
        .setType(type)
        .setRequestMarshaller(ProtoUtils.marshaller(Payload.getDefaultInstance()))
        .setResponseMarshaller(ProtoUtils.marshaller(Payload.getDefaultInstance()))
        .build();
  }
}
