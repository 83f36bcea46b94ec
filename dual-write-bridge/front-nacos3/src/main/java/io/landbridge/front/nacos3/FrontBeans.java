package io.landbridge.front.nacos3;

import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.core.code.ControllerMethodsCache;
import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.event.publisher.NamingEventPublisherFactory;
import io.landbridge.front.PushData;
import io.landbridge.front.V1Api;
import io.landbridge.front.forward.Forwarder;
import io.landbridge.front.push.PushSettings;
import io.landbridge.front.push.UdpPush;
import io.landbridge.host.boot.PluginSlot;
import io.landbridge.host.metrics.Meters;
import io.landbridge.model.Networks;
import io.landbridge.plugin.Metric;
import jakarta.servlet.Filter;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.core.Ordered;

/**
 * Registers the filter in the server's web context. Spring stops the server when a bean cannot be
 * made, so what fails is replaced by a filter that lets everything pass.
 */
public final class FrontBeans {

  private static final Logger LOG = LoggerFactory.getLogger(FrontBeans.class);

  private static final String NAME = "landbridgeV1Front";
  private static final String PATHS = "/v1/*";
  private static final int FORWARDED_AT_ONCE = 512;

  /** As the server itself waits for other members. */
  private static final Duration FORWARD_LIMIT = Duration.ofSeconds(2);

  private FrontBeans() {}

  /**
   * Registers it.
   *
   * @param beans of the server's web context
   * @param slot where the running plugin is
   * @param pushed networks whose addresses clients may name to be pushed to
   */
  public static void register(DefaultListableBeanFactory beans, PluginSlot slot, Networks pushed) {
    beans.registerBeanDefinition(
        NAME,
        BeanDefinitionBuilder.genericBeanDefinition(
                FilterRegistrationBean.class, () -> registration(beans, slot, pushed))
            .getBeanDefinition());
  }

  private static FilterRegistrationBean<Filter> registration(
      BeanFactory beans, PluginSlot slot, Networks pushed) {
    FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>();
    registration.setName(NAME);
    registration.addUrlPatterns(PATHS);
    // Before everything that looks at paths or bodies, behind what notes where a request is from.
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
    registration.setFilter(filter(beans, slot, pushed));
    return registration;
  }

  private static Filter filter(BeanFactory beans, PluginSlot slot, Networks pushed) {
    try {
      return working(beans, slot, pushed);
    } catch (Throwable e) {
      LOG.error("Landbridge's 1.x API is disabled on this server. Nacos itself is unaffected.", e);
      return (request, response, chain) -> chain.doFilter(request, response);
    }
  }

  private static Filter working(BeanFactory beans, PluginSlot slot, Networks pushed) {
    StockApi stock = new StockApi(beans.getBean(ControllerMethodsCache.class));
    FrontAccess access = new FrontAccess();
    DistroMapper members = beans.getBean(DistroMapper.class);
    ServerNaming server = new ServerNaming(beans);
    UdpPush push =
        new UdpPush(
            new PushData(server),
            PushSettings.DEFAULT.naming(pushed),
            problem -> LOG.warn("Push to 1.x clients failed: {}", problem.toString()));
    Forwarder forwarder = new Forwarder(FORWARDED_AT_ONCE, FORWARD_LIMIT);
    FrontCounts counts = new FrontCounts();
    List<Metric> metrics = counts.metrics(push, forwarder);
    Meters meters = Meters.show(metrics);
    NotifyCenter.registerSubscriber(
        new ServiceChanges(push), NamingEventPublisherFactory.getInstance());
    PushedClients clients = new PushedClients(push);
    slot.further().join(clients, clients);
    LOG.info(
        "Landbridge's 1.x API is enabled on this server, for requests that Nacos does not"
            + " support");
    return new FrontFilter(
        stock,
        server,
        new V1Api(server, push),
        access,
        members,
        forwarder,
        counts,
        new Resources(metrics, meters, forwarder, push));
  }

  /**
   * What ends with the filter.
   *
   * @param metrics are shown only for as long as somebody holds them
   */
  private record Resources(List<Metric> metrics, Meters meters, Forwarder forwarder, UdpPush push)
      implements AutoCloseable {

    @Override
    public void close() {
      meters.close();
      forwarder.close();
      push.close();
    }
  }
}
