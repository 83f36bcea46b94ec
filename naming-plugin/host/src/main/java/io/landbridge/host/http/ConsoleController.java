package io.landbridge.host.http;

import io.landbridge.console.ConsoleFile;
import io.landbridge.console.ConsolePage;
import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * The paths of the console page. Everybody may have the files: they are the same in every jar and
 * have nothing of this cluster in them.
 */
@RestController
public class ConsoleController {

  private static final String WITHOUT_SLASH = "/landbridge";

  private final Optional<ConsolePage> page;

  ConsoleController(Optional<ConsolePage> page) {
    this.page = page;
  }

  /** Sends a browser to where the relative addresses in the page are right. */
  @GetMapping(WITHOUT_SLASH)
  public ResponseEntity<byte[]> redirect() {
    return ResponseEntity.status(302).header("Location", ConsolePage.ROOT.substring(1)).build();
  }

  /** The page. */
  @GetMapping(ConsolePage.ROOT)
  public ResponseEntity<byte[]> start() {
    return file("");
  }

  /** A file that the page refers to. */
  @GetMapping(ConsolePage.ROOT + ConsolePage.FILES + "{version}/{name:.+}")
  public ResponseEntity<byte[]> file(
      @PathVariable("version") String version, @PathVariable("name") String name) {
    return file(ConsolePage.FILES + version + "/" + name);
  }

  private ResponseEntity<byte[]> file(String path) {
    Optional<ConsoleFile> found = page.flatMap(it -> it.find(path));
    if (found.isEmpty()) {
      return ResponseEntity.status(404).build();
    }
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.status(200).header("Content-Type", found.get().contentType());
    found.get().headers().forEach(answer::header);
    return answer.body(found.get().content());
  }
}
