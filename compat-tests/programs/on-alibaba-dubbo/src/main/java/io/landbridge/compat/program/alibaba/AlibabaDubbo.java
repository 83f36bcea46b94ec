package io.landbridge.compat.program.alibaba;

import com.alibaba.dubbo.common.Version;
import com.alibaba.dubbo.common.utils.NetUtils;
import com.alibaba.dubbo.config.ApplicationConfig;
import com.alibaba.dubbo.config.DubboShutdownHook;
import com.alibaba.dubbo.config.ProtocolConfig;
import com.alibaba.dubbo.config.ReferenceConfig;
import com.alibaba.dubbo.config.RegistryConfig;
import com.alibaba.dubbo.config.ServiceConfig;
import com.alibaba.dubbo.rpc.RpcContext;
import com.alibaba.dubbo.rpc.RpcException;
import io.landbridge.compat.program.Dubbo;
import io.landbridge.compat.program.Offer;
import io.landbridge.compat.program.Participant;
import io.landbridge.compat.program.Refusal;
import io.landbridge.compat.program.ServiceName;
import io.landbridge.compat.program.Surroundings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Dubbo 2.6, which has neither a bootstrap nor application-level anything. */
public final class AlibabaDubbo implements Dubbo {

  private static final String NO_PROVIDER = "No provider available for the service";

  private ApplicationConfig application = new ApplicationConfig();
  private RegistryConfig registry = new RegistryConfig();
  private int timeoutMillis;

  /** Found by its name. */
  public AlibabaDubbo() {
    Surroundings.stayOnLoopback(NetUtils.class);
  }

  @Override
  public String version() {
    return Version.getVersion();
  }

  @Override
  public void provide(Participant participant, Map<String, Integer> ports, List<Offer<?>> offers) {
    join(participant);
    List<ProtocolConfig> protocols = new ArrayList<>();
    ports.forEach((protocol, port) -> protocols.add(new ProtocolConfig(protocol, port)));
    offers.forEach(offer -> service(offer, protocols).export());
  }

  @Override
  public void consume(Participant participant, int timeoutMillis) {
    join(participant);
    this.timeoutMillis = timeoutMillis;
  }

  @Override
  public <T> T reference(ServiceName<T> service) {
    ReferenceConfig<T> reference = new ReferenceConfig<>();
    reference.setApplication(application);
    reference.setRegistry(registry);
    reference.setInterface(service.type());
    if (!service.group().isEmpty()) {
      reference.setGroup(service.group());
    }
    if (!service.version().isEmpty()) {
      reference.setVersion(service.version());
    }
    reference.setCheck(false);
    reference.setRetries(0);
    reference.setTimeout(timeoutMillis);
    return reference.get();
  }

  @Override
  public Optional<String> attachment(String key) {
    return Optional.ofNullable(RpcContext.getServerContext().getAttachment(key));
  }

  @Override
  public Optional<Refusal> refusal(RuntimeException failure) {
    if (failure instanceof RpcException e) {
      boolean none = e.isForbidded() || String.valueOf(e.getMessage()).contains(NO_PROVIDER);
      return Optional.of(new Refusal(none, RpcException.class.getName() + " " + e.getCode()));
    }
    return Optional.empty();
  }

  @Override
  public void stop() {
    DubboShutdownHook.getDubboShutdownHook().destroyAll();
  }

  private void join(Participant participant) {
    application = new ApplicationConfig(participant.application());
    application.setQosEnable(false);
    registry = new RegistryConfig(participant.registry());
  }

  private <T> ServiceConfig<T> service(Offer<T> offer, List<ProtocolConfig> protocols) {
    ServiceConfig<T> service = new ServiceConfig<>();
    service.setApplication(application);
    service.setRegistry(registry);
    service.setProtocols(protocols);
    service.setInterface(offer.name().type());
    service.setRef(offer.implementation());
    if (!offer.name().group().isEmpty()) {
      service.setGroup(offer.name().group());
    }
    if (!offer.name().version().isEmpty()) {
      service.setVersion(offer.name().version());
    }
    service.setParameters(offer.parameters());
    return service;
  }
}
