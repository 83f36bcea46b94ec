package io.landbridge.build;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Writes what is in a jar that is handed out as a CycloneDX document, and fails where a library has
 * a license that is not allowed. The licenses are those of the libraries' own poms, or of the
 * parents of these.
 */
public final class BillOfMaterials {

  private static final String OURS = "io.landbridge";

  /** Licenses a bundled library may have: they ask for their text in the archive, and no more. */
  private static final Set<String> ALLOWED = Set.of("Apache-2.0", "MIT");

  /** A line of {@code dependency:list}, which may be in color; the path may have blanks. */
  private static final Pattern LISTED =
      Pattern.compile(
          "\\s+([^\\s:]+):([^\\s:]+):jar:([^\\s:]+):(?:compile|runtime)"
              + ":(.+?\\.jar)(?:\\u001b.*| -- .*)?");

  private static final int MAX_PARENTS = 10;

  private final Path repository;

  private BillOfMaterials(Path repository) {
    this.repository = repository;
  }

  /**
   * A library in the jar.
   *
   * @param sha256 empty for modules of ours, which are not handed out as such
   * @param licenses SPDX ids, or the names in the pom where they are not known
   */
  private record Library(
      String group, String name, String version, String sha256, Set<String> licenses) {

    String purl() {
      return "pkg:maven/%s/%s@%s?type=jar".formatted(group, name, version);
    }
  }

  /**
   * Writes the document.
   *
   * @param args the name and the version of the jar, the list of what is in it, and the document
   * @throws IOException if something cannot be read, or a license is not allowed
   */
  public static void main(String[] args) throws IOException {
    List<Library> libraries = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(args[2]))) {
      Matcher listed = LISTED.matcher(line);
      if (listed.matches()) {
        libraries.add(library(listed));
      }
    }
    List<String> refused =
        libraries.stream()
            .filter(each -> each.licenses().isEmpty() || !ALLOWED.containsAll(each.licenses()))
            .map(each -> each.purl() + " " + each.licenses())
            .toList();
    if (!refused.isEmpty() || libraries.isEmpty()) {
      throw new IOException("licenses that are not allowed, in %s: %s".formatted(args[2], refused));
    }
    Path document = Path.of(args[3]);
    Files.createDirectories(document.resolve("..").normalize());
    Files.writeString(document, json(args[0], args[1], libraries));
  }

  private static Library library(Matcher listed) throws IOException {
    String group = listed.group(1);
    Path jar = Path.of(listed.group(4));
    if (group.equals(OURS)) {
      // The jar of a module has the permissions of its files, which depend on the umask.
      return new Library(group, listed.group(2), listed.group(3), "", Set.of("Apache-2.0"));
    }
    String inRepository =
        "/%s/%s/%s/".formatted(group.replace('.', '/'), listed.group(2), listed.group(3));
    int end = jar.toString().lastIndexOf(inRepository);
    if (end < 0) {
      throw new IOException(jar + " is not in a local repository, so there is no pom beside it");
    }
    Path repository = Path.of(jar.toString().substring(0, end));
    return new Library(
        group,
        listed.group(2),
        listed.group(3),
        sha256(jar),
        new BillOfMaterials(repository).licenses(group, listed.group(2), listed.group(3), 0));
  }

  private Set<String> licenses(String group, String name, String version, int depth)
      throws IOException {
    Element pom =
        read(
            repository
                .resolve(group.replace('.', '/'))
                .resolve(name)
                .resolve(version)
                .resolve(name + "-" + version + ".pom"));
    Set<String> licenses = new TreeSet<>();
    for (Element each : children(pom, "licenses")) {
      for (Element license : children(each, "license")) {
        licenses.add(id(text(license, "name").orElse("") + " " + text(license, "url").orElse("")));
      }
    }
    List<Element> parent = children(pom, "parent");
    if (!licenses.isEmpty() || parent.isEmpty() || depth == MAX_PARENTS) {
      return licenses;
    }
    return licenses(
        text(parent.get(0), "groupId").orElse(""),
        text(parent.get(0), "artifactId").orElse(""),
        text(parent.get(0), "version").orElse(""),
        depth + 1);
  }

  private static String id(String license) {
    String lower = license.toLowerCase(Locale.ROOT);
    if (lower.contains("apache") && lower.contains("2.0")) {
      return "Apache-2.0";
    }
    return lower.matches("(the )?mit( license)?( .*)?") ? "MIT" : license;
  }

  private static Element read(Path pom) throws IOException {
    try (InputStream in = Files.newInputStream(pom)) {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(in).getDocumentElement();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(pom + " cannot be read", e);
    }
  }

  private static List<Element> children(Element of, String name) {
    List<Element> children = new ArrayList<>();
    NodeList nodes = of.getChildNodes();
    for (int i = 0; i < nodes.getLength(); i++) {
      Node node = nodes.item(i);
      if (node instanceof Element element && element.getTagName().equals(name)) {
        children.add(element);
      }
    }
    return children;
  }

  private static Optional<String> text(Element of, String name) {
    return children(of, name).stream().findFirst().map(each -> each.getTextContent().strip());
  }

  private static String sha256(Path jar) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static String json(String name, String version, List<Library> libraries) {
    return """
        {
          "bomFormat": "CycloneDX",
          "specVersion": "1.6",
          "version": 1,
          "metadata": {
            "component": {"type": "library", "bom-ref": "%3$s", "group": "%4$s", "name": "%1$s", "version": "%2$s", "purl": "%3$s"}
          },
          "components": [
        %5$s
          ]
        }
        """
        .formatted(
            name,
            version,
            "pkg:maven/%s/%s@%s?type=jar".formatted(OURS, name, version),
            OURS,
            libraries.stream().map(BillOfMaterials::component).collect(Collectors.joining(",\n")));
  }

  /** Names and versions of artifacts have no characters that JSON would escape. */
  private static String component(Library library) {
    return """
            {"type": "library", "bom-ref": "%1$s", "group": "%2$s", "name": "%3$s", "version": "%4$s",
             "hashes": [%5$s],
             "licenses": [%6$s],
             "purl": "%1$s"}"""
        .indent(0)
        .stripTrailing()
        .formatted(
            library.purl(),
            library.group(),
            library.name(),
            library.version(),
            library.sha256().isEmpty()
                ? ""
                : "{\"alg\": \"SHA-256\", \"content\": \"%s\"}".formatted(library.sha256()),
            library.licenses().stream()
                .map("{\"license\": {\"id\": \"%s\"}}"::formatted)
                .collect(Collectors.joining(", ")));
  }
}
