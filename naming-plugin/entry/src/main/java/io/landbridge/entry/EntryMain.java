package io.landbridge.entry;

/** Where {@code java -jar} begins: says which Java is needed, or begins the check of a server. */
public final class EntryMain {

  private static final String CHECK = "io.landbridge.host.symbols.CheckMain";

  private EntryMain() {}

  /**
   * Runs the check; ends with 2 where this JVM cannot.
   *
   * @param args the arguments of the check
   */
  public static void main(String[] args) throws ReflectiveOperationException {
    JavaVersion java = JavaVersion.ofThisJvm();
    if (java.isTooOld()) {
      System.err.println("landbridge: error: " + java);
      System.exit(2);
    }
    Class.forName(CHECK).getMethod("main", String[].class).invoke(null, (Object) args);
  }
}
