package io.landbridge.demo;

import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.rpc.Filter;
import org.apache.dubbo.rpc.Invocation;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Result;

/** Prints each call of the consumer that was answered, and how its provider was found. */
@Activate(group = CommonConstants.CONSUMER)
public final class HowFound implements Filter {

  /** The type of Dubbo 3 for addresses of applications; this is compiled with Dubbo 2.7. */
  private static final String OF_APPLICATION = "InstanceAddressURL";

  @Override
  public Result invoke(Invoker<?> invoker, Invocation invocation) {
    String model =
        invoker.getUrl().getClass().getSimpleName().endsWith(OF_APPLICATION)
            ? "application"
            : "interface";
    return invoker
        .invoke(invocation)
        .whenCompleteWithContext(
            (result, failure) -> {
              if (result != null
                  && !result.hasException()
                  && invoker.getInterface() == Orders.class) {
                System.out.printf(
                    "call %s answered, provider found by %s: %s%n",
                    invocation.getArguments()[0], model, result.getValue());
              }
            });
  }
}
