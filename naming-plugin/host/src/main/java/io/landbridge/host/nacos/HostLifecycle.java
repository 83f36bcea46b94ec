package io.landbridge.host.nacos;

import io.landbridge.host.boot.PluginSlot;
import io.landbridge.host.metrics.Meters;
import io.landbridge.plugin.Host;
import io.landbridge.plugin.Landbridge;
import io.landbridge.plugin.PluginConfig;
import io.landbridge.plugin.StateMetrics;
import io.landbridge.service.NativeServices;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the plugin once the server's core context is complete, on a thread of its own: joining the
 * group may replay a long log, and the server does not wait for it. Stops it before the context
 * goes.
 */
final class HostLifecycle implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(HostLifecycle.class);

  private final String server;
  private final BeanFactory beans;
  private final Supplier<NativeServices> services;
  private final ServerSpecifics specifics;
  private final PluginSlot slot;
  private final PluginStart pluginStart;
  private final PluginConfig config;
  private final Object lock = new Object();
  private boolean running;
  private @Nullable NacosHost host;
  private @Nullable Meters stateMeters;
  private @Nullable Meters pluginMeters;

  /** Starts the plugin on a host. */
  @FunctionalInterface
  interface PluginStart {

    /**
     * Starts it.
     *
     * @throws Exception if it cannot run here
     */
    Landbridge start(Host host, PluginConfig config) throws Exception;
  }

  HostLifecycle(
      String server,
      BeanFactory beans,
      Supplier<NativeServices> services,
      ServerSpecifics specifics,
      PluginSlot slot,
      PluginStart pluginStart,
      PluginConfig config) {
    this.server = server;
    this.beans = beans;
    this.services = services;
    this.specifics = specifics;
    this.slot = slot;
    this.pluginStart = pluginStart;
    this.config = config;
  }

  @Override
  public void start() {
    synchronized (lock) {
      running = true;
      stateMeters = Meters.show(StateMetrics.of(slot::administration));
    }
    Thread thread = new Thread(this::startPlugin, "landbridge-start");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void stop() {
    synchronized (lock) {
      running = false;
      close(pluginMeters);
      close(stateMeters);
      // The group first: it must not call into a store that is closed.
      if (host != null) {
        host.close();
        host = null;
      }
      slot.disable("", "the server is stopping");
    }
  }

  @Override
  public boolean isRunning() {
    synchronized (lock) {
      return running;
    }
  }

  private void startPlugin() {
    String member = "";
    @Nullable NacosHost starting = null;
    try {
      starting = new NacosHost(server, beans, services.get(), specifics, slot.further());
      member = starting.self().address();
      Landbridge plugin = pluginStart.start(starting, config);
      if (keep(starting, plugin)) {
        slot.started(plugin);
        LOG.info("Landbridge runs on {}", member);
      } else {
        starting.close();
        plugin.close();
      }
    } catch (Throwable e) {
      LOG.error("Landbridge is off: it could not be started. The server is not affected.", e);
      if (starting != null) {
        starting.close();
      }
      slot.disable(member, "it could not be started: " + e + "; see the server's log");
    }
  }

  private boolean keep(NacosHost started, Landbridge plugin) {
    synchronized (lock) {
      if (running) {
        host = started;
        pluginMeters = Meters.show(plugin.metrics());
      }
      return running;
    }
  }

  private static void close(@Nullable Meters meters) {
    if (meters != null) {
      meters.close();
    }
  }
}
