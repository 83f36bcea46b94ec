package io.landbridge.compat.server.nacos3;

import com.alibaba.nacos.NacosServerBasicApplication;
import com.alibaba.nacos.NacosServerWebApplication;
import com.alibaba.nacos.core.listener.startup.NacosStartUp;
import com.alibaba.nacos.core.listener.startup.NacosStartUpManager;
import com.alibaba.nacos.sys.env.DeploymentType;
import com.alibaba.nacos.sys.env.EnvUtil;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A Nacos 3.x server without its console: the core context and, as its child, the server's web
 * context, the way the official bootstrap lays them out for the deployment type {@code server}.
 */
public final class Nacos3 {

  private Nacos3() {}

  /**
   * Starts the server.
   *
   * @param args Spring Boot arguments, given to both contexts
   */
  public static void main(String[] args) {
    EnvUtil.setDeploymentType(DeploymentType.SERVER);
    NacosStartUpManager.start(NacosStartUp.CORE_START_UP_PHASE);
    ConfigurableApplicationContext core =
        new SpringApplicationBuilder(NacosServerBasicApplication.class)
            .web(WebApplicationType.NONE)
            .bannerMode(Banner.Mode.OFF)
            .run(args);
    NacosStartUpManager.start(NacosStartUp.WEB_START_UP_PHASE);
    new SpringApplicationBuilder(NacosServerWebApplication.class)
        .parent(core)
        .bannerMode(Banner.Mode.OFF)
        .run(args);
  }
}
