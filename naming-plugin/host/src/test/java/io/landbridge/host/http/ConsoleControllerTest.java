package io.landbridge.host.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.landbridge.console.ConsolePage;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;

class ConsoleControllerTest {

  @Test
  void filesHaveTheirHeaders() throws IOException {
    ConsolePage page = ConsolePage.load("login");
    ConsoleController controller = new ConsoleController(Optional.of(page));
    for (String each : page.paths()) {
      String[] parts = each.split("/");
      ResponseEntity<byte[]> answer =
          each.isEmpty() ? controller.start() : controller.file(parts[1], parts[2]);
      assertThat(answer.getStatusCodeValue()).as(each).isEqualTo(200);
      assertThat(answer.getBody()).as(each).isNotEmpty();
      assertThat(answer.getHeaders().getFirst("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(answer.getHeaders().containsKey("Content-Security-Policy"))
          .as(each)
          .isEqualTo(each.isEmpty());
    }
  }

  @Test
  void whatIsNotThereIsNotFound() throws IOException {
    ConsoleController controller = new ConsoleController(Optional.of(ConsolePage.load("login")));
    assertThat(controller.file("0", "main.js").getStatusCodeValue()).isEqualTo(404);
    assertThat(controller.file("..", "index.html").getStatusCodeValue()).isEqualTo(404);
  }

  @Test
  void aPageThatCannotBeReadIsNotFound() {
    assertThat(new ConsoleController(Optional.empty()).start().getStatusCodeValue()).isEqualTo(404);
  }
}
