package io.landbridge.compat.junit;

import io.landbridge.compat.cluster.ServerPool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Has one pool for all test classes of a JVM, and gives each test its {@link Servers} of it. */
final class ServersExtension implements ParameterResolver, AfterEachCallback {

  private static final Namespace OURS = Namespace.create(ServersExtension.class);

  /** Configuration parameter: how many seconds what a test had may take to be gone after it. */
  static final String PATIENCE = "landbridge.servers.patience";

  private static final int PATIENT = 60;

  /** For as long as the JVM runs tests. */
  private static final class Shared implements AutoCloseable {

    private final ServerPool pool;
    private final AtomicInteger tests = new AtomicInteger();

    private Shared(Duration patience) {
      pool = new ServerPool(patience);
    }

    @Override
    public void close() {
      pool.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Servers.class;
  }

  @Override
  public Servers resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Shared shared =
        context
            .getRoot()
            .getStore(OURS)
            .getOrComputeIfAbsent(
                Shared.class, each -> new Shared(patience(context)), Shared.class);
    return context
        .getStore(OURS)
        .getOrComputeIfAbsent(
            Servers.class,
            each -> new Servers(shared.pool, "test" + shared.tests.incrementAndGet()),
            Servers.class);
  }

  private static Duration patience(ExtensionContext context) {
    return Duration.ofSeconds(
        context.getConfigurationParameter(PATIENCE, Integer::valueOf).orElse(PATIENT));
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Servers servers = context.getStore(OURS).remove(Servers.class, Servers.class);
    if (servers == null) {
      return;
    }
    if (context.getExecutionException().isPresent()) {
      servers.throwAway();
      return;
    }
    List<String> left = servers.giveBack();
    if (!left.isEmpty()) {
      throw new AssertionError("The test left on shared servers:\n" + String.join("\n", left));
    }
  }
}
