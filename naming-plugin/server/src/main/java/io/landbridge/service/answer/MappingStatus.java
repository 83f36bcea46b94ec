package io.landbridge.service.answer;

import java.util.List;

/**
 * Which applications have an interface.
 *
 * @param namespace the namespace
 * @param serviceInterface the Java interface, without group and version
 * @param applications those with an instance that serves it, sorted; never empty
 */
public record MappingStatus(String namespace, String serviceInterface, List<String> applications) {

  /** Copies the list. */
  public MappingStatus {
    applications = List.copyOf(applications);
  }
}
