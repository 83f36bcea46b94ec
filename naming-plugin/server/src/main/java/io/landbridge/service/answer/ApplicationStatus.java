package io.landbridge.service.answer;

import java.util.List;

/**
 * One application, as an operator sees it.
 *
 * @param namespace the namespace
 * @param application the name
 * @param state what is done for it
 * @param instances number of instances in the catalog
 * @param imported how many of them are registered in the legacy cluster alone
 * @param interfaces the interfaces they serve, as Dubbo service keys, sorted
 * @param revisions the metadata revisions in use, sorted
 * @param problems why it is not yet in the wanted state; empty when it is
 * @param forced whether it is shown although foreign instances share its service name
 * @param since when it was switched last, milliseconds since 1970; 0 when never
 * @param showTo which consumer processes are shown its derived instances: {@code all}, {@code
 *     none}, or a list of a share such as {@code 5%}, IP addresses and applications; empty while it
 *     is not switched on
 */
public record ApplicationStatus(
    String namespace,
    String application,
    State state,
    int instances,
    int imported,
    List<String> interfaces,
    List<String> revisions,
    List<String> problems,
    boolean forced,
    long since,
    String showTo) {

  /** Copies the collections. */
  public ApplicationStatus {
    interfaces = List.copyOf(interfaces);
    revisions = List.copyOf(revisions);
    problems = List.copyOf(problems);
  }

  /** What is done for an application. */
  public enum State {
    /** Only observed. */
    OBSERVED,
    /**
     * Switched on; documents or mappings are still being published, or foreign instances keep it
     * from being shown.
     */
    SWITCHING_ON,
    /** Switched on, and everything consumers need is published. */
    TRANSLATED,
    /** Switched off; what was published is being taken back. */
    SWITCHING_OFF
  }
}
