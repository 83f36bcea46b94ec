package demo;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * A bean in the style of its time: mutable, with a no-argument constructor, as Hessian wants it.
 */
public class Order implements Serializable {

  private static final long serialVersionUID = 1L;

  private long id;
  private BigDecimal total = BigDecimal.ZERO;
  private List<String> lines = new ArrayList<>();
  private String run = "";

  public long getId() {
    return id;
  }

  public void setId(long id) {
    this.id = id;
  }

  public BigDecimal getTotal() {
    return total;
  }

  public void setTotal(BigDecimal total) {
    this.total = total;
  }

  public List<String> getLines() {
    return lines;
  }

  public void setLines(List<String> lines) {
    this.lines = lines;
  }

  /** The run of the provider that made this answer. */
  public String getRun() {
    return run;
  }

  public void setRun(String run) {
    this.run = run;
  }

  @Override
  public String toString() {
    return "Order " + id + " " + lines + " " + total + " (run " + run + ")";
  }
}
