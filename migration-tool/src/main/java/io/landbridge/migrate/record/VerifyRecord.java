package io.landbridge.migrate.record;

import io.landbridge.migrate.verify.Comparison;
import io.landbridge.migrate.verify.Comparison.ParameterFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A run of verify. Its component names are the fields of its file. It holds no values of parameters
 * that may be secrets.
 *
 * @param kind {@value #KIND}
 * @param format the version of the format, {@value #FORMAT}
 * @param id what it is called
 * @param createdBy the tool and its version
 * @param startedAt when it began, ISO 8601 in UTC
 * @param finishedAt when everything was compared; empty before that
 * @param server the server that was read
 * @param members the members of the cluster, where they are known
 * @param asked what was asked for
 * @param total how many applications there are to compare; 0 before that is known
 * @param applications those that were compared, in order
 * @param gone those that were asked for and are not registered
 */
public record VerifyRecord(
    String kind,
    int format,
    String id,
    String createdBy,
    String startedAt,
    String finishedAt,
    String server,
    List<String> members,
    Asked asked,
    int total,
    List<Compared> applications,
    List<Gone> gone) {

  /** What every recorded verify says it is. */
  public static final String KIND = "landbridge-verify";

  /** The format this version writes, and the only one it reads. */
  public static final int FORMAT = 1;

  private static final String HIDDEN = "(hidden)";

  private static final Pattern SECRET =
      Pattern.compile("token|password|passwd|secret|credential|username|access.?key");

  /** Copies the lists. */
  public VerifyRecord {
    Objects.requireNonNull(asked, "asked");
    members = List.copyOf(members);
    applications = List.copyOf(applications);
    gone = List.copyOf(gone);
  }

  /**
   * What was asked for.
   *
   * @param plan the hash of the plan; empty without one
   * @param planFile the name of the plan's file; empty without one
   * @param wave the wave of the plan; 0 for all of them
   * @param all whether all applications were
   * @param applications the names of applications
   * @param namespaces the namespaces; empty for all
   */
  public record Asked(
      String plan,
      String planFile,
      int wave,
      boolean all,
      List<String> applications,
      List<String> namespaces) {

    /** Copies the lists. */
    public Asked {
      applications = List.copyOf(applications);
      namespaces = List.copyOf(namespaces);
    }

    /** The same for people. */
    public String text() {
      String what =
          all
              ? "all applications"
              : planFile.isEmpty()
                  ? String.join(", ", applications)
                  : planFile + (wave == 0 ? "" : ", wave " + wave);
      return namespaces.isEmpty() ? what : what + " in " + String.join(", ", namespaces);
    }
  }

  /**
   * An application that was compared.
   *
   * @param at when everything was read, ISO 8601 in UTC
   * @param cut how many differences there were beyond those that are kept
   * @param comparison what was found
   */
  public record Compared(String at, int cut, Comparison comparison) {

    /** Checks that no part is missing. */
    public Compared {
      Objects.requireNonNull(comparison, "comparison");
    }
  }

  /**
   * An application that was asked for and is not registered.
   *
   * @param at when everything was read, ISO 8601 in UTC
   * @param namespace its namespace; empty where a name alone was asked for
   * @param application its name
   */
  public record Gone(String at, String namespace, String application) {}

  /** Whether everything was compared. */
  public boolean finished() {
    return !finishedAt.isEmpty();
  }

  /** How many applications differ; those that stay at interface level count if they were named. */
  public long differing() {
    return applications.stream()
        .map(Compared::comparison)
        .filter(each -> !each.equal() && !(each.leftOut() && asked.all()))
        .count();
  }

  /** The same run with more applications. */
  public VerifyRecord with(int ofTotal, List<Compared> more, List<Gone> ofGone) {
    List<Compared> all = new ArrayList<>(applications);
    all.addAll(more);
    return copy(finishedAt, ofTotal, all, ofGone);
  }

  /** The same run, in which everything was compared. */
  public VerifyRecord finishedAt(String time) {
    return copy(time, total, applications, gone);
  }

  /** The same run before anything was compared. */
  public VerifyRecord empty() {
    return copy("", 0, List.of(), List.of());
  }

  private VerifyRecord copy(String end, int of, List<Compared> all, List<Gone> ofGone) {
    return new VerifyRecord(
        kind, format, id, createdBy, startedAt, end, server, members, asked, of, all, ofGone);
  }

  /** The same run with at most so many differences of each kind of an application. */
  VerifyRecord cutTo(int most) {
    return copy(
        finishedAt, total, applications.stream().map(each -> cut(each, most)).toList(), gone);
  }

  private static Compared cut(Compared compared, int most) {
    Comparison all = compared.comparison();
    Comparison kept =
        new Comparison(
            all.namespace(),
            all.application(),
            all.equal(),
            all.leftOut(),
            all.addresses(),
            first(all.missing(), most),
            first(all.extra(), most),
            first(all.different(), most).stream().map(VerifyRecord::withoutSecret).toList(),
            first(all.unmapped(), most),
            first(all.unverified(), most));
    return new Compared(compared.at(), compared.cut() + count(all) - count(kept), kept);
  }

  private static <T> List<T> first(List<T> all, int most) {
    return all.subList(0, Math.min(most, all.size()));
  }

  private static int count(Comparison each) {
    return each.missing().size()
        + each.extra().size()
        + each.different().size()
        + each.unmapped().size()
        + each.unverified().size();
  }

  private static ParameterFinding withoutSecret(ParameterFinding finding) {
    return SECRET.matcher(finding.parameter().toLowerCase(Locale.ROOT)).find()
        ? new ParameterFinding(
            finding.service(),
            finding.protocol(),
            finding.address(),
            finding.parameter(),
            hidden(finding.interfaceLevel()),
            hidden(finding.applicationLevel()))
        : finding;
  }

  private static String hidden(String value) {
    return value.isEmpty() ? "" : HIDDEN;
  }
}
