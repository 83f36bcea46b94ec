package io.landbridge.host.symbols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymbolCheckTest {

  @TempDir static Path directory;

  @BeforeAll
  static void compileServer() throws IOException {
    CompiledServer.compile(
        directory,
        Map.of(
            "server.Base",
            """
            package server;
            public abstract class Base implements Named, Cloneable {
              public static final int LIMIT = Integer.parseInt("1");
              protected long count;
              public abstract String group();
              public void close() {}
              public final void seal() {}
              public static Base of() { return null; }
              public Missing unrelated() { return null; }
            }
            """,
            "server.Missing",
            "package server; public class Missing {}",
            "server.Named",
            "package server; public interface Named { String name(); default int rank() { return 1; } }",
            "server.Child",
            "package server; public abstract class Child extends Base {}",
            "server.Marked",
            "package server; public @interface Marked { String resource() default \"\"; }"));
    // What a signature mentions need not be there: nothing is loaded.
    directory.resolve("server/Missing.class").toFile().delete();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class server.Base",
        "interface server.Named",
        "method server.Child close ()V",
        "method server.Child name ()Ljava/lang/String;",
        "method server.Child hashCode ()I",
        "method server.Base clone ()Ljava/lang/Object;",
        "static-method server.Base of ()Lserver/Base;",
        "field server.Child count J",
        "static-field server.Base LIMIT I",
        "element server.Marked resource",
        "overridden server.Child close ()V",
        "implemented server.Child group()Ljava/lang/String; name()Ljava/lang/String;",
        "class server.Gone | interface server.Named"
      })
  void findsWhatIsThere(String symbol) {
    assertThat(missing(symbol)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "class server.Gone",
        "class server.Named",
        "interface server.Base",
        "method server.Base close (I)V",
        "method server.Base of ()Lserver/Base;",
        "static-method server.Base close ()V",
        "method server.Gone close ()V",
        "field server.Base count I",
        "field server.Base LIMIT I",
        "static-field server.Base count J",
        "element server.Marked apiType",
        "overridden server.Base seal ()V",
        "implemented server.Child group()Ljava/lang/String;",
        "implemented server.Gone group()Ljava/lang/String;",
        "class server.Gone | class server.Away"
      })
  void reportsWhatIsNot(String symbol) {
    assertThat(missing(symbol)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"core", "core thing server.Base", "core method server.Base", "web class x"})
  void refusesADamagedList(String line) {
    assertThatThrownBy(() -> Requirement.parse(line)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void namesTheSymbolForPeople() {
    assertThat(missing("method server.Base open (I)V").get(0)).hasToString("server.Base.open(I)V");
  }

  private static List<Requirement> missing(String symbol) {
    try {
      return new SymbolCheck(JarDirectory.read(List.of(directory)))
          .missing(List.of(Requirement.parse("core " + symbol)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
