package io.landbridge.host.nacos3;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.nacos.auth.annotation.Secured;
import com.alibaba.nacos.plugin.auth.constant.ActionTypes;
import io.landbridge.admin.AdminEndpoint;
import io.landbridge.admin.AdminEndpoint.Verb;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;

/** The server knows only what an annotation says: each request must be in exactly one. */
class AdminControllerTest {

  @Test
  void everyRequestIsMappedOnceAndNothingElseIs() {
    assertThat(mapped(Verb.GET)).containsExactlyInAnyOrderElementsOf(defined(Verb.GET));
    assertThat(mapped(Verb.PUT)).containsExactlyInAnyOrderElementsOf(defined(Verb.PUT));
  }

  @Test
  void everyRequestIsSecuredByItsVerb() {
    for (Method each : AdminController.class.getDeclaredMethods()) {
      boolean reads = each.isAnnotationPresent(GetMapping.class);
      if (reads || each.isAnnotationPresent(PutMapping.class)) {
        Secured secured = each.getAnnotation(Secured.class);
        assertThat(secured).as(each.getName()).isNotNull();
        assertThat(secured.action()).isEqualTo(reads ? ActionTypes.READ : ActionTypes.WRITE);
        assertThat(secured.resource()).isEqualTo(AdminController.RESOURCE);
      }
    }
  }

  private static List<String> defined(Verb verb) {
    return Arrays.stream(AdminEndpoint.values())
        .filter(each -> each.verb() == verb)
        .map(AdminEndpoint::path)
        .toList();
  }

  private static List<String> mapped(Verb verb) {
    return Arrays.stream(AdminController.class.getDeclaredMethods())
        .flatMap(each -> paths(verb, each))
        .toList();
  }

  private static Stream<String> paths(Verb verb, Method method) {
    if (verb == Verb.GET) {
      GetMapping get = method.getAnnotation(GetMapping.class);
      return get == null ? Stream.empty() : Stream.of(get.value());
    }
    PutMapping put = method.getAnnotation(PutMapping.class);
    return put == null ? Stream.empty() : Stream.of(put.value());
  }
}
