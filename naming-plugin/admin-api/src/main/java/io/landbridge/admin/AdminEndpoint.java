package io.landbridge.admin;

import static io.landbridge.admin.Parameter.optional;
import static io.landbridge.admin.Parameter.required;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Every request of the admin API, in the order of its page. */
public enum AdminEndpoint {
  STATUS(
      Verb.GET,
      AdminPaths.STATUS,
      "how this member is; answered also while the plugin is off",
      Set.of(Trait.FRESH)),
  GROUP(
      Verb.GET,
      AdminPaths.GROUP,
      "the catalog's Raft group as this member sees it; answered also without a leader",
      Set.of()),
  BACKUP(
      Verb.GET,
      AdminPaths.BACKUP,
      "a page of the catalog for a backup",
      Set.of(),
      optional("after", "NEXT"),
      optional("stale", "true")),
  RESTORE(
      Verb.PUT,
      AdminPaths.RESTORE,
      "what became of one entry of a backup, which is the body",
      Set.of(Trait.BODY),
      optional("dryRun", "true")),
  SUSPENSION(
      Verb.PUT,
      AdminPaths.SUSPENSION,
      "whether this member is suspended; needs no leader",
      Set.of(),
      required("suspended", "true|false")),
  SKIPPED_ENTRY(
      Verb.PUT,
      AdminPaths.SKIPPED_ENTRY,
      "`entries` of the status, after this member has agreed to leave out the entry of the log at"
          + " which it has stopped",
      Set.of(),
      required("entry", "NUMBER"),
      required("sha256", "HASH"),
      optional("without", "MEMBER,..")),
  SIGNATURES(
      Verb.PUT,
      AdminPaths.SIGNATURES,
      "`signatures` of the group, after the catalog requires entries of the log to be signed, or not"
          + " any more",
      Set.of(),
      required("required", "true|false"),
      optional("dryRun", "true")),
  CONFIGURATION(
      Verb.GET,
      AdminPaths.CONFIGURATION,
      "a configuration that migrating needs, as the database has it: `exists`, `content`",
      Set.of(),
      required("namespace", "NS"),
      required("group", "GROUP"),
      required("dataId", "ID")),
  REPLACED_CONFIGURATION(
      Verb.PUT,
      AdminPaths.CONFIGURATION,
      "the same after the body was written, if the SHA-256 of the content was the one given"
          + " (`absent` for none yet): `exists`, `content`, `written`. Only"
          + " `DUBBO_SERVICEDISCOVERY_MIGRATION/*.migration` and `LANDBRIDGE/*`",
      Set.of(Trait.BODY),
      required("namespace", "NS"),
      required("group", "GROUP"),
      required("dataId", "ID"),
      required("expected", "HASH")),
  APPLICATIONS(
      Verb.GET,
      AdminPaths.APPLICATIONS,
      "list of applications, sorted; in parts",
      Set.of(Trait.FRESH, Trait.PAGED),
      optional("namespace", "NS")),
  APPLICATION(
      Verb.GET,
      AdminPaths.APPLICATION,
      "one application",
      Set.of(Trait.FRESH),
      required("namespace", "NS"),
      required("application", "APP")),
  INSTANCES(
      Verb.GET,
      AdminPaths.INSTANCES,
      "list of its instances; in parts",
      Set.of(Trait.FRESH, Trait.PAGED),
      required("namespace", "NS"),
      required("application", "APP")),
  DOCUMENTS(
      Verb.GET,
      AdminPaths.DOCUMENTS,
      "list of metadata documents, sorted by revision; in parts",
      Set.of(Trait.FRESH, Trait.PAGED)),
  DOCUMENT(
      Verb.GET,
      AdminPaths.DOCUMENT,
      "one metadata document",
      Set.of(Trait.FRESH),
      required("revision", "REVISION")),
  MAPPINGS(
      Verb.GET,
      AdminPaths.MAPPINGS,
      "list of interfaces with the applications that have them; in parts",
      Set.of(Trait.FRESH, Trait.PAGED),
      required("namespace", "NS")),
  MAPPING(
      Verb.GET,
      AdminPaths.MAPPING,
      "the applications that have an interface",
      Set.of(Trait.FRESH),
      required("namespace", "NS"),
      required("interface", "INTERFACE")),
  CONSUMERS(
      Verb.GET,
      AdminPaths.CONSUMERS,
      "list of the clients that subscribed through this member; in parts",
      Set.of(Trait.FRESH, Trait.PAGED),
      optional("namespace", "NS"),
      optional("service", "NAME"),
      optional("interface", "INTERFACE"),
      optional("application", "APP")),
  LOSSES(
      Verb.GET,
      AdminPaths.LOSSES,
      "list of what this member's clients registered and cannot be translated, or not fully, sorted"
          + " by service; in parts",
      Set.of(Trait.FRESH, Trait.PAGED)),
  DIGESTS(
      Verb.GET,
      AdminPaths.DIGESTS,
      "the digest of this member's catalog, now or at a point of the log",
      Set.of(Trait.FRESH),
      optional("at", "COUNT")),
  WATCH(
      Verb.GET,
      AdminPaths.WATCH,
      "what changed since, as soon as something did",
      Set.of(Trait.FRESH),
      required("since", "COUNT"),
      optional("timeoutMillis", "MS"),
      optional("namespace", "NS")),
  BRIDGE(Verb.GET, AdminPaths.BRIDGE, "how the bridge to a legacy cluster stands", Set.of()),
  CHANGED_BRIDGE(
      Verb.PUT,
      AdminPaths.BRIDGE,
      "the bridge after what is wanted of it was changed",
      Set.of(),
      optional("phase", "PHASE"),
      optional("paused", "true|false"),
      optional("servers", "LIST"),
      optional("username", "NAME")),
  DIFFERENCES(
      Verb.GET,
      AdminPaths.DIFFERENCES,
      "list of what is not the same in both clusters; in parts; the active member answers",
      Set.of(),
      optional("cursor", "NEXT"),
      optional("limit", "COUNT")),
  TRANSLATION(
      Verb.PUT,
      AdminPaths.TRANSLATION,
      "the application after the switch was committed",
      Set.of(),
      required("namespace", "NS"),
      required("application", "APP"),
      required("enabled", "true|false"),
      optional("force", "true")),
  AUDIENCE(
      Verb.PUT,
      AdminPaths.AUDIENCE,
      "the application, switched on and shown to these consumers alone, after that was committed",
      Set.of(),
      required("namespace", "NS"),
      required("application", "APP"),
      required("showTo", "all|none|LIST"),
      optional("salt", "TEXT"),
      optional("force", "true"));

  private static final List<Parameter> PAGE =
      List.of(optional("limit", "COUNT"), optional("after", "NEXT"));
  private static final Parameter READ = optional("read", "local|linearizable");

  private final Verb verb;
  private final String path;
  private final String data;
  private final Set<Trait> traits;
  private final List<Parameter> own;

  /** What is asked with. A {@code PUT} needs the right to write. */
  public enum Verb {
    GET,
    PUT
  }

  /** What several requests have in common. */
  private enum Trait {
    /** A list in parts: {@code limit} and {@code after}. */
    PAGED,
    /** Answers from the catalog: {@code read} says how fresh. */
    FRESH,
    /** Has a body. */
    BODY
  }

  AdminEndpoint(Verb verb, String path, String data, Set<Trait> traits, Parameter... own) {
    this.verb = verb;
    this.path = path;
    this.data = data;
    this.traits = traits.isEmpty() ? EnumSet.noneOf(Trait.class) : EnumSet.copyOf(traits);
    this.own = List.of(own);
  }

  /** What it is asked with. */
  public Verb verb() {
    return verb;
  }

  /** Where it is, below {@link AdminPaths#ROOT}. */
  public String path() {
    return path;
  }

  /** Where it is, below the server's context path. */
  public String fullPath() {
    return AdminPaths.ROOT + path;
  }

  /** What is answered, in Markdown. */
  public String data() {
    return data;
  }

  /** Whether it has a body. */
  public boolean hasBody() {
    return traits.contains(Trait.BODY);
  }

  /** Every parameter, with those that many requests have. */
  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(own);
    if (traits.contains(Trait.PAGED)) {
      all.addAll(PAGE);
    }
    if (traits.contains(Trait.FRESH)) {
      all.add(READ);
    }
    return List.copyOf(all);
  }

  /** Whether it has a parameter of this name. */
  public boolean takes(String parameter) {
    return parameters().stream().anyMatch(each -> each.name().equals(parameter));
  }

  /** The request as the page shows it, without the parameters that many requests have. */
  public String template() {
    StringBuilder text = new StringBuilder(verb + " " + fullPath());
    String separator = "?";
    for (Parameter each : own) {
      String assignment = separator + each.name() + "=" + each.value();
      text.append(each.isOptional() ? "[" + assignment + "]" : assignment);
      separator = "&";
    }
    return text.toString();
  }

  /** The request with a path below {@link AdminPaths#ROOT} and a verb. */
  public static Optional<AdminEndpoint> find(Verb verb, String path) {
    return Arrays.stream(values())
        .filter(each -> each.verb == verb && each.path.equals(path))
        .findFirst();
  }
}
