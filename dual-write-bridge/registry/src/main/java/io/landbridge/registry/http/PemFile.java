package io.landbridge.registry.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;

/** Certificates in a file. */
final class PemFile {

  private PemFile() {}

  /**
   * Reads them, in the order of the file.
   *
   * @param what they are, for people
   * @throws IllegalArgumentException if there are none; says which file and why
   */
  static Certificate[] certificates(String what, String file) {
    Path path = Path.of(file);
    try (InputStream in = Files.newInputStream(path)) {
      Certificate[] found =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .toArray(Certificate[]::new);
      if (found.length == 0) {
        throw unreadable(what, file, "there is no certificate in it");
      }
      return found;
    } catch (IOException e) {
      throw unreadable(what, file, reason(path, e));
    } catch (CertificateException e) {
      throw unreadable(
          what, file, Files.isDirectory(path) ? "it is a directory" : "it is no PEM file");
    }
  }

  private static IllegalArgumentException unreadable(String what, String file, String why) {
    return new IllegalArgumentException(
        "the %s '%s' cannot be used: %s".formatted(what, file, why));
  }

  /** Why a file cannot be read, for people. */
  static String reason(Path file, IOException failure) {
    if (failure instanceof NoSuchFileException) {
      return "it does not exist";
    }
    if (failure instanceof AccessDeniedException) {
      return "the user %s may not read it".formatted(System.getProperty("user.name"));
    }
    return Files.isDirectory(file) ? "it is a directory" : String.valueOf(failure.getMessage());
  }
}
