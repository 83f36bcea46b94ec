package io.landbridge.demo;

/** The service that is called. */
public interface Orders {

  /** Answers with a sentence that names the order and the Dubbo that has answered. */
  String confirm(int number);
}
