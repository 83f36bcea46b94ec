package io.landbridge.view.derived;

import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A consumer process that asks for a service, or is about to be pushed one. It must be known by the
 * same in every path it uses, or it would be shown an application in one and not in another.
 *
 * @param ip its IP address, as its client library or its connection tells; may be empty
 * @param app the name that its client library gives the process; empty when it gives none
 * @param application finds the name of its Dubbo application, empty when that is not known; quick
 */
public record Caller(String ip, String app, Supplier<String> application) {

  /** What client libraries say that were given no name. */
  private static final Set<String> NO_NAMES = Set.of("unknown", "-", "null");

  /** Checks that no part is missing, and takes a name that is none for what it is. */
  public Caller {
    ip = ip.strip();
    app = NO_NAMES.contains(app.strip()) ? "" : app.strip();
    Objects.requireNonNull(application, "application");
  }

  /** A caller whose Dubbo application is not known. */
  public Caller(String ip, String app) {
    this(ip, app, () -> "");
  }
}
