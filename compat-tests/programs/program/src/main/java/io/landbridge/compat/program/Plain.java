package io.landbridge.compat.program;

import demo.PlainService;

final class Plain implements PlainService {

  private final String run;

  Plain(String run) {
    this.run = run;
  }

  @Override
  public String ping(String text) {
    return text + " from run " + run;
  }
}
