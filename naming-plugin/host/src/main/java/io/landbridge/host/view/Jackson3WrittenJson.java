package io.landbridge.host.view;

import tools.jackson.core.SerializableString;

/** The same for Jackson 3, whose interface has the same methods. */
final class Jackson3WrittenJson extends WrittenJson implements SerializableString {

  Jackson3WrittenJson(byte[] utf8) {
    super(utf8);
  }
}
