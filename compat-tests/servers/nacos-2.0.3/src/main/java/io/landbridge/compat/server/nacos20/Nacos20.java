package io.landbridge.compat.server.nacos20;

import com.alibaba.nacos.auth.AuthManager;
import com.alibaba.nacos.auth.model.Permission;
import com.alibaba.nacos.auth.model.User;
import com.alibaba.nacos.core.code.ControllerMethodsCache;
import java.util.Arrays;
import java.util.List;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration;
import org.springframework.boot.web.servlet.ServletComponentScan;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * A Nacos 2.0 server without its console, the last line that writes everything into the stores of
 * both of its generations. Its duties are those of {@code Nacos2}; besides, nobody can log in: who
 * checks users is part of the console, too.
 */
@SpringBootApplication(
    scanBasePackages = "com.alibaba.nacos",
    exclude = {SecurityAutoConfiguration.class, ManagementWebSecurityAutoConfiguration.class})
@ServletComponentScan("com.alibaba.nacos")
@EnableScheduling
public class Nacos20 {

  private static final List<String> CONTROLLERS =
      Arrays.asList(
          "com.alibaba.nacos.core.controller",
          "com.alibaba.nacos.naming.controllers",
          "com.alibaba.nacos.config.server.controller");

  /**
   * Starts the server.
   *
   * @param args Spring Boot arguments
   */
  public static void main(String[] args) {
    SpringApplication.run(Nacos20.class, args);
  }

  /** Makes the controllers known, as the console's configuration does in an official server. */
  @Bean
  InitializingBean controllerMethods(ControllerMethodsCache cache) {
    return () -> CONTROLLERS.forEach(cache::initClassMethod);
  }

  /** Without one the server does not start; with authentication off it is never asked. */
  @Bean
  AuthManager nobody() {
    return new AuthManager() {
      @Override
      public User login(Object request) {
        throw new UnsupportedOperationException("this server has no users");
      }

      @Override
      public User loginRemote(Object request) {
        throw new UnsupportedOperationException("this server has no users");
      }

      @Override
      public void auth(Permission permission, User user) {
        throw new UnsupportedOperationException("this server has no users");
      }
    };
  }
}
