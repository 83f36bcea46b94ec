package io.landbridge.compat.program.alibaba;

import com.alibaba.dubbo.common.Constants;
import com.alibaba.dubbo.common.URL;
import com.alibaba.dubbo.rpc.Exporter;
import com.alibaba.dubbo.rpc.Invoker;
import com.alibaba.dubbo.rpc.Protocol;
import com.alibaba.dubbo.rpc.protocol.InvokerWrapper;
import io.landbridge.compat.program.Surroundings;

/**
 * Lets the server side listen on 127.0.0.1 only, see {@link Surroundings#LOOPBACK}.
 *
 * <p>Dubbo finds the class as a wrapper of every protocol, by its constructor.
 */
public final class LoopbackProtocol implements Protocol {

  private final Protocol protocol;

  public LoopbackProtocol(Protocol protocol) {
    this.protocol = protocol;
  }

  @Override
  public int getDefaultPort() {
    return protocol.getDefaultPort();
  }

  @Override
  public <T> Exporter<T> export(Invoker<T> invoker) {
    URL url = invoker.getUrl();
    if (url.getParameter("bind.ip", "").isEmpty()) {
      return protocol.export(invoker);
    }
    URL onLoopback =
        url.addParameter("bind.ip", Surroundings.LOOPBACK)
            .addParameter(Constants.ANYHOST_KEY, Boolean.FALSE.toString());
    return protocol.export(new InvokerWrapper<>(invoker, onLoopback));
  }

  @Override
  public <T> Invoker<T> refer(Class<T> type, URL url) {
    return protocol.refer(type, url);
  }

  @Override
  public void destroy() {
    protocol.destroy();
  }
}
