package io.landbridge.host.http;

import io.landbridge.console.ConsolePage;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** Registers the console page in the server's web context. */
public final class ConsoleBeans {

  private static final Logger LOG = LoggerFactory.getLogger(ConsoleBeans.class);

  private static final String NAME = "landbridgeConsoleController";

  private ConsoleBeans() {}

  /**
   * Registers it. Spring stops the server when a bean cannot be made, so a page that cannot be read
   * is answered with 404.
   *
   * @param beans of the server's web context
   * @param loginPath where the server exchanges a name and a password for a token
   */
  public static void register(DefaultListableBeanFactory beans, String loginPath) {
    beans.registerBeanDefinition(
        NAME,
        BeanDefinitionBuilder.genericBeanDefinition(
                ConsoleController.class, () -> new ConsoleController(page(loginPath)))
            .getBeanDefinition());
  }

  private static Optional<ConsolePage> page(String loginPath) {
    try {
      return Optional.of(ConsolePage.load(loginPath));
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.error(
          "Landbridge's console page is disabled on this server. Nothing else is affected.", e);
      return Optional.empty();
    }
  }
}
