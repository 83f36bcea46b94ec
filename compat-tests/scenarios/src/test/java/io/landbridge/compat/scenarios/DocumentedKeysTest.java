package io.landbridge.compat.scenarios;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentedKeysTest {

  private static final String PAGE =
      """
      ## All

      | key | what |
      |---|---|
      | `elsewhere` | of another heading |

      ### `one`

      | variant | what |
      |---|---|
      | `fast` | not a key |

      | key | what |
      |---|---|
      | `a` (first), `b.{x,y}` | as `c` |
      | `*.rate` | of each |
      | `failures` (if any) | of calls |

      ### `two`

      | key | what |
      |---|---|
      | `other` | `a` |
      """;

  @Test
  void keysOfATableAreAllThatIsBelowItsHeading() {
    DocumentedKeys keys = DocumentedKeys.below("`one`", PAGE);

    assertThat(keys.always()).containsExactlyInAnyOrder("a", "b.x", "b.y", "*.rate");
    assertThat(keys.maybe()).containsExactly("failures");
  }

  @Test
  void wholeObjectHasNoDifference() throws IOException {
    assertThat(differences("{'a':1,'b':[{'x':1,'y':[]}],'fast':{'rate':[1,2]}}")).isEmpty();
    assertThat(differences("{'a':1,'b':{'x':1,'y':2},'c':{'rate':1},'failures':['x']}")).isEmpty();
  }

  @Test
  void missingAndUndocumentedKeysAreNamed() throws IOException {
    assertThat(differences("{'a':1,'b':{'x':1,'z':2},'q':{'rate':1,'mean':2}}"))
        .containsExactly(
            "not documented: b.z", "not documented: q.mean", "documented, but missing: b.y");
    assertThat(differences("{'a':1,'b':{'x':1,'y':2}}"))
        .containsExactly("documented, but missing: *.rate");
  }

  @Test
  void anythingButASectionWithKeysIsRefused() {
    assertThatThrownBy(() -> DocumentedKeys.below("`three`", PAGE))
        .hasMessageContaining("No heading `three`");
    assertThatThrownBy(() -> DocumentedKeys.below("`one`", "### `one`\n\nnothing\n"))
        .hasMessageContaining("No key below `one`");
  }

  private static List<String> differences(String json) throws IOException {
    return DocumentedKeys.below("`one`", PAGE)
        .differences(new ObjectMapper().readTree(json.replace('\'', '"')));
  }
}
