package io.landbridge.host.nacos2;

import com.alibaba.nacos.config.server.service.ConfigOperationService;
import com.alibaba.nacos.config.server.service.repository.ConfigInfoPersistService;
import com.alibaba.nacos.core.cluster.Member;
import com.alibaba.nacos.core.cluster.NodeState;
import com.alibaba.nacos.core.code.ControllerMethodsCache;
import com.alibaba.nacos.naming.core.CatalogServiceV2Impl;
import com.alibaba.nacos.naming.core.ServiceOperatorV2Impl;
import com.alibaba.nacos.naming.core.v2.index.ServiceStorage;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataManager;
import com.alibaba.nacos.naming.core.v2.metadata.NamingMetadataOperateService;
import io.landbridge.host.boot.HostModule;
import io.landbridge.host.boot.PluginSlot;
import io.landbridge.host.config.ConfigWrites;
import io.landbridge.host.http.AdminApi;
import io.landbridge.host.http.ConsoleBeans;
import io.landbridge.host.http.HttpCaller;
import io.landbridge.host.lifecycle.CoreBeans;
import io.landbridge.host.lifecycle.ServerSpecifics;
import io.landbridge.host.view.DerivedServices;
import io.landbridge.plugin.PluginConfig;
import io.landbridge.view.derived.Caller;
import java.util.Optional;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** The adapter to Nacos 2.x; made by name once the symbols of that line have been found. */
public final class Nacos2Module implements HostModule, ServerSpecifics {

  private static final Logger LOG = LoggerFactory.getLogger(Nacos2Module.class);

  private static final String ADMIN_API = "landbridgeAdminController";

  @Override
  public void registerCore(
      DefaultListableBeanFactory beans, PluginSlot slot, PluginConfig config, String server) {
    CoreBeans.register(beans, slot, config, server, this);
  }

  @Override
  public void registerInPlace(DefaultListableBeanFactory beans, PluginSlot slot) {
    CoreBeans.registerInPlace(beans, slot);
  }

  @Override
  public void registerHttp(DefaultListableBeanFactory beans, PluginSlot slot) {
    AbstractBeanDefinition controller =
        BeanDefinitionBuilder.genericBeanDefinition(
                AdminController.class,
                () -> new AdminController(new AdminApi(slot, isProtected(beans))))
            .getBeanDefinition();
    // Made before the first request, or that one would pass without authentication.
    controller.setLazyInit(false);
    beans.registerBeanDefinition(ADMIN_API, controller);
  }

  @Override
  public void registerConsole(DefaultListableBeanFactory beans) {
    ConsoleBeans.register(beans, "v1/auth/login");
  }

  /** Every server of this line answers 1.x itself. */
  @Override
  public ConfigWrites configWrites(BeanFactory beans) throws ReflectiveOperationException {
    return Nacos2ConfigWrites.find(
        beans.getBean(ConfigOperationService.class), beans.getBean(ConfigInfoPersistService.class));
  }

  @Override
  public CatalogServiceV2Impl catalogService(BeanFactory beans, DerivedServices derived) {
    return new Nacos2CatalogService(
        beans.getBean(ServiceStorage.class), beans.getBean(NamingMetadataManager.class), derived);
  }

  @Override
  public ServiceOperatorV2Impl serviceOperator(BeanFactory beans, DerivedServices derived) {
    return new Nacos2ServiceOperator(
        beans.getBean(NamingMetadataOperateService.class),
        beans.getBean(NamingMetadataManager.class),
        beans.getBean(ServiceStorage.class),
        derived);
  }

  @Override
  public boolean isUp(Member member) {
    return member.getState() == NodeState.UP;
  }

  @Override
  public Optional<Caller> httpCaller() {
    if (!(RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes now)) {
      return Optional.empty();
    }
    HttpServletRequest request = now.getRequest();
    return HttpCaller.of(
        request.getRequestURI(),
        request::getParameter,
        request::getHeader,
        request.getRemoteAddr());
  }

  /** The server asks nobody to log in for a method that is not in its cache. */
  private static boolean isProtected(BeanFactory beans) {
    try {
      beans.getBean(ControllerMethodsCache.class).initClassMethod(Set.of(AdminController.class));
      return true;
    } catch (RuntimeException | LinkageError e) {
      LOG.error(
          "Landbridge's admin API is disabled: Nacos's authentication could not be attached", e);
      return false;
    }
  }
}
