package io.landbridge.compat.translation;

import io.landbridge.compat.client.Answerer;
import io.landbridge.compat.client.CallResult;
import java.util.Locale;

/** What has to come of calling a service. */
sealed interface Expectation {

  /** Whether a call came as expected. */
  boolean isMetBy(CallResult call, Answerer provider);

  /** For people. */
  String words();

  /**
   * The provider answers.
   *
   * @param by what lets it be found
   */
  record Answered(Way by) implements Expectation {
    @Override
    public boolean isMetBy(CallResult call, Answerer provider) {
      return call instanceof CallResult.Answered answered && answered.by().equals(provider);
    }

    @Override
    public String words() {
      return by.name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Nobody is found.
   *
   * @param why the documented reason
   */
  record Nobody(String why) implements Expectation {
    @Override
    public boolean isMetBy(CallResult call, Answerer provider) {
      return call instanceof CallResult.NoProvider;
    }

    @Override
    public String words() {
      return "not found, as documented: " + why;
    }
  }

  /** What lets a provider be found. */
  enum Way {
    /** It is registered where the consumer looks; no translation is needed. */
    NATIVE,
    /** It registers interfaces, and the consumer looks for applications. */
    UPWARD,
    /** It registers its application, and the consumer looks for interfaces. */
    DOWNWARD
  }
}
