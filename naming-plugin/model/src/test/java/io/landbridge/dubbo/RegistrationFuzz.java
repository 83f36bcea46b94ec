package io.landbridge.dubbo;

import io.landbridge.compat.fuzz.FuzzTarget;
import io.landbridge.compat.fuzz.Holds;
import io.landbridge.compat.fuzz.UsualLength;
import io.landbridge.dubbo.json.InstanceJsonReader;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.NameRules;
import io.landbridge.model.NamespaceId;
import io.landbridge.model.ServiceKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Metadata of registrations, folded and unfolded. An input has a registration in each block of
 * lines: the service, the address, and then a key and a value in each.
 */
@UsualLength(512)
public final class RegistrationFuzz implements FuzzTarget {

  private static final int MOST = 64;

  private final ApplicationFold applications =
      new ApplicationFold(new InstanceJsonReader(), NameRules.NACOS_3);
  private final MetadataDocumentCodec codec = new MetadataDocumentCodec();

  @Override
  public void run(byte[] input) throws Exception {
    List<Registration> registrations = registrations(new String(input, StandardCharsets.UTF_8));
    FoldResult folded = InterfaceFold.fold(registrations, NameRules.NACOS_3);
    assertLines(folded.losses());
    for (ApplicationInstance instance : folded.instances()) {
      MetadataDocument document = folded.documents().get(instance.revision());
      Holds.equal(document.revision(), instance.revision());
      Holds.equal(codec.decode(codec.encode(document)), document);
      assertLines(InterfaceUnfold.losses(instance, document));
      for (String name : InterfaceUnfold.names(document)) {
        Holds.that(InterfaceServiceName.parse(name).isPresent(), "a derived name can be read");
        var unused = InterfaceUnfold.of(name, document).addresses(instance);
      }
    }
    // One of them alone; each is the last one of some input.
    Registration last = registrations.get(registrations.size() - 1);
    assertLines(InterfaceFold.losses(last, NameRules.NACOS_3));
    assertLines(applications.fold(registrations).losses());
  }

  private static void assertLines(List<Loss> losses) {
    for (Loss each : losses) {
      Holds.printable(each.detail());
      Holds.printable(each.service() + each.address());
    }
  }

  private static List<Registration> registrations(String text) {
    List<Registration> registrations = new ArrayList<>();
    for (String block : text.split("\n\n", MOST)) {
      String[] lines = block.split("\n", -1);
      Map<String, String> metadata = new HashMap<>();
      for (int i = 2; i < lines.length; i++) {
        int equals = lines[i].indexOf('=');
        if (equals > 0) {
          metadata.put(lines[i].substring(0, equals), lines[i].substring(equals + 1));
        }
      }
      String[] address = (lines.length > 1 ? lines[1] : "").split(" ", 4);
      registrations.add(
          new Registration(
              new ServiceKey(NamespaceId.PUBLIC, "DEFAULT_GROUP", lines[0]),
              address.length > 2 ? address[2] : "",
              address[0],
              address.length > 1 ? address[1].length() * 7_000 + address[1].hashCode() % 7_000 : 0,
              "DEFAULT",
              address.length < 4,
              !lines[0].isEmpty(),
              true,
              metadata));
    }
    return registrations;
  }
}
