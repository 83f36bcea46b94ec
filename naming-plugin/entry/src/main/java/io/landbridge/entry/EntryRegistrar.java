package io.landbridge.entry;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Hands over to the plugin where this JVM can load it. Where it cannot, the server starts without
 * it, and the log says why. Never lets an error out.
 */
final class EntryRegistrar implements ImportBeanDefinitionRegistrar {

  private static final Logger LOG = LoggerFactory.getLogger(EntryRegistrar.class);

  private static final String PLUGIN = "io.landbridge.host.boot.LandbridgeRegistrar";

  private final Environment environment;
  private final ClassLoader loader;

  /** The only one: Spring fills in the parameters of no other. */
  EntryRegistrar(Environment environment, ClassLoader loader) {
    this.environment = environment;
    this.loader = loader;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    registerBeanDefinitions(importing, registry, JavaVersion.ofThisJvm());
  }

  void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry, JavaVersion java) {
    if (java.isTooOld()) {
      LOG.error("Landbridge is disabled on this server: {} Nacos itself is unaffected.", java);
      return;
    }
    try {
      plugin().registerBeanDefinitions(importing, registry);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      failed(e);
    }
  }

  private static void failed(Throwable failure) {
    LOG.error(
        "Landbridge is disabled on this server: it could not be loaded. Nacos itself is"
            + " unaffected.",
        failure);
  }

  /** By its name: a reference would have the JVM load it together with this class. */
  private ImportBeanDefinitionRegistrar plugin() throws ReflectiveOperationException {
    return (ImportBeanDefinitionRegistrar)
        Class.forName(PLUGIN, true, EntryRegistrar.class.getClassLoader())
            .getConstructor(Environment.class, ClassLoader.class)
            .newInstance(environment, loader);
  }
}
