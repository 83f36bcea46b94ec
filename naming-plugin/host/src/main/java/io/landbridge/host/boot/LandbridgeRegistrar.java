package io.landbridge.host.boot;

import io.landbridge.host.logfile.LogFile;
import io.landbridge.host.symbols.ClassSource;
import io.landbridge.host.symbols.Server;
import io.landbridge.host.symbols.Verdict;
import io.landbridge.plugin.Extension;
import io.landbridge.plugin.PluginConfig;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Decides what of the plugin a Spring context gets. Whatever happens, the context starts: an error
 * here ends in a log line and, where possible, in a status that says so.
 *
 * <p>A 2.x server has one context. A 3.x server has several, each of which comes by here; the one
 * with the naming storage gets the plugin and the one with the naming API gets the admin API.
 */
public final class LandbridgeRegistrar implements ImportBeanDefinitionRegistrar {

  private static final Logger LOG = LoggerFactory.getLogger(LandbridgeRegistrar.class);

  private static final String SLOT = "landbridgeSlot";
  private static final String STORAGE = "serviceStorage";
  private static final String STORAGE_CLASS =
      "com.alibaba.nacos.naming.core.v2.index.ServiceStorage";
  private static final String NAMING_API = "namingConfig";
  private static final String NAMING_API_CLASS = "com.alibaba.nacos.naming.web.NamingConfig";

  private final PluginSettings settings;
  private final ClassLoader loader;

  /**
   * Made by name, by what a server finds in the jar.
   *
   * @param environment the server's settings
   * @param loader the server's class loader
   */
  public LandbridgeRegistrar(Environment environment, ClassLoader loader) {
    this.settings =
        new PluginSettings(
            environment,
            ServiceLoader.load(Extension.Provider.class, ownLoader()),
            ServiceLoader.load(Front.Provider.class, ownLoader()));
    this.loader = loader;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    boolean core = has(registry, STORAGE, STORAGE_CLASS);
    boolean http = has(registry, NAMING_API, NAMING_API_CLASS);
    if (!core && !http) {
      return;
    }
    try {
      register((DefaultListableBeanFactory) registry, core, http);
    } catch (Throwable e) {
      LOG.error(
          "Landbridge is disabled on this server: the setup failed. Nacos itself is"
              + " unaffected.",
          e);
    }
  }

  private void register(DefaultListableBeanFactory beans, boolean core, boolean http)
      throws IOException, ReflectiveOperationException {
    ClassSource classes = ClassSource.of(loader);
    Optional<Server> server = Server.find(classes);
    if (server.isEmpty()) {
      LOG.error(
          "Landbridge is disabled on this server: unsupported server line. Nacos itself is"
              + " unaffected.");
      return;
    }
    Verdict verdict = Verdict.of(server.get(), classes, ClassSource.of(ownLoader()));
    Decision decision = decide(verdict);
    if (core) {
      registerCore(beans, verdict, decision);
    }
    if (http && verdict.missingInHttp().isEmpty()) {
      PluginSlot slot = slot(beans, decision);
      module(verdict).registerHttp(beans, slot);
      if (hasConsole()) {
        module(verdict).registerConsole(beans);
      }
      if (decision.reason().isEmpty()) {
        Optional<Front> front = settings.front(verdict.server().line().id());
        if (front.isPresent()) {
          registerFront(beans, verdict, slot, front.get());
        }
      }
    }
  }

  private static void registerFront(
      DefaultListableBeanFactory beans, Verdict verdict, PluginSlot slot, Front front) {
    if (verdict.missingInFront().isEmpty()) {
      if (!verdict.missingInConfig().isEmpty()) {
        LOG.error(
            "Landbridge's 1.x API has no configurations on this server: {} lacks {}. Nothing else"
                + " is affected.",
            verdict.server().description(),
            verdict.missingInConfig());
      }
      front.register(beans, slot, verdict.missingInConfig().isEmpty());
    } else {
      LOG.error(
          "Landbridge's 1.x API is disabled on this server: {} lacks {}. Nothing else is affected.",
          verdict.server().description(),
          verdict.missingInFront());
    }
  }

  private void registerCore(DefaultListableBeanFactory beans, Verdict verdict, Decision decision)
      throws ReflectiveOperationException {
    String server = verdict.server().description();
    if (decision.reason().isEmpty()) {
      LogFile.open(settings.logFile());
      PluginConfig config = settings.read();
      PluginSlot slot = PluginSlot.starting(server, verdict.note(), settings.effective());
      module(verdict).registerCore(beans, slot, config, server);
      if (settings.isInPlace()) {
        module(verdict).registerInPlace(beans, slot);
      }
      register(beans, slot);
      if (verdict.server().isInRange()) {
        LOG.info("Landbridge is starting on {}", server);
      } else {
        LOG.warn("Landbridge is starting on an untested server: {}", verdict.note());
      }
      return;
    }
    PluginSlot slot = PluginSlot.disabled(server, decision.reason());
    register(beans, slot);
    if (decision.wanted()) {
      LOG.info("Landbridge is disabled on this server: {}", decision.reason());
    } else if (verdict.fits() && staysInPlace()) {
      module(verdict).registerInPlace(beans, slot);
      LOG.error(
          "Landbridge is disabled on this server: {} (this server replaces a member of the legacy"
              + " cluster and refuses 1.x clients until the problem is fixed and the server"
              + " restarted)",
          decision.reason());
    } else {
      LOG.error(
          "Landbridge is disabled on this server: {} (Nacos itself is unaffected)",
          decision.reason());
    }
  }

  /** Also while the plugin is off: the page says why. */
  private boolean hasConsole() {
    try {
      return settings.isConsole();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Who wrote something there that cannot be read has not left it out either. */
  private boolean staysInPlace() {
    try {
      return settings.isInPlace();
    } catch (IllegalArgumentException e) {
      return true;
    }
  }

  /**
   * Whether to start.
   *
   * @param reason why not; empty to start
   * @param wanted whether an operator wants it to be off
   */
  private record Decision(String reason, boolean wanted) {}

  private Decision decide(Verdict verdict) {
    if (!verdict.fits()) {
      return new Decision(verdict.message(), false);
    }
    try {
      if (!settings.isEnabled()) {
        return new Decision("switched off by landbridge.enabled=false", true);
      }
      settings.read();
      settings.front(verdict.server().line().id());
      settings.isInPlace();
      settings.isConsole();
      settings.logFile();
      return new Decision("", false);
    } catch (IllegalArgumentException e) {
      return new Decision("invalid setting: " + e.getMessage() + ".", false);
    }
  }

  /** In a web context of its own the slot is in the parent; or nowhere, if that set-up failed. */
  private static PluginSlot slot(DefaultListableBeanFactory beans, Decision decision) {
    @Nullable PluginSlot slot = beans.getBeanProvider(PluginSlot.class).getIfAvailable();
    if (slot != null) {
      return slot;
    }
    return PluginSlot.disabled(
        "Nacos",
        decision.reason().isEmpty() ? "the setup failed; see the server's log" : decision.reason());
  }

  private static void register(DefaultListableBeanFactory beans, PluginSlot slot) {
    beans.registerBeanDefinition(
        SLOT,
        BeanDefinitionBuilder.genericBeanDefinition(PluginSlot.class, () -> slot)
            .getBeanDefinition());
  }

  private HostModule module(Verdict verdict) throws ReflectiveOperationException {
    String id = verdict.server().line().id();
    String name =
        "io.landbridge.host.%s.%s%sModule"
            .formatted(id, Character.toUpperCase(id.charAt(0)), id.substring(1));
    try {
      return (HostModule)
          Class.forName(name, true, ownLoader()).getDeclaredConstructor().newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("the adapter " + name + " cannot be made", e.getCause());
    }
  }

  private static ClassLoader ownLoader() {
    return LandbridgeRegistrar.class.getClassLoader();
  }

  private static boolean has(BeanDefinitionRegistry registry, String name, String className) {
    if (!registry.containsBeanDefinition(name)) {
      return false;
    }
    BeanDefinition definition = registry.getBeanDefinition(name);
    return className.equals(definition.getBeanClassName());
  }
}
