package wrong.io.landbridge.migrate.plan;

/** A plan that differs from one moment to the next. */
public final class DatedPlan {

  private DatedPlan() {}

  public static long now() {
    return System.currentTimeMillis();
  }
}
