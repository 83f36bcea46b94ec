package io.landbridge.host.nacos3;

import com.alibaba.nacos.naming.core.v2.index.ClientServiceIndexesManager;
import com.alibaba.nacos.naming.core.v2.index.NamingFuzzyWatchContextService;
import com.alibaba.nacos.naming.core.v2.pojo.Service;
import com.alibaba.nacos.naming.push.NamingFuzzyWatchChangeNotifier;
import io.landbridge.host.boot.PluginSlot;
import io.landbridge.host.lifecycle.CoreBeans;
import io.landbridge.host.registry.NacosServices;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** Has the server use our record of fuzzy watches in place of its own. */
final class FuzzyWatchBeans {

  private static final Logger LOG = LoggerFactory.getLogger(FuzzyWatchBeans.class);

  private static final String STOCK = "namingFuzzyWatchContextService";
  private static final String OURS = "landbridgeFuzzyWatches";

  private FuzzyWatchBeans() {}

  static void register(DefaultListableBeanFactory beans, PluginSlot slot) {
    if (!beans.containsBeanDefinition(STOCK)) {
      return;
    }
    AbstractBeanDefinition bean =
        BeanDefinitionBuilder.genericBeanDefinition(
                NamingFuzzyWatchContextService.class, () -> watches(beans, slot))
            .getBeanDefinition();
    bean.setPrimary(true);
    beans.registerBeanDefinition(OURS, bean);
  }

  private static NamingFuzzyWatchContextService watches(
      DefaultListableBeanFactory beans, PluginSlot slot) {
    try {
      DerivedFuzzyWatches watches =
          new DerivedFuzzyWatches(
              CoreBeans.derived(beans, slot),
              registered(beans.getBean(ClientServiceIndexesManager.class)),
              () -> beans.getBean(NamingFuzzyWatchChangeNotifier.class));
      slot.further().join(watches);
      return watches;
    } catch (Throwable e) {
      LOG.error(
          "Landbridge cannot show derived services to fuzzy watches. Nacos itself is unaffected.",
          e);
      return beans.getBean(STOCK, NamingFuzzyWatchContextService.class);
    }
  }

  private static Predicate<Service> registered(ClientServiceIndexesManager indexes) {
    return service -> !NacosServices.registrants(indexes, service).isEmpty();
  }
}
