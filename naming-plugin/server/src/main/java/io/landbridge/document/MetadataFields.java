package io.landbridge.document;

import io.landbridge.document.hessian.Budget;
import io.landbridge.document.hessian.HessianMap;
import io.landbridge.document.hessian.MalformedHessianException;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationName;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes a document of the fields of Dubbo's {@code MetadataInfo}, with the checks the JSON form is
 * read with: what breaks a consumer is refused.
 */
final class MetadataFields {

  private MetadataFields() {}

  /**
   * Makes a document of the object in Hessian.
   *
   * @param budget of the reader that gave it; one service may be there many times
   * @throws FetchException if it is none
   * @throws MalformedHessianException if it takes more than the budget has
   */
  static MetadataDocument document(@Nullable Object value, Budget budget)
      throws FetchException, MalformedHessianException {
    HessianMap info = map(value, "the answer");
    List<ServiceEntry> entries = new ArrayList<>();
    for (Object each : map(info.get("services"), "field 'services'").entries().values()) {
      budget.take(1);
      HessianMap service = map(each, "a service");
      SortedMap<String, String> params = new TreeMap<>();
      for (var param :
          map(service.get("params"), "field 'params' of a service").entries().entrySet()) {
        params.put(text(param.getKey(), budget), text(param.getValue(), budget));
      }
      entries.add(
          entry(
              text(service.get("name"), budget),
              text(service.get("group"), budget),
              text(service.get("version"), budget),
              text(service.get("protocol"), budget),
              port(service.get("port")),
              text(service.get("path"), budget),
              params));
    }
    return document(text(info.get("app"), budget), entries);
  }

  /**
   * Makes a document.
   *
   * @throws FetchException if the application has no proper name
   */
  static MetadataDocument document(String application, List<ServiceEntry> entries)
      throws FetchException {
    try {
      return MetadataDocument.of(new ApplicationName(application), entries);
    } catch (IllegalArgumentException e) {
      throw malformed("field 'app': " + FetchException.quote(e.getMessage()));
    }
  }

  /**
   * Makes an entry of a document.
   *
   * @throws FetchException if something is missing without which the service is not found
   */
  static ServiceEntry entry(
      String name,
      String group,
      String version,
      String protocol,
      int port,
      String path,
      SortedMap<String, String> params)
      throws FetchException {
    if (name.isEmpty() || protocol.isEmpty() || path.isEmpty()) {
      throw malformed("a service without name, protocol or path");
    }
    return new ServiceEntry(name, group, version, protocol, port, path, params);
  }

  static FetchException malformed(String what) {
    return new FetchException(Reason.MALFORMED, "the answer is not a metadata document: " + what);
  }

  /** Java writes an int; dubbo-go, whose numbers have one size, a long. */
  private static int port(@Nullable Object value) {
    return value instanceof Integer port
        ? port
        : value instanceof Long large && large == large.intValue() ? large.intValue() : -1;
  }

  private static HessianMap map(@Nullable Object value, String what) throws FetchException {
    if (value instanceof HessianMap map) {
      return map;
    }
    throw malformed(what + " is not an object");
  }

  private static String text(@Nullable Object value, Budget budget)
      throws FetchException, MalformedHessianException {
    if (value == null) {
      budget.take(1);
      return "";
    }
    if (value instanceof HessianMap || value instanceof List) {
      throw malformed("an object where a text should be");
    }
    String text = value.toString();
    budget.take(1 + text.length());
    return text;
  }
}
