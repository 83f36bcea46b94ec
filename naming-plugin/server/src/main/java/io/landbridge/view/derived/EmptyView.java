package io.landbridge.view.derived;

import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;

/** A view that adds nothing. */
public final class EmptyView implements DerivedView {

  @Override
  public boolean mayAdd(String service) {
    return false;
  }

  @Override
  public List<DerivedInstance> additions(ServiceKey service, List<NativeInstance> natives) {
    return List.of();
  }

  @Override
  public SortedSet<ServiceKey> services(NamespaceId namespace) {
    return Collections.emptySortedSet();
  }
}
