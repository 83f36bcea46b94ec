package demo;

/** Offered with neither version nor group. */
public interface PlainService {

  /** Returns the text, and the run of the provider that answered. */
  String ping(String text);
}
