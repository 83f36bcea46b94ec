package io.landbridge.compat.scenarios;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * Stands for a Nacos server: takes the place of {@code nacos-server.jar}, writes where one writes,
 * and says at once that the plugin is off.
 */
final class UntidyServer {

  /** Files that the embedded database and the web server leave in their working directory. */
  static final List<String> LEFT = List.of("derby.log", "work", "logs-of-tomcat");

  private UntidyServer() {}

  /** Writes a jar that runs this. */
  static void writeJar(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, UntidyServer.class.getName());
    String resource = UntidyServer.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream in = UntidyServer.class.getResourceAsStream("/" + resource)) {
      out.putNextEntry(new ZipEntry(resource));
      out.write(in.readAllBytes());
    }
  }

  /**
   * Runs until it is ended.
   *
   * @param args as Spring Boot's
   */
  public static void main(String[] args) throws IOException {
    for (String each : LEFT) {
      Files.writeString(Path.of(each), "left by a server");
    }
    Path home = Path.of(System.getProperty("nacos.home"));
    Files.createDirectories(home.resolve("data"));
    Properties settings = new Properties();
    try (InputStream in = Files.newInputStream(home.resolve("conf/application.properties"))) {
      settings.load(in);
    }
    String plugins = "none";
    for (String each : System.getProperty("loader.path").split(",", -1)) {
      if (Files.isDirectory(Path.of(each))) {
        try (var files = Files.list(Path.of(each))) {
          plugins = files.map(Path::toString).findFirst().orElse(plugins);
        }
      }
    }
    byte[] answer =
        "{\"state\":\"DISABLED\",\"reason\":\"seen: %s\"}"
            .formatted(plugins)
            .getBytes(StandardCharsets.UTF_8);
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(
                "127.0.0.1", Integer.parseInt(settings.getProperty("server.port"))),
            0);
    server.createContext(
        "/nacos/landbridge/v1/status",
        exchange -> {
          exchange.sendResponseHeaders(200, answer.length);
          try (OutputStream out = exchange.getResponseBody()) {
            out.write(answer);
          }
        });
    server.start();
  }
}
