package io.landbridge.front.nacos3;

import io.landbridge.front.Parameters;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body has been read, with the parameters that were in it; those that name the
 * service are replaced by what is really going to be touched, so that nobody is judged by another.
 */
final class ParsedRequest extends HttpServletRequestWrapper {

  private final Parameters parameters;
  private final Map<String, String> resolved;

  ParsedRequest(HttpServletRequest request, Parameters parameters, Map<String, String> resolved) {
    super(request);
    this.parameters = parameters;
    this.resolved = resolved;
  }

  @Override
  public @Nullable String getParameter(String name) {
    @Nullable String replaced = resolved.get(name);
    return replaced == null ? parameters.get(name) : replaced;
  }

  @Override
  public Enumeration<String> getParameterNames() {
    Set<String> names = new LinkedHashSet<>(parameters.names());
    names.addAll(resolved.keySet());
    return Collections.enumeration(names);
  }
}
