package io.landbridge.front.nacos3;

import com.alibaba.nacos.common.notify.NotifyCenter;
import com.alibaba.nacos.core.code.ControllerMethodsCache;
import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.v2.event.publisher.NamingEventPublisherFactory;
import io.landbridge.front.PushData;
import io.landbridge.front.V1Api;
import io.landbridge.front.forward.Forwarder;
import io.landbridge.front.nacos3.config.ConfigChanges;
import io.landbridge.front.nacos3.config.ServerConfigs;
import io.landbridge.front.push.PushSettings;
import io.landbridge.front.push.UdpPush;
import io.landbridge.host.boot.PluginSlot;
import io.landbridge.host.metrics.Meters;
import io.landbridge.model.Networks;
import io.landbridge.plugin.Metric;
import jakarta.servlet.Filter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
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
   * @param polls the most clients that may wait for a change of configurations; 0 if configurations
   *     are left to the server
   */
  public static void register(
      DefaultListableBeanFactory beans, PluginSlot slot, Networks pushed, int polls) {
    beans.registerBeanDefinition(
        NAME,
        BeanDefinitionBuilder.genericBeanDefinition(
                FilterRegistrationBean.class, () -> registration(beans, slot, pushed, polls))
            .getBeanDefinition());
  }

  private static FilterRegistrationBean<Filter> registration(
      BeanFactory beans, PluginSlot slot, Networks pushed, int polls) {
    FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>();
    registration.setName(NAME);
    registration.addUrlPatterns(PATHS);
    // Before everything that looks at paths or bodies, behind what notes where a request is from.
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
    registration.setFilter(filter(beans, slot, pushed, polls));
    return registration;
  }

  private static Filter filter(BeanFactory beans, PluginSlot slot, Networks pushed, int polls) {
    try {
      return working(beans, slot, pushed, polls);
    } catch (Throwable e) {
      LOG.error("Landbridge's 1.x API is disabled on this server. Nacos itself is unaffected.", e);
      return (request, response, chain) -> chain.doFilter(request, response);
    }
  }

  private static Filter working(BeanFactory beans, PluginSlot slot, Networks pushed, int polls) {
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
    @Nullable Configs configs = polls == 0 ? null : configs(beans, polls);
    List<Metric> metrics = new ArrayList<>(counts.metrics(push, forwarder));
    if (configs != null) {
      metrics.addAll(FrontCounts.metrics(configs.front()));
    }
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
        configs == null ? null : configs.front(),
        new Resources(metrics, meters, forwarder, push, configs));
  }

  /** The front for configurations, and the subscription that tells it of changes. */
  private record Configs(ConfigFront front, AutoCloseable changes) implements AutoCloseable {

    @Override
    public void close() throws Exception {
      changes.close();
      front.close();
    }
  }

  /** Null where the server has no configuration center, or another one. */
  private static @Nullable Configs configs(BeanFactory beans, int polls) {
    try {
      ConfigFront front = new ConfigFront(new ServerConfigs(beans), polls);
      return new Configs(front, ConfigChanges.tell(front::changed));
    } catch (RuntimeException | LinkageError e) {
      LOG.error(
          "Landbridge's 1.x API has no configurations on this server. Nothing else is affected.",
          e);
      return null;
    }
  }

  /**
   * What ends with the filter.
   *
   * @param metrics are shown only for as long as somebody holds them
   */
  private record Resources(
      List<Metric> metrics,
      Meters meters,
      Forwarder forwarder,
      UdpPush push,
      @Nullable Configs configs)
      implements AutoCloseable {

    @Override
    public void close() throws Exception {
      if (configs != null) {
        configs.close();
      }
      meters.close();
      forwarder.close();
      push.close();
    }
  }
}
