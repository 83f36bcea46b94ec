package io.landbridge.compat.program;

import java.util.List;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.constants.CommonConstants;
import org.apache.dubbo.rpc.Exporter;
import org.apache.dubbo.rpc.Invoker;
import org.apache.dubbo.rpc.Protocol;
import org.apache.dubbo.rpc.ProtocolServer;
import org.apache.dubbo.rpc.protocol.InvokerWrapper;

/**
 * Lets the server side listen on 127.0.0.1 only.
 *
 * <p>Dubbo takes an address that begins with {@code 127.} for a mistake and listens on every
 * interface instead. A program that deserialises Hessian should not be open to the network, so the
 * same address is given in a form it does not recognise. What is registered stays as it was.
 *
 * <p>Dubbo finds the class as a wrapper of every protocol, by its constructor.
 */
public final class LoopbackProtocol implements Protocol {

  private static final String LOOPBACK = "::ffff:127.0.0.1";

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
        url.addParameter("bind.ip", LOOPBACK)
            .addParameter(CommonConstants.ANYHOST_KEY, Boolean.FALSE.toString());
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

  @Override
  public List<ProtocolServer> getServers() {
    return protocol.getServers();
  }
}
