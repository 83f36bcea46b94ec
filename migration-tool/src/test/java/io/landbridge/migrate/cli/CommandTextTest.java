package io.landbridge.migrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.migrate.cli.terminal.CommandText;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.report.Invocation;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CommandTextTest {

  private static Invocation typed(String... arguments) {
    PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
    CommandLine root = Main.commandLine(new Terminal(nowhere, nowhere, Map.of(), false, false));
    root.parseArgs(arguments);
    return CommandText.of(root.getSubcommands().get(arguments[0]).getCommandSpec());
  }

  @Test
  void connectionAndTargetAreThoseThatWereGiven() {
    assertThat(
            typed(
                "apply",
                "--server=a:1,b:1",
                "--username",
                "ops",
                "--password",
                "--application",
                "shop",
                "--application=web",
                "--timeout",
                "5",
                "-o",
                "json"))
        .isEqualTo(
            new Invocation(
                "landbridge apply --server=a:1,b:1 --username ops --password --application shop"
                    + " --application=web --timeout 5 -o json",
                " --server a:1,b:1 --username ops --password",
                " --application shop --application web",
                ""));
    assertThat(typed("verify", "--plan", "p.yaml").target()).isEqualTo(" --plan p.yaml");
    assertThat(typed("verify", "--all"))
        .isEqualTo(new Invocation("landbridge verify --all", "", " --all", ""));
  }

  @Test
  void namespacesAndLimitsAreThoseThatWereGiven() {
    Invocation typed =
        typed(
            "apply",
            "--max-server-cpu=50",
            "--plan",
            "p.yaml",
            "--application",
            "shop",
            "--namespace",
            "a b,dev");

    assertThat(typed.connection()).isEqualTo(" --max-server-cpu 50");
    assertThat(typed.namespaces()).isEqualTo(" --namespace 'a b,dev'");
    assertThat(typed.target())
        .as("no verb compares a plan and applications")
        .isEqualTo(" --application shop");
  }

  @Test
  void whatTheShellWouldTakeApartIsQuoted() {
    assertThat(typed("verify", "--plan", "a b/it's $HOME.yaml").target())
        .isEqualTo(" --plan 'a b/it'\\''s $HOME.yaml'");
  }

  @Test
  void commandThatOnlyLooksIsRepeatedWithoutThat() {
    assertThat(typed("install", "--nacos-home", "/opt/nacos", "--check").again())
        .isEqualTo("landbridge install --nacos-home /opt/nacos");
  }
}
