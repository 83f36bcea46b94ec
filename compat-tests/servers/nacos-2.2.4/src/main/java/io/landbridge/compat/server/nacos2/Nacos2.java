package io.landbridge.compat.server.nacos2;

import com.alibaba.nacos.core.code.ControllerMethodsCache;
import java.util.List;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.ServletComponentScan;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * A Nacos 2.x server without its console.
 *
 * <p>The third-party build on Maven Central lacks the console module, and with it the main class
 * and one duty that is not about the console at all: the methods of the controllers have to be made
 * known to {@link ControllerMethodsCache}. Without that every {@code /v1/ns} call answers 501 and,
 * worse, authentication is skipped without a word.
 */
@SpringBootApplication(scanBasePackages = {"com.alibaba.nacos"})
@ServletComponentScan("com.alibaba.nacos")
@EnableScheduling
public class Nacos2 {

  private static final List<String> CONTROLLERS =
      List.of(
          "com.alibaba.nacos.core.controller",
          "com.alibaba.nacos.naming.controllers",
          "com.alibaba.nacos.config.server.controller");

  /**
   * Starts the server.
   *
   * @param args Spring Boot arguments
   */
  public static void main(String[] args) {
    SpringApplication.run(Nacos2.class, args);
  }

  /** Makes the controllers known, as the console's configuration does in an official server. */
  @Bean
  InitializingBean controllerMethods(ControllerMethodsCache cache) {
    return () -> CONTROLLERS.forEach(cache::initClassMethod);
  }
}
