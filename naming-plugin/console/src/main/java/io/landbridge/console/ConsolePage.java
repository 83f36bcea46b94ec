package io.landbridge.console;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The files of the console page. The start page may not be cached; all other files are below a
 * version that is made from their content, and may be cached for ever.
 *
 * <p>Safe for several threads.
 */
public final class ConsolePage {

  /** Where the page is, below the server's context path. */
  public static final String ROOT = "/landbridge/";

  /** What the paths of all files but the start page begin with, below {@link #ROOT}. */
  public static final String FILES = "console/";

  /** The libraries, by the names under which modules import them. */
  private static final Map<String, String> LIBRARIES = libraries();

  private static final String STYLE = "page.css";
  private static final String ICON = "icon.svg";
  private static final String MAIN = "main.js";

  /** The modules of the page, with its style and icon. */
  private static final List<String> PAGE =
      List.of(
          MAIN,
          "api.js",
          "chart.js",
          "data.js",
          "graph.js",
          "i18n.js",
          "parts.js",
          "table.js",
          "views-application.js",
          "views-cluster.js",
          "views-lists.js",
          "views-migration.js",
          STYLE,
          ICON);

  private static final int VERSION_CHARS = 16;

  private final Map<String, ConsoleFile> files;

  private ConsolePage(Map<String, ConsoleFile> files) {
    this.files = Map.copyOf(files);
  }

  /**
   * Reads the files from the class path.
   *
   * @param loginPath where the server exchanges a name and a password for a token, below its
   *     context path and without a slash at the beginning
   * @throws IOException if a file is missing or cannot be read
   */
  public static ConsolePage load(String loginPath) throws IOException {
    Map<String, byte[]> contents = new LinkedHashMap<>();
    for (String each : PAGE) {
      contents.put(each, read("page/" + each));
    }
    for (String each : LIBRARIES.values()) {
      contents.put(fileName(each), read(each));
    }
    String version = version(contents);
    Map<String, ConsoleFile> files = new LinkedHashMap<>();
    contents.forEach(
        (name, content) -> files.put(FILES + version + "/" + name, kept(name, content)));
    files.put("", start(version, loginPath));
    return new ConsolePage(files);
  }

  /**
   * A file.
   *
   * @param path below {@link #ROOT}; empty for the start page
   */
  public Optional<ConsoleFile> find(String path) {
    return Optional.ofNullable(files.get(path));
  }

  /** The path of every file, below {@link #ROOT}. */
  public List<String> paths() {
    return files.keySet().stream().sorted().toList();
  }

  private static ConsoleFile kept(String name, byte[] content) {
    return new ConsoleFile(
        contentType(name),
        Map.of(
            "Cache-Control",
            "public, max-age=31536000, immutable",
            "X-Content-Type-Options",
            "nosniff"),
        content);
  }

  private static ConsoleFile start(String version, String loginPath) throws IOException {
    String at = FILES + version + "/";
    String imports =
        LIBRARIES.entrySet().stream()
            .map(
                each -> "\"%s\":\"./%s%s\"".formatted(each.getKey(), at, fileName(each.getValue())))
            .collect(Collectors.joining(",", "{\"imports\":{", "}}"));
    String html =
        new String(read("page/index.html"), StandardCharsets.UTF_8)
            .replace("@FILES@", at)
            .replace("@LOGIN@", loginPath)
            .replace("@IMPORTS@", imports);
    String importsHash =
        Base64.getEncoder()
            .encodeToString(sha256().digest(imports.getBytes(StandardCharsets.UTF_8)));
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Security-Policy", policy(importsHash));
    headers.put("Cache-Control", "no-cache");
    headers.put("X-Content-Type-Options", "nosniff");
    headers.put("X-Frame-Options", "DENY");
    headers.put("Referrer-Policy", "no-referrer");
    return new ConsoleFile(
        contentType("index.html"), headers, html.getBytes(StandardCharsets.UTF_8));
  }

  /** Only the map of imports is inline. With trusted types no script can turn text into HTML. */
  private static String policy(String importsHash) {
    return String.join(
        "; ",
        "default-src 'none'",
        "script-src 'self' 'sha256-" + importsHash + "'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'");
  }

  private static String contentType(String name) {
    return switch (name.substring(name.lastIndexOf('.') + 1)) {
      case "html" -> "text/html;charset=UTF-8";
      case "css" -> "text/css;charset=UTF-8";
      case "svg" -> "image/svg+xml";
      default -> "text/javascript;charset=UTF-8";
    };
  }

  private static String version(Map<String, byte[]> contents) {
    MessageDigest digest = sha256();
    contents.forEach(
        (name, content) -> {
          digest.update((name + "\n" + content.length + "\n").getBytes(StandardCharsets.UTF_8));
          digest.update(content);
        });
    return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_CHARS);
  }

  private static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static byte[] read(String name) throws IOException {
    try (@Nullable InputStream in = ConsolePage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException("the plugin's jar lacks the console's file " + name);
      }
      return in.readAllBytes();
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static Map<String, String> libraries() {
    Map<String, String> libraries = new LinkedHashMap<>();
    libraries.put("preact", "lib/preact/preact.module.js");
    libraries.put("preact/hooks", "lib/preact/hooks.module.js");
    libraries.put("htm", "lib/htm/htm.module.js");
    return libraries;
  }
}
