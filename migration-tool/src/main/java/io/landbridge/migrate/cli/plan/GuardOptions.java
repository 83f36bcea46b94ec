package io.landbridge.migrate.cli.plan;

import io.landbridge.migrate.cli.option.SecretFile;
import io.landbridge.migrate.cli.terminal.CommandException;
import io.landbridge.migrate.cli.terminal.Terminal;
import io.landbridge.migrate.guard.PrometheusGuard;
import io.landbridge.migrate.run.Guard;
import io.landbridge.registry.Trust;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Which measurement must be in bounds while a run goes on. */
@Command
final class GuardOptions {

  /** Has a token, which is no hook's business. */
  static final String TOKEN_VARIABLE = "LANDBRIDGE_GUARD_TOKEN";

  /** Has a password, which is no hook's business. */
  static final String PASSWORD_VARIABLE = "LANDBRIDGE_GUARD_PASSWORD";

  /** Names a file with the authorities to believe in. */
  static final String CA_FILE_VARIABLE = "LANDBRIDGE_GUARD_CA_FILE";

  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,4})([smh]?)");
  private static final Duration MAX_TIME = Duration.ofDays(1);

  @Option(
      names = "--guard-url",
      paramLabel = "URL",
      description = "Address of the Prometheus server for --guard.")
  String url = "";

  @Option(
      names = "--guard",
      paramLabel = "PROMQL",
      description =
          "Hold the run while this query returns a series or a value other than 0 (see"
              + " docs/cli.md). The run is also held while the server does not answer.")
  String query = "";

  @Option(
      names = "--guard-for",
      paramLabel = "TIME",
      description =
          "End the run with exit code 6 once the guard has held the run for TIME without"
              + " interruption, for example 90s, 2m or 1h (default: 2m).")
  String time = "2m";

  @Option(
      names = "--guard-username",
      paramLabel = "USER",
      description =
          "User name for the Prometheus server. Requires --guard-password-file or the variable"
              + " LANDBRIDGE_GUARD_PASSWORD.")
  String username = "";

  @Option(
      names = "--guard-password-file",
      paramLabel = "FILE",
      description = "Read the password for the Prometheus server from the first line of FILE.")
  @Nullable Path passwordFile;

  @Option(
      names = "--guard-token-file",
      paramLabel = "FILE",
      description =
          "Read a bearer token for the Prometheus server from the first line of FILE. Alternative:"
              + " the variable LANDBRIDGE_GUARD_TOKEN.")
  @Nullable Path tokenFile;

  @Option(
      names = "--guard-ca-file",
      paramLabel = "FILE",
      description =
          "PEM file with trusted CA certificates, for a Prometheus server at an https address."
              + " Alternative: the variable LANDBRIDGE_GUARD_CA_FILE.")
  @Nullable Path caFile;

  /** The guard that was asked for. */
  Guard.Limited guard(Terminal terminal) throws CommandException {
    if (query.isEmpty()) {
      return Guard.Limited.NONE;
    }
    URI base = base();
    return new Guard.Limited(
        prometheus(base, terminal), limit(), "%s at %s".formatted(query, base));
  }

  private PrometheusGuard prometheus(URI base, Terminal terminal) throws CommandException {
    String authorization = authorization(terminal);
    Trust trust = trust(base, terminal);
    try {
      return new PrometheusGuard(base, query, authorization, ANSWER, trust);
    } catch (IllegalArgumentException e) {
      throw CommandException.usage(
          String.valueOf(e.getMessage()),
          caFile == null ? CA_FILE_VARIABLE : "--guard-ca-file",
          "give a file in PEM format that this user may read");
    }
  }

  private URI base() throws CommandException {
    String advice = "give http[s]://host[:port][/path], without a user, a query or a fragment";
    try {
      URI base = new URI(url);
      if (!List.of("http", "https").contains(base.getScheme())
          || base.getHost() == null
          || base.getRawUserInfo() != null
          || base.getRawQuery() != null
          || base.getRawFragment() != null) {
        throw CommandException.usage("invalid address", "--guard-url", advice);
      }
      return base;
    } catch (URISyntaxException e) {
      throw CommandException.usage("invalid address", "--guard-url", advice);
    }
  }

  private Trust trust(URI base, Terminal terminal) throws CommandException {
    boolean encrypted = base.getScheme().equals("https");
    if (caFile != null) {
      if (!encrypted) {
        throw CommandException.usage(
            "the address is not https, so the CA file has no effect",
            "--guard-ca-file",
            "use an https:// address, or remove this option");
      }
      return new Trust(caFile.toString());
    }
    return encrypted ? new Trust(terminal.variable(CA_FILE_VARIABLE).strip()) : Trust.SYSTEM;
  }

  private Duration limit() throws CommandException {
    Matcher given = TIME.matcher(time);
    if (given.matches()) {
      long amount = Long.parseLong(given.group(1));
      Duration limit =
          switch (given.group(2)) {
            case "h" -> Duration.ofHours(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofSeconds(amount);
          };
      if (limit.compareTo(MAX_TIME) <= 0) {
        return limit;
      }
    }
    throw CommandException.usage(
        "invalid time '%s'".formatted(time), "--guard-for", "give 1s to 24h, for example 2m");
  }

  private String authorization(Terminal terminal) throws CommandException {
    String token =
        tokenFile == null
            ? terminal.variable(TOKEN_VARIABLE).strip()
            : SecretFile.read(tokenFile, "token", terminal);
    String password =
        passwordFile == null
            ? terminal.variable(PASSWORD_VARIABLE)
            : SecretFile.read(passwordFile, "password", terminal);
    if (!username.isEmpty()) {
      if (tokenFile != null) {
        throw CommandException.usage(
            "both a token and a user name are given",
            "--guard-token-file, --guard-username",
            "use only one");
      }
      if (password.isEmpty()) {
        throw CommandException.usage(
            "no password for the user of the guard",
            "--guard-username",
            "use --guard-password-file or the variable " + PASSWORD_VARIABLE);
      }
      return "Basic "
          + Base64.getEncoder()
              .encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
    if (!token.isEmpty() && token.chars().anyMatch(each -> each < 0x21 || each > 0x7e)) {
      throw CommandException.usage(
          "the guard's token has invalid characters",
          tokenFile == null ? TOKEN_VARIABLE : tokenFile.toString(),
          "write the token, and nothing else, into the first line");
    }
    return token.isEmpty() ? "" : "Bearer " + token;
  }
}
