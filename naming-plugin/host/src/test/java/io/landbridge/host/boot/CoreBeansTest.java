package io.landbridge.host.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.core.cluster.Member;
import com.alibaba.nacos.core.remote.RequestFilters;
import com.alibaba.nacos.core.remote.RequestHandler;
import com.alibaba.nacos.naming.core.CatalogServiceV2Impl;
import com.alibaba.nacos.naming.core.ServiceOperatorV2Impl;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.remote.rpc.handler.ServiceListRequestHandler;
import io.landbridge.host.config.ConfigWrites;
import io.landbridge.host.lifecycle.CoreBeans;
import io.landbridge.host.lifecycle.ServerSpecifics;
import io.landbridge.host.view.DerivedServices;
import io.landbridge.plugin.PluginConfig;
import io.landbridge.view.derived.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** What the server's own beans ask once the plugin's are there. */
class CoreBeansTest {

  private static final ServiceStorage STORAGE = new ServiceStorage(null, null, null, null);
  private static final NamingMetadataManager EDITS = new NamingMetadataManager();

  @Test
  void oursAreAskedInPlaceOfTheServers() {
    CatalogServiceV2Impl catalog = new CatalogServiceV2Impl(STORAGE, EDITS);
    ServiceOperatorV2Impl operator = new ServiceOperatorV2Impl(null, EDITS, STORAGE);
    DefaultListableBeanFactory beans = server();

    CoreBeans.register(
        beans, slot(), PluginConfig.DEFAULT, "test", specifics(() -> catalog, () -> operator));

    assertThat(beans.getBean(CatalogServiceV2Impl.class)).isSameAs(catalog);
    assertThat(beans.getBean(ServiceOperatorV2Impl.class)).isSameAs(operator);
    // The server takes the first handler of a request, and must find its own all the same: what it
    // knows of a request it reads from there.
    List<RequestHandler<?, ?>> handlers = handlers(beans);
    assertThat(handlers).hasSize(2);
    assertThat(handlers.get(0)).isNotInstanceOf(ServiceListRequestHandler.class);
    assertThat(handlers.get(0).getClass().getSuperclass()).isEqualTo(RequestHandler.class);
    assertThat(handlers.get(1)).isInstanceOf(ServiceListRequestHandler.class);
  }

  @Test
  void whatCannotBeMadeLeavesTheServersOwn() {
    Supplier<Error> problem = () -> new NoSuchMethodError("on purpose");
    DefaultListableBeanFactory beans = server();

    CoreBeans.register(
        beans,
        slot(),
        PluginConfig.DEFAULT,
        "test",
        specifics(
            () -> {
              throw problem.get();
            },
            () -> {
              throw problem.get();
            }));

    assertThat(beans.getBean(CatalogServiceV2Impl.class))
        .isSameAs(beans.getBean("catalogServiceV2Impl"));
    assertThat(beans.getBean(ServiceOperatorV2Impl.class))
        .isSameAs(beans.getBean("serviceOperatorV2Impl"));
    assertThat(beans.getBean(ServiceStorage.class)).isSameAs(beans.getBean("serviceStorage"));
  }

  private static List<RequestHandler<?, ?>> handlers(DefaultListableBeanFactory beans) {
    List<RequestHandler<?, ?>> handlers = new ArrayList<>();
    beans.getBeansOfType(RequestHandler.class).values().forEach(handlers::add);
    return handlers;
  }

  private static PluginSlot slot() {
    return PluginSlot.disabled("test", "a test");
  }

  /** The server's own beans, by the names it gives them. */
  private static DefaultListableBeanFactory server() {
    DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
    bean(beans, "serviceStorage", ServiceStorage.class, () -> STORAGE);
    bean(beans, "namingMetadataManager", NamingMetadataManager.class, () -> EDITS);
    bean(beans, "requestFilters", RequestFilters.class, RequestFilters::new);
    bean(
        beans,
        "catalogServiceV2Impl",
        CatalogServiceV2Impl.class,
        () -> new CatalogServiceV2Impl(STORAGE, EDITS));
    bean(
        beans,
        "serviceOperatorV2Impl",
        ServiceOperatorV2Impl.class,
        () -> new ServiceOperatorV2Impl(null, EDITS, STORAGE));
    bean(
        beans,
        "serviceListRequestHandler",
        ServiceListRequestHandler.class,
        ServiceListRequestHandler::new);
    return beans;
  }

  private static <T> void bean(
      DefaultListableBeanFactory beans, String name, Class<T> type, Supplier<T> supplier) {
    beans.registerBeanDefinition(
        name, BeanDefinitionBuilder.genericBeanDefinition(type, supplier).getBeanDefinition());
  }

  private static ServerSpecifics specifics(
      Supplier<CatalogServiceV2Impl> catalog, Supplier<ServiceOperatorV2Impl> operator) {
    return new ServerSpecifics() {
      @Override
      public ConfigWrites configWrites(BeanFactory beans) {
        throw new UnsupportedOperationException();
      }

      @Override
      public CatalogServiceV2Impl catalogService(BeanFactory beans, DerivedServices derived) {
        return catalog.get();
      }

      @Override
      public ServiceOperatorV2Impl serviceOperator(BeanFactory beans, DerivedServices derived) {
        return operator.get();
      }

      @Override
      public Optional<Caller> httpCaller() {
        throw new UnsupportedOperationException();
      }

      @Override
      public boolean isUp(Member member) {
        throw new UnsupportedOperationException();
      }
    };
  }
}
