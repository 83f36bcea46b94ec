package io.landbridge.architecture;

import io.landbridge.architecture.SourceTexts.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Writes the list of all texts for operators, read from the sources. */
final class MessagesPage {

  private static final Pattern LOG = Pattern.compile("(LOG|log|logger)\\.(warn|error)");
  private static final Pattern ERROR =
      Pattern.compile(".*Exception(\\.\\w+)?|conflict|unavailable|notFound|invalid|refused");

  private static final String HEAD =
      """
      # Messages

      All texts that operators see, generated from the sources by `MessagesTest`
      (`-Dlandbridge.schemas=write`). Do not edit this page. `%s` and `{}` are values.
      """;

  private MessagesPage() {}

  static String of(Path root) throws IOException {
    List<Text> texts = new ArrayList<>();
    for (Path file : SourceTexts.files(root)) {
      texts.addAll(SourceTexts.of(root.relativize(file), Files.readString(file)));
    }
    StringBuilder page = new StringBuilder(HEAD);
    section(page, "Help", texts, each -> each.call().matches("@(Command|Option)"));
    section(page, "Errors and warnings of the command", texts, each -> isError(each, "migrate"));
    section(page, "Errors of servers and registries", texts, each -> isError(each, ""));
    section(page, "Findings of the doctor", texts, in("migrate/doctor/.*Diagnosis"));
    section(page, "Hazards", texts, in("migrate/hazard/HazardKind"));
    section(page, "Losses", texts, in("dubbo/(\\w+Fold|InterfaceUnfold|CheckedNames)"));
    section(page, "Remedies of losses", texts, in("migrate/inventory/LossAdvice"));
    section(page, "Phases of the bridge", texts, in("model/phase/\\w+"));
    section(page, "Metrics", texts, each -> in("(\\w+)/\\w+(Metrics|Counts)").test(each));
    section(page, "Log lines (WARN and ERROR)", texts, each -> isLog(each));
    return page.toString();
  }

  private static Predicate<Text> in(String file) {
    Pattern pattern = Pattern.compile(".*/" + file + "\\.java");
    return each -> pattern.matcher(each.file().toString()).matches();
  }

  private static boolean isLog(Text text) {
    return LOG.matcher(text.call()).matches();
  }

  private static boolean isError(Text text, String part) {
    boolean ofCommand = text.file().toString().contains("/migrate/");
    return ERROR.matcher(text.call()).matches() && ofCommand == part.equals("migrate");
  }

  private static void section(
      StringBuilder page, String title, List<Text> texts, Predicate<Text> which) {
    page.append("\n## ").append(title).append("\n");
    Map<Path, List<Text>> byFile = new LinkedHashMap<>();
    texts.stream()
        .filter(which)
        .filter(each -> !each.text().isBlank())
        .forEach(each -> byFile.computeIfAbsent(each.file(), none -> new ArrayList<>()).add(each));
    byFile.forEach(
        (file, found) -> {
          String name = String.valueOf(file.getFileName()).replace(".java", "");
          page.append("\n### ").append(name).append("\n\n");
          int call = -1;
          for (Text each : found) {
            boolean same = call == each.start() && call >= 0;
            boolean constant = each.call().matches("[A-Z][A-Z0-9_]+");
            page.append(same ? "  - " : "- ").append(constant ? each.call() + ": " : "");
            page.append("`").append(each.text().strip().replace('`', '\'')).append("`\n");
            call = each.start();
          }
        });
  }
}
