package io.landbridge.host.lifecycle;

import com.alibaba.nacos.naming.cluster.ServerStatus;
import com.alibaba.nacos.naming.cluster.ServerStatusManager;
import io.landbridge.model.BridgePhase;
import io.landbridge.service.AdministrationException;
import io.landbridge.service.BridgeAdministration;
import io.landbridge.service.answer.BridgeStatus;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.ProxyFactory;

/**
 * The status of a server that stands at an address at which clients of 1.x look for one of theirs:
 * starting, until it shows them what the legacy cluster shows. The server refuses requests over
 * HTTP with that status, upon which these clients turn to another of their list.
 *
 * <p>Once it was so it stays so until the server is restarted.
 */
final class InPlaceStatus implements MethodInterceptor {

  private static final Logger LOG = LoggerFactory.getLogger(InPlaceStatus.class);

  private final Supplier<BridgeAdministration> bridge;
  private final BooleanSupplier loaded;
  private volatile boolean reached;

  InPlaceStatus(Supplier<BridgeAdministration> bridge, BooleanSupplier loaded) {
    this.bridge = bridge;
    this.loaded = loaded;
  }

  /** Wraps the server's own; a subclass would need its constructor, which differs in every line. */
  ServerStatusManager over(ServerStatusManager stock) {
    ProxyFactory proxies = new ProxyFactory(stock);
    proxies.setProxyTargetClass(true);
    proxies.addAdvice(this);
    return (ServerStatusManager) proxies.getProxy(ServerStatusManager.class.getClassLoader());
  }

  @Override
  public Object invoke(MethodInvocation invocation) throws Throwable {
    Object answer = invocation.proceed();
    return answer instanceof ServerStatus && !isReached() ? ServerStatus.STARTING : answer;
  }

  private boolean isReached() {
    if (!reached && loaded.getAsBoolean() && showsLegacy()) {
      reached = true;
      LOG.info("This server shows the legacy cluster's instances and answers 1.x clients");
    }
    return reached;
  }

  private boolean showsLegacy() {
    try {
      BridgeStatus status = bridge.get().status();
      return status.phase() == BridgePhase.DONE
          || (status.phase().exports() && status.firstSync() > 0);
    } catch (AdministrationException notYet) {
      return false;
    }
  }
}
