package demo;

/** The services once more, as interfaces inside another: their names have a dollar. */
public interface Nested {

  /** Offered with group and version. */
  interface GreetService extends demo.GreetService {}

  /** Offered with a version only. */
  interface OrderService extends demo.OrderService {}

  /** Offered with neither. */
  interface PlainService extends demo.PlainService {}
}
