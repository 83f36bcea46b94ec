package io.landbridge.host.lifecycle;

import com.alibaba.nacos.core.cluster.ServerMemberManager;
import com.alibaba.nacos.core.distributed.distro.DistroProtocol;
import com.alibaba.nacos.core.remote.ConnectionManager;
import com.alibaba.nacos.core.remote.RequestHandler;
import com.alibaba.nacos.naming.cluster.ServerStatusManager;
import com.alibaba.nacos.naming.core.CatalogServiceV2Impl;
import com.alibaba.nacos.naming.core.DistroMapper;
import com.alibaba.nacos.naming.core.ServiceOperatorV2Impl;
import com.alibaba.nacos.naming.core.v2.client.manager.ClientManagerDelegate;
import com.alibaba.nacos.naming.core.v2.client.manager.impl.EphemeralIpPortClientManager;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.misc.SwitchDomain;
import com.alibaba.nacos.naming.push.v2.executor.PushExecutorDelegate;
import com.alibaba.nacos.naming.push.v2.executor.PushExecutorRpcImpl;
import com.alibaba.nacos.naming.push.v2.executor.PushExecutorUdpImpl;
import com.alibaba.nacos.naming.remote.rpc.handler.ServiceListRequestHandler;
import com.alibaba.nacos.naming.remote.rpc.handler.ServiceQueryRequestHandler;
import com.alibaba.nacos.naming.remote.rpc.handler.SubscribeServiceRequestHandler;
import io.landbridge.host.boot.PluginSlot;
import io.landbridge.host.registry.IndexedClients;
import io.landbridge.host.registry.InitialLoad;
import io.landbridge.host.registry.Once;
import io.landbridge.host.registry.UnheardClients;
import io.landbridge.host.view.AudiencePushes;
import io.landbridge.host.view.CallerOfQuery;
import io.landbridge.host.view.CallerOfSubscription;
import io.landbridge.host.view.Callers;
import io.landbridge.host.view.DerivedServiceList;
import io.landbridge.host.view.DerivedServiceStorage;
import io.landbridge.host.view.DerivedServices;
import io.landbridge.plugin.LandbridgePlugin;
import io.landbridge.plugin.PluginConfig;
import io.landbridge.port.NativeServices;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.GenericBeanDefinition;

/**
 * The plugin's beans in the server's core context. Spring stops the server when a bean cannot be
 * made, so each is made by code that does not throw.
 */
public final class CoreBeans {

  private static final Logger LOG = LoggerFactory.getLogger(CoreBeans.class);

  private static final String STOCK_STORAGE = "serviceStorage";
  private static final String STORAGE = "landbridgeServiceStorage";
  private static final String STOCK_CATALOG = "catalogServiceV2Impl";
  private static final String CATALOG = "landbridgeCatalogService";
  private static final String STOCK_OPERATOR = "serviceOperatorV2Impl";
  private static final String OPERATOR = "landbridgeServiceOperator";
  private static final String STOCK_NAMES = "serviceListRequestHandler";
  private static final String NAMES = "landbridgeServiceListHandler";
  private static final String STOCK_STATUS = "serverStatusManager";
  private static final String STATUS = "landbridgeServerStatus";
  private static final String CALLERS = "landbridgeCallers";
  private static final String STOCK_PUSHES = "pushExecutorDelegate";
  private static final String PUSHES = "landbridgePushes";
  private static final String STOCK_QUERY = "serviceQueryRequestHandler";
  private static final String QUERY = "landbridgeServiceQueryHandler";
  private static final String STOCK_SUBSCRIPTION = "subscribeServiceRequestHandler";
  private static final String SUBSCRIPTION = "landbridgeSubscribeServiceHandler";
  private static final String LIFECYCLE = "landbridgeLifecycle";
  private static final String UNHEARD = "landbridgeUnheardClients";

  private CoreBeans() {}

  /**
   * Registers them.
   *
   * @param beans the beans of the server's core context
   * @param slot where the running plugin is put
   * @param config settings
   * @param server line and version of the server, for people
   * @param specifics what differs between the lines
   */
  public static void register(
      DefaultListableBeanFactory beans,
      PluginSlot slot,
      PluginConfig config,
      String server,
      ServerSpecifics specifics) {
    beans.registerBeanDefinition(
        CALLERS,
        BeanDefinitionBuilder.genericBeanDefinition(
                Callers.class, () -> new Callers(specifics::httpCaller))
            .getBeanDefinition());
    registerPrimary(beans, STORAGE, ServiceStorage.class, () -> storage(beans, slot));
    registerCallers(beans);
    registerLists(beans, slot, specifics);
    GenericBeanDefinition lifecycle =
        (GenericBeanDefinition)
            BeanDefinitionBuilder.genericBeanDefinition(
                    HostLifecycle.class,
                    () ->
                        new HostLifecycle(
                            server,
                            beans,
                            () -> beans.getBean(STORAGE, NativeServices.class),
                            specifics,
                            slot,
                            LandbridgePlugin::start,
                            config))
                .getBeanDefinition();
    lifecycle.setLazyInit(false);
    beans.registerBeanDefinition(LIFECYCLE, lifecycle);
  }

  /**
   * Registers what keeps clients of 1.x away until the server shows what the legacy cluster does,
   * and what keeps those that do not beat here yet from expiring.
   *
   * @param beans the beans of the server's core context
   * @param slot where the running plugin is put
   */
  public static void registerInPlace(DefaultListableBeanFactory beans, PluginSlot slot) {
    registerPrimary(beans, STATUS, ServerStatusManager.class, () -> status(beans, slot));
    HeardFromTheStart heard = new HeardFromTheStart(() -> beans.getBean(DistroMapper.class));
    beans.addBeanPostProcessor(heard);
    GenericBeanDefinition unheard =
        (GenericBeanDefinition)
            BeanDefinitionBuilder.genericBeanDefinition(
                    UnheardClients.class,
                    () -> heard.up(() -> beans.getBean(EphemeralIpPortClientManager.class)))
                .getBeanDefinition();
    unheard.setLazyInit(false);
    beans.registerBeanDefinition(UNHEARD, unheard);
  }

  private static ServerStatusManager status(DefaultListableBeanFactory beans, PluginSlot slot) {
    ServerStatusManager stock = beans.getBean(STOCK_STATUS, ServerStatusManager.class);
    try {
      InitialLoad load =
          new InitialLoad(
              beans.getBean(DistroProtocol.class), beans.getBean(ServerMemberManager.class));
      return new InPlaceStatus(slot::bridge, load::isDone).over(stock);
    } catch (Throwable e) {
      LOG.error("Landbridge cannot refuse 1.x clients while this server starts", e);
      return stock;
    }
  }

  /** What names and describes services; the server has each of it where it has a naming storage. */
  private static void registerLists(
      DefaultListableBeanFactory beans, PluginSlot slot, ServerSpecifics specifics) {
    registerPrimary(
        beans,
        CATALOG,
        CatalogServiceV2Impl.class,
        () ->
            orStock(
                beans.getBean(STOCK_CATALOG, CatalogServiceV2Impl.class),
                () -> specifics.catalogService(beans, derived(beans, slot))));
    registerPrimary(
        beans,
        OPERATOR,
        ServiceOperatorV2Impl.class,
        () ->
            orStock(
                beans.getBean(STOCK_OPERATOR, ServiceOperatorV2Impl.class),
                () -> specifics.serviceOperator(beans, derived(beans, slot))));
    registerHandler(beans, STOCK_NAMES, NAMES, () -> names(beans, slot));
  }

  /** What tells of a push or a query whom it is for. */
  private static void registerCallers(DefaultListableBeanFactory beans) {
    if (beans.containsBeanDefinition(STOCK_PUSHES)) {
      registerPrimary(beans, PUSHES, PushExecutorDelegate.class, () -> pushes(beans));
    }
    registerHandler(beans, STOCK_QUERY, QUERY, () -> query(beans));
    registerHandler(beans, STOCK_SUBSCRIPTION, SUBSCRIPTION, () -> subscription(beans));
  }

  private static PushExecutorDelegate pushes(DefaultListableBeanFactory beans) {
    PushExecutorDelegate stock = beans.getBean(STOCK_PUSHES, PushExecutorDelegate.class);
    try {
      return beans.getBean(STORAGE) instanceof DerivedServiceStorage storage
          ? new AudiencePushes(
              beans.getBean(PushExecutorRpcImpl.class),
              beans.getBean(PushExecutorUdpImpl.class),
              storage,
              clients(beans))
          : stock;
    } catch (Throwable e) {
      LOG.error("Landbridge cannot push to some subscribers first. Nacos itself is unaffected.", e);
      return stock;
    }
  }

  private static RequestHandler<?, ?> query(DefaultListableBeanFactory beans) {
    ServiceQueryRequestHandler stock = beans.getBean(STOCK_QUERY, ServiceQueryRequestHandler.class);
    return CoreBeans.<RequestHandler<?, ?>>orStock(
        stock, () -> new CallerOfQuery(stock, beans.getBean(Callers.class), clients(beans)));
  }

  private static RequestHandler<?, ?> subscription(DefaultListableBeanFactory beans) {
    SubscribeServiceRequestHandler stock =
        beans.getBean(STOCK_SUBSCRIPTION, SubscribeServiceRequestHandler.class);
    return CoreBeans.<RequestHandler<?, ?>>orStock(
        stock, () -> new CallerOfSubscription(stock, beans.getBean(Callers.class), clients(beans)));
  }

  /** Made when it is first needed: the server makes its handlers before what knows its clients. */
  private static Supplier<IndexedClients> clients(DefaultListableBeanFactory beans) {
    return new Once<>(
        () ->
            new IndexedClients(
                beans.getBean(ClientServiceIndexesManager.class),
                beans.getBean(ClientManagerDelegate.class),
                beans.getBean(ConnectionManager.class)));
  }

  /** Handlers are found by what they are, and the first one that can handle a request is taken. */
  private static void registerHandler(
      DefaultListableBeanFactory beans,
      String stockName,
      String name,
      Supplier<RequestHandler<?, ?>> handler) {
    if (!beans.containsBeanDefinition(stockName)) {
      return;
    }
    BeanDefinition ours =
        BeanDefinitionBuilder.<RequestHandler>genericBeanDefinition(
                RequestHandler.class, handler::get)
            .getBeanDefinition();
    BeanDefinition stock = beans.getBeanDefinition(stockName);
    beans.removeBeanDefinition(stockName);
    try {
      beans.registerBeanDefinition(name, ours);
    } finally {
      beans.registerBeanDefinition(stockName, stock);
    }
  }

  private static RequestHandler<?, ?> names(DefaultListableBeanFactory beans, PluginSlot slot) {
    ServiceListRequestHandler stock = beans.getBean(STOCK_NAMES, ServiceListRequestHandler.class);
    return CoreBeans.<RequestHandler<?, ?>>orStock(
        stock, () -> new DerivedServiceList(stock, derived(beans, slot)));
  }

  /**
   * The services that exist as a view alone.
   *
   * @param beans the beans of the server's core context
   * @param slot where the running plugin is
   */
  public static DerivedServices derived(DefaultListableBeanFactory beans, PluginSlot slot) {
    return new DerivedServices(
        slot::view,
        beans.getBean(ServiceStorage.class),
        beans.getBean(NamingMetadataManager.class));
  }

  private static <T> void registerPrimary(
      DefaultListableBeanFactory beans, String name, Class<T> type, Supplier<T> supplier) {
    AbstractBeanDefinition bean =
        BeanDefinitionBuilder.genericBeanDefinition(type, supplier).getBeanDefinition();
    bean.setPrimary(true);
    beans.registerBeanDefinition(name, bean);
  }

  private static <T> T orStock(T stock, Supplier<T> ours) {
    try {
      return ours.get();
    } catch (Throwable e) {
      LOG.error("Landbridge cannot list derived services. Nacos itself is unaffected.", e);
      return stock;
    }
  }

  private static ServiceStorage storage(DefaultListableBeanFactory beans, PluginSlot slot) {
    ServiceStorage stock = beans.getBean(STOCK_STORAGE, ServiceStorage.class);
    try {
      return new DerivedServiceStorage(
          stock,
          slot::view,
          beans.getBean(Callers.class),
          beans.getBean(ClientServiceIndexesManager.class),
          beans.getBean(ClientManagerDelegate.class),
          beans.getBean(SwitchDomain.class),
          beans.getBean(NamingMetadataManager.class));
    } catch (Throwable e) {
      LOG.error("Landbridge cannot show derived instances. Nacos itself is unaffected.", e);
      return stock;
    }
  }
}
