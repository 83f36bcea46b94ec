package io.landbridge.compat.program.apache;

import io.landbridge.compat.program.Identity;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/** Puts the provider's {@link Identity} on every response. Leaves no trace in the registration. */
@Activate(group = CommonConstants.PROVIDER)
public final class IdentityFilter implements Filter {

  private final String identity = System.getProperty(Identity.PROPERTY, "");

  @Override
  public Result invoke(Invoker<?> invoker, Invocation invocation) {
    return invoker
        .invoke(invocation)
        .whenCompleteWithContext(
            (result, failure) -> {
              if (result != null && !identity.isEmpty()) {
                result.setAttachment(Identity.ATTACHMENT, identity);
              }
            });
  }
}
