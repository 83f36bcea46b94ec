package io.landbridge.host.lifecycle;

import io.landbridge.host.boot.PluginSlot;
import io.landbridge.host.metrics.Meters;
import io.landbridge.plugin.Host;
import io.landbridge.plugin.Landbridge;
import io.landbridge.plugin.PluginConfig;
import io.landbridge.plugin.StateMetrics;
import io.landbridge.port.NativeServices;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the plugin once the server's core context is complete, on a thread of its own: joining the
 * group may replay a long log. The server, which answers no client before its start is over, waits
 * for a bounded time until this member shows what the others do: a client that comes back to a
 * member that was restarted would otherwise be told that the providers it knows are gone. Stops the
 * plugin before the context goes.
 */
public final class HostLifecycle implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(HostLifecycle.class);

  private final String server;
  private final BeanFactory beans;
  private final Supplier<NativeServices> services;
  private final ServerSpecifics specifics;
  private final PluginSlot slot;
  private final PluginStart pluginStart;
  private final PluginConfig config;
  private final Object lock = new Object();
  private final CountDownLatch settled = new CountDownLatch(1);
  private boolean running;
  private @Nullable NacosHost host;
  private @Nullable Meters stateMeters;
  private @Nullable Meters pluginMeters;
  private @Nullable ListSwitch listSwitch;

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
    try {
      if (!settled.await(config.startWait().toMillis(), TimeUnit.MILLISECONDS)
          && !config.startWait().isZero()) {
        LOG.warn(
            "Startup continues after {} although this member may not show all derived instances"
                + " yet; check 'landbridge doctor' unless this is the first member",
            config.startWait());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Before the server listens for requests over HTTP, where this context has a web server. */
  @Override
  public int getPhase() {
    return Integer.MAX_VALUE / 2;
  }

  @Override
  public void stop() {
    synchronized (lock) {
      running = false;
      close(pluginMeters);
      close(stateMeters);
      close(listSwitch);
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
        followList(starting);
        awaitCurrent(plugin);
      } else {
        starting.close();
        plugin.close();
      }
    } catch (Throwable e) {
      LOG.error(
          "Landbridge is disabled on this server: the start failed. Nacos itself is"
              + " unaffected.",
          e);
      if (starting != null) {
        starting.close();
      }
      slot.disable(member, "the start failed: " + e + "; see the server's log");
    } finally {
      settled.countDown();
    }
  }

  private void awaitCurrent(Landbridge plugin) {
    try {
      if (plugin.awaitCurrent(config.startWait())) {
        LOG.info("Landbridge has caught up with the group");
      }
    } catch (RuntimeException e) {
      LOG.debug("not awaited, because the server is stopping", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
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

  /** Where the server has a list of plugins with switches. */
  private void followList(NacosHost started) {
    NacosPluginList.of(getClass().getClassLoader())
        .ifPresent(
            enabled -> {
              ListSwitch followed =
                  new ListSwitch(
                      enabled,
                      suspended -> slot.maintenance().suspend(suspended),
                      started.dataDirectory());
              synchronized (lock) {
                if (running) {
                  listSwitch = followed;
                  followed.start();
                }
              }
            });
  }

  private static void close(@Nullable Meters meters) {
    if (meters != null) {
      meters.close();
    }
  }

  private static void close(@Nullable ListSwitch followed) {
    if (followed != null) {
      followed.close();
    }
  }
}
