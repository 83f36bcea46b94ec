package io.landbridge.view;

import io.landbridge.model.ServiceKey;
import io.landbridge.view.derived.NativeInstance;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where applications are not shown because of foreign instances. Says in the log where they are
 * hidden, and where they are shown again. Safe for use from any thread.
 */
final class Obstructions {

  private static final Logger LOG = LoggerFactory.getLogger(Obstructions.class);

  /** Where nothing was shown to who asked last, because of foreign instances. */
  private final Set<ServiceKey> obstructed = ConcurrentHashMap.newKeySet();

  /**
   * Whether an application is not to be shown in its own service, because of foreign instances in
   * it: Spring Cloud uses the same service name as Dubbo's application level; its clients would
   * send HTTP to a Dubbo port. Foreign instances may come and go at any time.
   */
  boolean isObstructed(
      ServiceKey service, ShownApplication application, List<NativeInstance> natives) {
    if (!application.isOwn(service)) {
      return false;
    }
    Optional<NativeInstance> foreign =
        application.state().terms().force()
            ? Optional.empty()
            : natives.stream().filter(NativeInstance::isForeign).findFirst();
    if (foreign.isEmpty()) {
      if (obstructed.remove(service)) {
        LOG.info("{} is shown in {} again", application.key(), service);
      }
    } else if (obstructed.add(service)) {
      LOG.warn(
          "{} is hidden in {}: the service has non-Dubbo instances ({}), whose clients would call"
              + " the Dubbo port; rename the application or the service, or see 'landbridge"
              + " apply --force'",
          application.key(),
          service,
          foreign.get().address());
    }
    return foreign.isPresent();
  }

  /** An application is not shown any more. */
  void forget(ShownApplication application) {
    obstructed.removeIf(service -> application.service(service.group()).equals(service));
  }

  int size() {
    return obstructed.size();
  }
}
