package io.landbridge.host.view;

/** The same on servers since 3.3. */
class MergedMetadataOnJackson3Test extends MergedMetadataTest {

  @Override
  Jackson jackson() {
    return Jackson.THREE;
  }
}
