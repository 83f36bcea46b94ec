package wrong.io.landbridge.model;

/** Prints. */
public final class Talker {
  void say(String words) {
    System.out.println(words);
  }
}
