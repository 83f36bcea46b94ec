package io.landbridge.compat.program.apache;

import io.landbridge.compat.program.Dubbo;
import io.landbridge.compat.program.Offer;
import io.landbridge.compat.program.Participant;
import io.landbridge.compat.program.Refusal;
import io.landbridge.compat.program.ServiceName;
import io.landbridge.compat.program.Surroundings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.dubbo.common.Version;
import org.apache.dubbo.common.utils.NetUtils;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.ProtocolConfig;
import org.apache.dubbo.config.ReferenceConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.ServiceConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;
import org.apache.dubbo.rpc.RpcException;

/** Dubbo 2.7 and later. */
public final class ApacheDubbo implements Dubbo {

  private final ResponseAttachments attachments;
  private int timeoutMillis;

  /** Found by its name. */
  public ApacheDubbo() {
    Surroundings.stayOnLoopback(NetUtils.class);
    this.attachments = new ResponseAttachments();
  }

  @Override
  public String version() {
    return Version.getVersion();
  }

  @Override
  public void provide(Participant participant, Map<String, Integer> ports, List<Offer<?>> offers) {
    DubboBootstrap bootstrap = bootstrap(participant);
    ports.forEach((protocol, port) -> bootstrap.protocol(new ProtocolConfig(protocol, port)));
    offers.forEach(offer -> bootstrap.service(service(offer)));
    bootstrap.start();
  }

  @Override
  public void consume(Participant participant, int timeoutMillis) {
    this.timeoutMillis = timeoutMillis;
    bootstrap(participant).start();
  }

  @Override
  public <T> T reference(ServiceName<T> service) {
    ReferenceConfig<T> reference = new ReferenceConfig<>();
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
    return attachments.read(key);
  }

  @Override
  public Optional<Refusal> refusal(RuntimeException failure) {
    if (failure instanceof RpcException e) {
      return Optional.of(
          new Refusal(
              e.isForbidden() || e.isNoInvokerAvailableAfterFilter(),
              RpcException.class.getName() + " " + e.getCode()));
    }
    return Optional.empty();
  }

  @Override
  public void stop() {
    DubboBootstrap.getInstance().stop();
  }

  private static DubboBootstrap bootstrap(Participant participant) {
    ApplicationConfig application = new ApplicationConfig(participant.application());
    application.setQosEnable(false);
    return DubboBootstrap.getInstance()
        .application(application)
        .registry(new RegistryConfig(participant.registry()));
  }

  private static <T> ServiceConfig<T> service(Offer<T> offer) {
    ServiceConfig<T> service = new ServiceConfig<>();
    // Without an id of its own, Dubbo 2.7 takes the second service for a repetition of the first.
    service.setId(offer.name().type().getName());
    service.setInterface(offer.name().type());
    service.setRef(offer.implementation());
    if (!offer.name().group().isEmpty()) {
      service.setGroup(offer.name().group());
    }
    if (!offer.name().version().isEmpty()) {
      service.setVersion(offer.name().version());
    }
    if (!offer.parameters().isEmpty()) {
      service.setParameters(offer.parameters());
    }
    return service;
  }
}
