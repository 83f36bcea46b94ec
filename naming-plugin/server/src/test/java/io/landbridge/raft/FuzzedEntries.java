package io.landbridge.raft;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationName;
import io.landbridge.record.CommandCodec;
import io.landbridge.record.Frames;
import io.landbridge.record.wire.Wire;
import io.landbridge.state.RandomCommands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Entries as nobody proposes them, next to some as everybody does. */
final class FuzzedEntries {

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\u0000",
          "a\u0000\u0001b",
          "\uD83D\uDE00",
          "\uE000\uFFFF",
          "\u202E",
          "DEFAULT_GROUP@@shop",
          "a,b",
          "../../etc",
          "%s%n{}",
          "0",
          "-1",
          "x".repeat(255),
          "x".repeat(256),
          "y".repeat(20_000));

  private static final long[] NUMBERS = {
    0, 1, -1, 65_535, 65_536, Integer.MIN_VALUE, Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE
  };

  private final Random random;
  private final RandomCommands commands;

  FuzzedEntries(Random random) {
    this.random = random;
    this.commands = new RandomCommands(random);
  }

  byte[] next() throws InvalidProtocolBufferException {
    byte[] entry = CommandCodec.encode(commands.next());
    byte[] payload = Frames.payload(entry);
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> entry;
      case 3, 4 -> Frames.of(hostile(Wire.Entry.parseFrom(payload)).toByteArray());
      case 5 -> Frames.of(withHostileDocument(Wire.Entry.parseFrom(payload)).toByteArray());
      case 6 -> Frames.of(damaged(payload));
      case 7 -> damaged(entry);
      case 8 -> {
        byte[] cut = Arrays.copyOf(payload, random.nextInt(payload.length + 1));
        yield random.nextBoolean() ? Frames.of(cut) : cut;
      }
      default -> {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        yield random.nextBoolean() ? Frames.of(bytes) : bytes;
      }
    };
  }

  /** Bytes are changed, and sometimes others put in or left out. */
  private byte[] damaged(byte[] bytes) {
    byte[] copy = random.nextInt(3) > 0 ? bytes.clone() : Arrays.copyOf(bytes, bytes.length + 3);
    for (int i = random.nextInt(3); i >= 0 && copy.length > 0; i--) {
      copy[random.nextInt(copy.length)] = (byte) random.nextInt();
    }
    return copy;
  }

  /** One that is what its revision says, and that an instance refers to, so that it is stored. */
  private Wire.Entry withHostileDocument(Wire.Entry entry) throws InvalidProtocolBufferException {
    Wire.Entry.Builder builder = entry.toBuilder();
    if (entry.getClaimInstances().getDocumentsCount() > 0) {
      Wire.ClaimInstances.Builder claim = builder.getClaimInstancesBuilder();
      Wire.EnclosedDocument enclosed = claim.getDocuments(0);
      Wire.Document document =
          (Wire.Document) hostile(Wire.Document.parseFrom(enclosed.getDocument()));
      String revision = revision(document);
      claim.setDocuments(
          0,
          Wire.EnclosedDocument.newBuilder()
              .setRevision(revision)
              .setDocument(document.toByteString()));
      claim
          .getPutsBuilderList()
          .forEach(
              put -> {
                if (put.getRevision().equals(enclosed.getRevision())) {
                  put.setRevision(revision);
                }
              });
    }
    return builder.build();
  }

  private static String revision(Wire.Document document) {
    try {
      return MetadataDocument.of(
              new ApplicationName(document.getApplication()),
              document.getServicesList().stream().map(FuzzedEntries::service).toList())
          .revision()
          .value();
    } catch (IllegalArgumentException e) {
      // It has none; nobody will take it.
      return "none";
    }
  }

  private static ServiceEntry service(Wire.Service service) {
    TreeMap<String, String> params = new TreeMap<>();
    service.getParamsList().forEach(each -> params.put(each.getName(), each.getValue()));
    return new ServiceEntry(
        service.getName(),
        service.getGroup(),
        service.getVersion(),
        service.getProtocol(),
        service.getPort(),
        service.getPath(),
        params);
  }

  /** Some fields get values no client would send; the message stays one of its type. */
  private Message hostile(Message message) {
    Message.Builder builder = message.toBuilder();
    for (Map.Entry<FieldDescriptor, Object> each : message.getAllFields().entrySet()) {
      FieldDescriptor field = each.getKey();
      if (field.isRepeated()) {
        List<Object> values = new ArrayList<>();
        for (Object value : (List<?>) each.getValue()) {
          int kind = random.nextInt(40);
          if (kind > 0) {
            values.add(hostile(field, value));
          }
          if (kind == 1) {
            values.add(value);
          }
        }
        builder.setField(field, values);
      } else if (random.nextInt(60) == 0) {
        builder.clearField(field);
      } else {
        builder.setField(field, hostile(field, each.getValue()));
      }
    }
    return builder.build();
  }

  private Object hostile(FieldDescriptor field, Object value) {
    if (value instanceof Message message) {
      return hostile(message);
    } else if (random.nextInt(25) > 0) {
      return value;
    }
    return switch (field.getJavaType()) {
      case STRING -> TEXTS.get(random.nextInt(TEXTS.size()));
      case INT -> (int) NUMBERS[random.nextInt(NUMBERS.length)];
      case LONG -> NUMBERS[random.nextInt(NUMBERS.length)];
      case BOOLEAN -> !(Boolean) value;
      case ENUM -> field.getEnumType().findValueByNumberCreatingIfUnknown(random.nextInt(6));
      default -> value;
    };
  }
}
