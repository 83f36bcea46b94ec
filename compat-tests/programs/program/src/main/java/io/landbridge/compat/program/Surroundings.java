package io.landbridge.compat.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * What provider and consumer have in common: where their state lives, which registry they use, and
 * which application they are.
 */
public final class Surroundings {

  /**
   * Where the server side listens. Dubbo takes an address that begins with {@code 127.} for a
   * mistake and listens on every interface instead. A program that deserialises Hessian should not
   * be open to the network, so the same address is given in a form it does not recognise. What is
   * registered stays as it was.
   */
  public static final String LOOPBACK = "::ffff:127.0.0.1";

  /** The setting of a program that neither registers nor looks for anybody. */
  private static final String NO_REGISTRY = "none";

  /** What Dubbo calls that. */
  private static final String DUBBO_NO_REGISTRY = "N/A";

  private static final long EXIT_LIMIT_MILLIS = 15_000;

  private Surroundings() {}

  /**
   * Keeps everything that Dubbo and the Nacos client write inside one directory. Call it before the
   * first class of either is used: some of them look only once.
   */
  static void isolate(Settings settings) {
    Path home = Path.of(settings.required("home")).toAbsolutePath();
    try {
      Files.createDirectories(home);
    } catch (IOException e) {
      throw new UncheckedIOException("The directory of setting 'home' cannot be made: " + home, e);
    }
    Map.of(
            "user.home", home.toString(),
            "JM.LOG.PATH", home.resolve("logs").toString(),
            "JM.SNAPSHOT.PATH", home.toString(),
            "com.alibaba.nacos.naming.cache.dir", home.resolve("nacos/naming").toString(),
            "dubbo.service.shutdown.wait", "500",
            "org.slf4j.simpleLogger.defaultLogLevel",
                settings.text("log", settings.has("once") ? "off" : "info"),
            "org.slf4j.simpleLogger.showDateTime", "true",
            "org.slf4j.simpleLogger.dateTimeFormat", "HH:mm:ss.SSS")
        .forEach(System::setProperty);
  }

  /**
   * Makes 127.0.0.1 the address of this machine. Dubbo refuses it as a setting and looks for an
   * outside address, which would differ from machine to machine; what it found once it keeps in a
   * field.
   *
   * @param netUtils Dubbo's class that has the field
   */
  public static void stayOnLoopback(Class<?> netUtils) {
    try {
      Field address = netUtils.getDeclaredField("LOCAL_ADDRESS");
      address.setAccessible(true);
      address.set(null, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
      Object local = netUtils.getMethod("getLocalHost").invoke(null);
      if (!"127.0.0.1".equals(local)) {
        throw new IllegalStateException("Dubbo insists on the address " + local);
      }
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException("This Dubbo cannot be kept on 127.0.0.1", e);
    }
  }

  static Participant participant(Settings settings) {
    return new Participant(settings.requiredName("application"), registry(settings));
  }

  private static String registry(Settings settings) {
    if (settings.required("registry").equals(NO_REGISTRY)) {
      return DUBBO_NO_REGISTRY;
    }
    StringBuilder address = new StringBuilder("nacos://" + settings.required("registry"));
    String separator = "?";
    for (String parameter : new String[] {"namespace", "group"}) {
      if (settings.has(parameter)) {
        address
            .append(separator)
            .append(parameter)
            .append('=')
            .append(settings.text(parameter, ""));
        separator = "&";
      }
    }
    if (settings.has("registry-parameters")) {
      address.append(separator).append(settings.text("registry-parameters", ""));
    }
    return address.toString();
  }

  /** Passes a setting on to a Dubbo that has it; an older one ignores the property. */
  static void passOn(Settings settings, String key, String property) {
    if (settings.has(key)) {
      System.setProperty(property, settings.text(key, ""));
    }
  }

  /** Ends the JVM even if something in it refuses to. */
  static void exit(Runnable graceful, int status) {
    Thread limit =
        new Thread(
            () -> {
              try {
                Thread.sleep(EXIT_LIMIT_MILLIS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              Runtime.getRuntime().halt(70);
            },
            "exit-limit");
    limit.setDaemon(true);
    limit.start();
    graceful.run();
    System.exit(status);
  }
}
