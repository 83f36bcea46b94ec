package wrong.io.landbridge.model;

import com.google.common.base.Splitter;
import java.util.List;

/** Uses what the Guava of one server has and that of another may not. */
public final class GuavaReader {
  List<String> read(String text) {
    return Splitter.on(',').splitToList(text);
  }
}
