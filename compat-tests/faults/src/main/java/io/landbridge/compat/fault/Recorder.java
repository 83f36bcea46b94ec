package io.landbridge.compat.fault;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.landbridge.compat.history.History;
import io.landbridge.compat.history.Operation;
import io.landbridge.compat.history.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Writes down what happens to one ensemble. Safe to use from several threads. */
final class Recorder {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final long origin = System.nanoTime();
  private final List<Operation> operations = new ArrayList<>();
  private final List<Sample> samples = new ArrayList<>();
  private final List<Map<String, Object>> lines = new ArrayList<>();

  /** Milliseconds since this was made, by a clock that nobody sets. */
  long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - origin);
  }

  synchronized void add(Operation operation) {
    operations.add(operation);
    Map<String, Object> line = line("operation", operation.endMillis());
    line.put("started", operation.startMillis());
    line.put("kind", operation.kind());
    line.put("subject", operation.subject());
    line.put("application", operation.application());
    line.put("server", operation.server());
    line.put("outcome", operation.outcome());
    line.put("detail", operation.detail());
    lines.add(line);
  }

  synchronized void add(Sample sample) {
    samples.add(sample);
    Map<String, Object> line = line("sample", sample.atMillis());
    line.put("member", sample.member());
    line.put("run", sample.run());
    line.put("applied", sample.applied());
    line.put("digest", sample.digest());
    lines.add(line);
  }

  /** Something worth knowing that nobody judges. */
  synchronized void note(String text) {
    Map<String, Object> line = line("note", now());
    line.put("text", text);
    lines.add(line);
  }

  synchronized History history() {
    return new History(operations, samples);
  }

  /** All of it, one JSON object per line, in the order in which it became known. */
  synchronized void write(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (Writer writer = Files.newBufferedWriter(file)) {
        for (Map<String, Object> line : lines) {
          writer.write(JSON.writeValueAsString(line));
          writer.write('\n');
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Object> line(String what, long at) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("at", at);
    line.put("what", what);
    return line;
  }
}
