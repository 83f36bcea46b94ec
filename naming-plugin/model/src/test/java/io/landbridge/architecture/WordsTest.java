package io.landbridge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.architecture.SourceTexts.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Texts for operators avoid phrases that were replaced by plainer ones. */
class WordsTest {

  private static final List<String> PHRASES =
      List.of(
          "does not get on",
          "The server is not affected",
          "is not believed",
          "to believe in",
          "Whom to log in",
          "Where the page goes",
          "Say how far",
          "Stand still",
          "stood still",
          "everything derived",
          "nobody if not given",
          "if not given.",
          "may be repeated",
          "depend on the interface level",
          "Nothing was changed: this was a dry run",
          "unexpected failure",
          "has not seen this application",
          "It cannot be told",
          "it is left to it",
          "to be had",
          "cannot be had",
          "all is well",
          "in vain",
          "could not be told",
          "is not known to be",
          "ends that",
          "look into",
          "it is tried again",
          "what it would do");

  private static final Pattern JAVADOC = Pattern.compile("/\\*\\*\\s+(?:\\* )?(Makes it\\.)");

  @Test
  void textsForOperatorsAvoidReplacedPhrases() throws IOException {
    Path root = SourceTexts.root();
    List<String> found = new ArrayList<>();
    for (Path file : SourceTexts.files(root)) {
      found.addAll(replaced(root.relativize(file), Files.readString(file)));
    }

    assertThat(found).isEmpty();
  }

  @Test
  void replacedPhraseIsFoundAcrossLines() {
    String source =
        "class A {\n  /** Makes it. */\n  String a = b(\"the bridge does not\"\n + \" get on\");\n}";

    assertThat(replaced(Path.of("A.java"), source))
        .containsExactly("A.java:3: does not get on", "A.java: Makes it.");
  }

  private static List<String> replaced(Path file, String source) {
    List<String> found = new ArrayList<>();
    for (Text text : SourceTexts.of(file, source)) {
      PHRASES.stream()
          .filter(text.text()::contains)
          .forEach(each -> found.add("%s:%d: %s".formatted(file, text.line(), each)));
    }
    Matcher javadoc = JAVADOC.matcher(source);
    while (javadoc.find()) {
      found.add("%s: %s".formatted(file, javadoc.group(1)));
    }
    return found;
  }
}
