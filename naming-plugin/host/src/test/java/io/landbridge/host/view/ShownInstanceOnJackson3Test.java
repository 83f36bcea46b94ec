package io.landbridge.host.view;

/** The same on servers since 3.3. */
class ShownInstanceOnJackson3Test extends ShownInstanceTest {

  @Override
  Jackson jackson() {
    return Jackson.THREE;
  }
}
