package io.landbridge.view;

import io.landbridge.model.ServiceKey;
import java.util.List;

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
}
