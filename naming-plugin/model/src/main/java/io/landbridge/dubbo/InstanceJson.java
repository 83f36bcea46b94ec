package io.landbridge.dubbo;

import io.landbridge.model.Endpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the JSON texts Dubbo 3 puts into the metadata of an application instance. */
public interface InstanceJson {

  /**
   * Reads a list of ports and protocols ({@link MetadataKeys#ENDPOINTS}).
   *
   * @param text any text
   * @return the endpoints as listed, or empty when the text is something else or one of them has no
   *     protocol or no valid port
   */
  Optional<List<Endpoint>> endpoints(String text);

  /**
   * Reads the description of a metadata service ({@link MetadataKeys#METADATA_SERVICE_PARAMS}).
   *
   * @param text any text
   * @return its parameters, those that are objects or lists themselves as the empty text, or empty
   *     when the text is not an object
   */
  Optional<Map<String, String>> parameters(String text);
}
