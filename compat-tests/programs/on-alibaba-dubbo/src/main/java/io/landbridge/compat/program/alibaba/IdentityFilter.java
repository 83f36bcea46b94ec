package io.landbridge.compat.program.alibaba;

import com.alibaba.dubbo.common.Constants;
import com.alibaba.dubbo.common.extension.Activate;
import com.alibaba.dubbo.rpc.Filter;
import com.alibaba.dubbo.rpc.Invocation;
import com.alibaba.dubbo.rpc.Invoker;
import com.alibaba.dubbo.rpc.Result;
import com.alibaba.dubbo.rpc.RpcResult;
import io.landbridge.compat.program.Identity;

/** Puts the provider's {@link Identity} on every response. Leaves no trace in the registration. */
@Activate(group = Constants.PROVIDER)
public final class IdentityFilter implements Filter {

  private final String identity = System.getProperty(Identity.PROPERTY, "");

  @Override
  public Result invoke(Invoker<?> invoker, Invocation invocation) {
    Result result = invoker.invoke(invocation);
    if (result instanceof RpcResult answer && !identity.isEmpty()) {
      answer.setAttachment(Identity.ATTACHMENT, identity);
    }
    return result;
  }
}
