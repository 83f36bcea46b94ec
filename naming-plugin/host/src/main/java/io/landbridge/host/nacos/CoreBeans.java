package io.landbridge.host.nacos;

import com.alibaba.nacos.naming.core.v2.client.manager.ClientManagerDelegate;
import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.misc.SwitchDomain;
import io.landbridge.host.boot.PluginSlot;
import io.landbridge.plugin.LandbridgePlugin;
import io.landbridge.plugin.PluginConfig;
import io.landbridge.service.NativeServices;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
  private static final String LIFECYCLE = "landbridgeLifecycle";

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
    GenericBeanDefinition storage =
        (GenericBeanDefinition)
            BeanDefinitionBuilder.genericBeanDefinition(
                    ServiceStorage.class, () -> storage(beans, slot))
                .getBeanDefinition();
    storage.setPrimary(true);
    beans.registerBeanDefinition(STORAGE, storage);
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

  private static ServiceStorage storage(DefaultListableBeanFactory beans, PluginSlot slot) {
    ServiceStorage stock = beans.getBean(STOCK_STORAGE, ServiceStorage.class);
    try {
      return new DerivedServiceStorage(
          stock,
          slot::view,
          beans.getBean(ClientServiceIndexesManager.class),
          beans.getBean(ClientManagerDelegate.class),
          beans.getBean(SwitchDomain.class),
          beans.getBean(NamingMetadataManager.class));
    } catch (Throwable e) {
      LOG.error("Landbridge cannot show derived instances. The server is not affected.", e);
      return stock;
    }
  }
}
