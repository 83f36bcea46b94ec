package io.landbridge.host.nacos3;

import com.alibaba.nacos.api.common.NodeState;
import com.alibaba.nacos.config.server.service.ConfigOperationService;
import com.alibaba.nacos.config.server.service.repository.ConfigInfoPersistService;
import com.alibaba.nacos.core.cluster.Member;
import com.alibaba.nacos.core.code.ControllerMethodsCache;
import com.alibaba.nacos.naming.core.CatalogServiceV2Impl;
import com.alibaba.nacos.naming.core.ServiceOperatorV2Impl;
import com.alibaba.nacos.naming.core.SubscribeManager;
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
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/** The adapter to Nacos 3.x; made by name once the symbols of that line have been found. */
public final class Nacos3Module implements HostModule, ServerSpecifics {

  private static final Logger LOG = LoggerFactory.getLogger(Nacos3Module.class);

  private static final String ADMIN_API = "landbridgeAdminController";

  @Override
  public void registerCore(
      DefaultListableBeanFactory beans, PluginSlot slot, PluginConfig config, String server) {
    CoreBeans.register(beans, slot, config, server, this);
    FuzzyWatchBeans.register(beans, slot);
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
    ConsoleBeans.register(beans, "v3/auth/user/login");
  }

  @Override
  public ConfigWrites configWrites(BeanFactory beans) throws ReflectiveOperationException {
    return new Nacos3ConfigWrites(
        beans.getBean(ConfigOperationService.class),
        beans.getBean(ConfigInfoPersistService.class),
        NamespaceCompatibleMode.of(ConfigOperationService.class.getClassLoader()));
  }

  @Override
  public CatalogServiceV2Impl catalogService(BeanFactory beans, DerivedServices derived) {
    return new Nacos3CatalogService(
        beans.getBean(ServiceStorage.class), beans.getBean(NamingMetadataManager.class), derived);
  }

  @Override
  public ServiceOperatorV2Impl serviceOperator(BeanFactory beans, DerivedServices derived) {
    return new Nacos3ServiceOperator(
        beans.getBean(NamingMetadataOperateService.class),
        beans.getBean(NamingMetadataManager.class),
        beans.getBean(ServiceStorage.class),
        beans.getBean(SubscribeManager.class),
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
