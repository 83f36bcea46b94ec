package io.landbridge.demo;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.apache.dubbo.config.ApplicationConfig;
import org.apache.dubbo.config.RegistryConfig;
import org.apache.dubbo.config.bootstrap.DubboBootstrap;

/** Connects a provider or a consumer to the servers, after waiting for them. */
final class Surroundings {

  private static final int ANSWER_MILLIS = 2_000;
  private static final long BETWEEN_MILLIS = 500;

  private final String[] servers;

  private Surroundings(String[] servers) {
    this.servers = servers;
  }

  /** Reads the servers: {@code host:port}, separated by commas. */
  static Surroundings of(String[] arguments) {
    if (arguments.length != 1 || arguments[0].isBlank()) {
      System.err.println("demo: no servers: command line: give HOST:PORT[,HOST:PORT...]");
      System.exit(2);
    }
    return new Surroundings(arguments[0].split(",", -1));
  }

  /** Waits until the first server answers that its plugin is ready. */
  void await() throws InterruptedException {
    URI status = URI.create("http://" + servers[0] + "/nacos/landbridge/v1/status");
    System.out.println("waits for " + servers[0]);
    while (!isReady(status)) {
      Thread.sleep(BETWEEN_MILLIS);
    }
  }

  private static boolean isReady(URI status) {
    try {
      HttpURLConnection connection = (HttpURLConnection) status.toURL().openConnection();
      connection.setConnectTimeout(ANSWER_MILLIS);
      connection.setReadTimeout(ANSWER_MILLIS);
      try {
        return connection.getResponseCode() == 200
            && new String(connection.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .contains("\"state\":\"ACTIVE\"");
      } finally {
        connection.disconnect();
      }
    } catch (IOException starting) {
      return false;
    }
  }

  /** Configures Dubbo as an application that has these servers as its registry. */
  DubboBootstrap dubbo(String name) {
    ApplicationConfig application = new ApplicationConfig(name);
    application.setQosEnable(false);
    StringBuilder address = new StringBuilder("nacos://" + servers[0]);
    for (int i = 1; i < servers.length; i++) {
      address.append(i == 1 ? "?backup=" : ",").append(servers[i]);
    }
    return DubboBootstrap.getInstance()
        .application(application)
        .registry(new RegistryConfig(address.toString()));
  }
}
