package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import io.landbridge.compat.cluster.Artifacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every regular expression of the product takes time in proportion to the text it is tried on: what
 * strangers send may be long, and be made for it.
 */
class RegularExpressionsTest {

  private static final String OF_A_JSON_FAULT = "1,000 characters of a message at the most";

  /** Those of which that is not proven, and why they may be there all the same. */
  private static final Map<String, String> ALLOWED =
      Map.ofEntries(
          Map.entry(
              "(?=.*[A-F])[0-9A-F]{32}",
              "each of its two parts goes through the text once, from its beginning"),
          Map.entry(
              "(\\d+)\\.(\\d+)(?:\\.(\\d+))?.*", "the version in the name of the server's own jar"),
          Map.entry(
              "(\\d{1,4})\\.(\\d{1,4})\\b.*", "no number has more than four digits to give back"),
          Map.entry("(?m)^term: (\\d+)\\s*$", "what this member's own Raft node writes of itself"),
          Map.entry(
              "(?m)^conf: .*?\\bconf=([^\\s\\]]*), oldConf=",
              "what this member's own Raft node writes of itself"),
          Map.entry(
              "%d ((?:(?!(?:of|s|ms|some|in|to|on|are|is|now) )[a-z0-9.-]+ ){0,2}?)([a-z]+s)\\b(?![/'])(?: (are|have|were|differ|announce)\\b)?",
              "a format that this product writes itself"),
          Map.entry(
              " ?\\((?:class |index |through reference chain|\\d+ known properties|although|code )[^)]*\\)",
              OF_A_JSON_FAULT),
          Map.entry("(?:[a-z][a-z0-9_]*\\.){2,}(?=[A-Z])", OF_A_JSON_FAULT),
          Map.entry(
              "\\(?(?:start marker )?at \\[Source: .*?line: (\\d+), column: \\d+\\]\\)?",
              OF_A_JSON_FAULT),
          Map.entry("\\b[A-Z][A-Za-z0-9]*\\$(?=[A-Z])", OF_A_JSON_FAULT),
          Map.entry(
              "; (?:null value for creator property.*|`\\w+Feature\\.\\w+` \\w+)", OF_A_JSON_FAULT),
          Map.entry("in LocalMachine.java", "the one character between the directories of PATH"),
          Map.entry(
              "(?m)^JAVA_VERSION=\"(?:1\\.)?([0-9]{1,4})",
              "the file 'release' of a JDK on this machine"),
          Map.entry(
              "([0-9]{1,9}(?:\\.[0-9]{1,9})*)(.*)",
              "the version in the name of a jar in the plugins directory"),
          Map.entry(
              "#(landbridge\\.[a-z0-9.-]+)=(.*)", "a line of this product's own list of settings"),
          Map.entry("in KnownSettings.java", "constants, for what an operator types"),
          Map.entry(
              "\"(?:[^\"\\\\]|\\\\.)*+\"|'(?:[^'\\\\]|\\\\.)*+'|`[^`]*+`",
              "a query that an operator types"),
          Map.entry("/+$", "an address that an operator types"),
          Map.entry("in ForeignExpression.java", "of a request, and ends after so many steps"));

  /**
   * An expression.
   *
   * @param file that has it
   * @param text null if it is put together while the program runs
   * @param whole whether the whole text must match
   */
  private record Used(String file, @Nullable String text, boolean whole) {}

  @Test
  void everyExpressionIsLinear() throws IOException {
    List<Used> all = used();
    assertThat(all).hasSizeGreaterThan(30);
    List<String> wrong = new ArrayList<>();
    Set<String> needed = new TreeSet<>();
    for (Used each : all) {
      String problem = problem(each);
      String key = each.text() == null ? "in " + each.file() : each.text();
      if (!problem.isEmpty() && ALLOWED.containsKey(key)) {
        needed.add(key);
      } else if (!problem.isEmpty()) {
        wrong.add(each + ": " + problem);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(needed).isEqualTo(new TreeSet<>(ALLOWED.keySet()));
  }

  private static String problem(Used used) {
    if (used.text() == null) {
      return "it is no constant";
    }
    try {
      return Expression.isLinear(used.text(), used.whole()) ? "" : "it is not proven to be linear";
    } catch (Expression.UnknownException e) {
      return "it has something that is not known: " + e.getMessage();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "[0-9]{1,5} true true",
        "[a-z]+:[0-9]+ true true",
        "[a-z]*[0-9a-f]* true false",
        "[a-f:.]*:[a-f:.]* true false",
        "(a+)+ true false",
        "(a*b*)* true false",
        "[\\u0080-\\u009f]+ false true",
        "(a|a)* true false",
        "(a|b)*c true true",
        ".*a.* true false",
        "[,\\s]+ false true",
        "/+$ false false",
        "\\s*% false false",
        "<[^>]*> false false",
        "\"port\"\\s*:\\s*([0-9]+) false true",
        "a{2,3}b false true"
      })
  void theProofIsOne(String text, boolean whole, boolean linear) {
    assertThat(Expression.isLinear(text, whole)).as(text).isEqualTo(linear);
  }

  private static List<Used> used() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null, files, problem -> {}, null, null, files.getJavaFileObjects(sources()));
      List<Used> all = new ArrayList<>();
      for (CompilationUnitTree each : task.parse()) {
        String file = Path.of(each.getSourceFile().toUri()).getFileName().toString();
        Fields fields = new Fields();
        fields.scan(each, null);
        Calls calls = new Calls(file, fields, all);
        calls.scan(each, null);
        calls.end();
      }
      return all;
    }
  }

  private static Path[] sources() throws IOException {
    Path root = Artifacts.locate().root();
    List<Path> all = new ArrayList<>();
    for (String part : List.of("naming-plugin", "dual-write-bridge", "migration-tool")) {
      try (Stream<Path> tree = Files.walk(root.resolve(part))) {
        tree.filter(each -> each.toString().endsWith(".java"))
            .filter(each -> each.toString().contains("/src/main/java/"))
            .forEach(all::add);
      }
    }
    return all.toArray(Path[]::new);
  }

  /** The initial values of the fields in a file. */
  private static final class Fields extends TreeScanner<Void, Void> {

    private final Map<String, ExpressionTree> values = new HashMap<>();

    @Override
    public Void visitVariable(VariableTree variable, Void nothing) {
      if (variable.getInitializer() != null) {
        values.put(variable.getName().toString(), variable.getInitializer());
      }
      return super.visitVariable(variable, nothing);
    }

    /** Null if it is no constant. */
    @Nullable String text(ExpressionTree tree) {
      if (tree instanceof LiteralTree literal && literal.getValue() != null) {
        return literal.getValue().toString();
      }
      if (tree instanceof IdentifierTree name && values.containsKey(name.getName().toString())) {
        return text(values.get(name.getName().toString()));
      }
      if (tree instanceof BinaryTree sum && sum.getKind() == Tree.Kind.PLUS) {
        String left = text(sum.getLeftOperand());
        String right = text(sum.getRightOperand());
        return left == null || right == null ? null : left + right;
      }
      return null;
    }
  }

  private static final class Calls extends TreeScanner<Void, Void> {

    private final String file;
    private final Fields fields;
    private final List<Used> all;
    private final Map<ExpressionTree, String> names = new HashMap<>();
    private final Map<ExpressionTree, @Nullable String> compiled = new HashMap<>();
    private final Set<String> wholly = new HashSet<>();
    private final Map<String, Integer> uses = new HashMap<>();
    private final Map<String, Integer> wholeUses = new HashMap<>();

    Calls(String file, Fields fields, List<Used> all) {
      this.file = file;
      this.fields = fields;
      this.all = all;
    }

    @Override
    public Void visitVariable(VariableTree variable, Void nothing) {
      if (variable.getInitializer() != null) {
        names.put(variable.getInitializer(), variable.getName().toString());
      }
      return super.visitVariable(variable, nothing);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
      if (call.getMethodSelect() instanceof MemberSelectTree select) {
        called(call, select);
      }
      return super.visitMethodInvocation(call, nothing);
    }

    private void called(MethodInvocationTree call, MemberSelectTree select) {
      String method = select.getIdentifier().toString();
      String on = select.getExpression().toString();
      List<? extends ExpressionTree> arguments = call.getArguments();
      boolean isPattern = on.equals("Pattern");
      switch (method) {
        case "compile" -> {
          if (isPattern) {
            compiled.put(call, fields.text(arguments.get(0)));
          }
        }
        case "matcher" -> uses.merge(name(on), 1, Integer::sum);
        case "asPredicate" -> uses.merge(name(on), 1, Integer::sum);
        case "matches" -> {
          if (isPattern) {
            all.add(new Used(file, fields.text(arguments.get(0)), true));
          } else if (arguments.size() == 1 && fields.text(arguments.get(0)) != null) {
            all.add(new Used(file, fields.text(arguments.get(0)), true));
          } else if (select.getExpression() instanceof MethodInvocationTree matcher
              && matcher.getMethodSelect() instanceof MemberSelectTree of
              && of.getIdentifier().contentEquals("matcher")) {
            wholeUses.merge(name(of.getExpression().toString()), 1, Integer::sum);
          }
        }
        case "replaceAll", "replaceFirst" -> {
          if (arguments.size() == 2) {
            all.add(new Used(file, fields.text(arguments.get(0)), false));
          }
        }
        case "split" -> {
          boolean text = arguments.size() == 1 || arguments.get(1).toString().matches("-?[0-9]+");
          if (text && (!isPattern)) {
            all.add(new Used(file, fields.text(arguments.get(0)), false));
          }
        }
        default -> {
          // Something else.
        }
      }
    }

    private static String name(String on) {
      return on.substring(on.lastIndexOf('.') + 1);
    }

    /** A pattern of another file is used in no other way there than it is here. */
    void end() {
      wholeUses.forEach(
          (name, count) -> {
            if (count.equals(uses.get(name))) {
              wholly.add(name);
            }
          });
      compiled.forEach(
          (call, text) -> all.add(new Used(file, text, wholly.contains(names.get(call)))));
    }
  }
}
