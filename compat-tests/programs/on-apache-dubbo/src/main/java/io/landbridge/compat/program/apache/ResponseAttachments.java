package io.landbridge.compat.program.apache;

import java.lang.reflect.Method;
import java.util.Optional;
import org.apache.dubbo.rpc.RpcContext;

/**
 * Reads what came with the last response of the calling thread.
 *
 * <p>By reflection, because Dubbo 3 moved it to another method and changed the type of the old one.
 */
final class ResponseAttachments {

  private final Method context;

  ResponseAttachments() {
    this.context = contextMethod();
  }

  private static Method contextMethod() {
    try {
      return RpcContext.class.getMethod("getClientResponseContext");
    } catch (NoSuchMethodException olderThan3) {
      try {
        return RpcContext.class.getMethod("getServerContext");
      } catch (NoSuchMethodException e) {
        throw new IllegalStateException("This Dubbo has no context for response attachments", e);
      }
    }
  }

  Optional<String> read(String key) {
    try {
      Object attachments = context.invoke(null);
      Method read = attachments.getClass().getMethod("getAttachment", String.class);
      return Optional.ofNullable((String) read.invoke(attachments, key));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Response attachments cannot be read", e);
    }
  }
}
