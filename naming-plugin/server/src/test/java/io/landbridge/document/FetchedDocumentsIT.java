package io.landbridge.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.landbridge.document.DocumentSource.Answer;
import io.landbridge.document.DocumentSource.Known;
import io.landbridge.document.DocumentSource.Pending;
import io.landbridge.document.DocumentSource.Unavailable;
import io.landbridge.document.FetchedDocuments.Fetchers;
import io.landbridge.dubbo.DocumentAddress;
import io.landbridge.dubbo.DocumentAddress.AtProvider;
import io.landbridge.dubbo.DocumentAddress.InConfiguration;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.Networks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The source with its threads, and with fetchers that do as they are told. */
@Timeout(60)
class FetchedDocumentsIT {

  private static final Duration QUICK = Duration.ofMillis(50);

  private final Set<ApplicationKey> switchedOn = ConcurrentHashMap.newKeySet();
  private final Queue<DocumentAddress> asked = new ConcurrentLinkedQueue<>();
  private final LinkedBlockingQueue<MetadataRevision> arrivals = new LinkedBlockingQueue<>();
  private final List<FetchedDocuments> sources = new ArrayList<>();

  @AfterEach
  void noThreadIsLeft() {
    sources.forEach(FetchedDocuments::close);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("landbridge-documents"));
  }

  @Test
  void aProviderIsAskedOnceForAllItsInstances() throws Exception {
    MetadataDocument document = document("shop", 20880);
    CountDownLatch several = new CountDownLatch(1);
    FetchedDocuments source =
        source(
            true,
            where -> {
              several.await();
              return document;
            });
    switchOn("shop");
    for (int port = 1; port <= 50; port++) {
      assertThat(source.document(at(document, port))).isInstanceOf(Pending.class);
    }
    several.countDown();
    assertThat(arrivals.take()).isEqualTo(document.revision());
    assertThat(source.document(at(document, 1))).isEqualTo(new Known(document));
    assertThat(asked).hasSize(1);
    assertThat(source.statistics().asked()).containsEntry("dubbo", 1L);
    assertThat(source.statistics().found()).isEqualTo(1);
  }

  @Test
  void anotherInstanceIsAskedWhenOneFails() throws Exception {
    MetadataDocument document = document("shop", 20880);
    FetchedDocuments source =
        source(
            true,
            where -> {
              if (where.port() != 2) {
                throw new FetchException(Reason.NO_ANSWER, "not me");
              }
              return document;
            });
    switchOn("shop");
    source.document(at(document, 1));
    source.document(at(document, 2));
    source.document(at(document, 3));
    await()
        .untilAsserted(
            () -> assertThat(source.document(at(document, 1))).isEqualTo(new Known(document)));
  }

  @Test
  void afterAFailureItIsTriedAgain() throws Exception {
    MetadataDocument document = document("shop", 20880);
    Semaphore up = new Semaphore(0);
    FetchedDocuments source =
        source(
            true,
            where -> {
              if (!up.tryAcquire()) {
                throw new FetchException(Reason.UNREACHABLE, "not yet");
              }
              return document;
            });
    switchOn("shop");
    source.document(at(document, 1));
    assertThat(arrivals.take()).isEqualTo(document.revision());
    assertThat(source.document(at(document, 1)))
        .isEqualTo(new Unavailable(Reason.UNREACHABLE, "not yet"));
    assertThat(source.statistics().unavailable()).isEqualTo(1);
    up.release();
    assertThat(arrivals.take()).isEqualTo(document.revision());
    assertThat(source.document(at(document, 1))).isEqualTo(new Known(document));
    assertThat(source.statistics().unavailable()).isZero();
    assertThat(source.statistics().failures().get(Reason.UNREACHABLE)).isPositive();
  }

  @Test
  void whatIsNotSwitchedOnIsNeverCalled() throws Exception {
    MetadataDocument document = document("shop", 20880);
    FetchedDocuments source = source(true, where -> document);
    assertUnavailable(source.document(at(document, 1)), Reason.NOT_SWITCHED_ON);
    switchOn("other");
    assertUnavailable(source.document(at(document, 1)), Reason.NOT_SWITCHED_ON);
    assertThat(source.statistics().pending()).isZero();
    switchOn("shop");
    assertThat(source.document(at(document, 1))).isInstanceOf(Pending.class);
    arrivals.take();
    assertThat(asked).containsExactly(at(document, 1));
  }

  @Test
  void whatIsSwitchedOffWhileItWaitsIsNotCalledEither() throws Exception {
    MetadataDocument slow = document("slow", 1);
    MetadataDocument document = document("shop", 20880);
    CountDownLatch go = new CountDownLatch(1);
    FetchedDocuments source =
        source(
            true,
            where -> {
              go.await();
              return slow;
            });
    switchOn("slow");
    switchOn("shop");
    // As many as there are threads.
    for (int port = 1; port <= 4; port++) {
      source.document(Places.dubbo("slow", "revision" + port, port));
    }
    await().until(() -> asked.size() == 4);
    assertThat(source.document(at(document, 1))).isInstanceOf(Pending.class);
    switchedOn.remove(Places.application("shop"));
    go.countDown();
    await().until(() -> arrivals.contains(document.revision()));
    assertThat(asked).doesNotContain(at(document, 1));
    assertUnavailable(source.document(at(document, 1)), Reason.NOT_SWITCHED_ON);
  }

  @Test
  void theSettingForbidsAskingButNotReading() throws Exception {
    MetadataDocument document = document("shop", 20880);
    FetchedDocuments source = source(false, where -> document);
    switchOn("shop");
    assertUnavailable(source.document(at(document, 1)), Reason.ASKING_OFF);
    InConfiguration there = new InConfiguration(Places.application("shop"), document.revision());
    assertThat(source.document(there)).isInstanceOf(Pending.class);
    assertThat(arrivals.take()).isEqualTo(document.revision());
    assertThat(source.document(there)).isEqualTo(new Known(document));
    // Whoever has it does not need to be asked.
    assertThat(source.document(at(document, 1))).isEqualTo(new Known(document));
    assertThat(asked).containsExactly(there);
  }

  @Test
  void theConfigurationIsReadForEveryApplication() throws Exception {
    MetadataDocument document = document("shop", 20880);
    FetchedDocuments source = source(true, where -> document);
    source.document(new InConfiguration(Places.application("shop"), document.revision()));
    assertThat(arrivals.take()).isEqualTo(document.revision());
  }

  @Test
  void slowProvidersDoNotHoldUpTheConfiguration() throws Exception {
    MetadataDocument document = document("shop", 20880);
    CountDownLatch never = new CountDownLatch(1);
    FetchedDocuments source =
        source(
            true,
            where -> {
              never.await();
              return document;
            });
    switchOn("slow");
    for (int port = 1; port <= 20; port++) {
      source.document(Places.dubbo("slow", "revision" + port, port));
    }
    source.document(new InConfiguration(Places.application("shop"), document.revision()));
    assertThat(arrivals.take()).isEqualTo(document.revision());
  }

  @Test
  void anotherDocumentIsNotBelieved() throws Exception {
    MetadataDocument document = document("shop", 20880);
    FetchedDocuments source = source(true, where -> document("shop", 20881));
    switchOn("shop");
    source.document(at(document, 1));
    arrivals.take();
    assertUnavailable(source.document(at(document, 1)), Reason.WRONG_HASH);
  }

  @Test
  void thatOfAnotherApplicationNeither() throws Exception {
    MetadataDocument document = document("shop", 20880);
    FetchedDocuments source = source(true, where -> document);
    switchOn("other");
    DocumentAddress where = Places.dubbo("other", document.revision().value(), 1);
    source.document(where);
    arrivals.take();
    assertUnavailable(source.document(where), Reason.WRONG_HASH);
  }

  @Test
  void oneThatTakesTooMuchRoomIsNotKept() throws Exception {
    TreeMap<String, String> params = new TreeMap<>();
    for (int i = 0; i < 40_000; i++) {
      params.put("key" + i, "");
    }
    MetadataDocument document =
        MetadataDocument.of(
            new ApplicationName("shop"),
            List.of(new ServiceEntry("I", "", "", "dubbo", 1, "I", params)));
    FetchedDocuments source = source(true, where -> document);
    switchOn("shop");
    source.document(at(document, 1));
    arrivals.take();
    assertUnavailable(source.document(at(document, 1)), Reason.TOO_LARGE);
  }

  @Test
  void aDocumentOfDubbo310ComesWithoutItsPorts() throws Exception {
    byte[] frame = Frames.of("dubbo-3.1.0");
    FetchedDocuments source =
        source(true, at -> DubboFetcher.document(at, Frames.head(frame), Frames.body(frame)));
    AtProvider where = Places.dubbo("p310d", "57af2932a0383dfd8e1210bb21bddf7e", 1);
    switchOn("p310d");
    source.document(where);
    arrivals.take();
    assertThat(source.document(where))
        .isInstanceOfSatisfying(
            Known.class,
            known ->
                assertThat(known.proven().document().services().values())
                    .allSatisfy(entry -> assertThat(entry.port()).isEqualTo(-1)));
  }

  @Test
  void aDefectIsAReasonToo() throws Exception {
    MetadataDocument document = document("shop", 20880);
    FetchedDocuments source =
        source(
            true,
            where -> {
              throw new NoClassDefFoundError("io/grpc/ManagedChannel");
            });
    switchOn("shop");
    source.document(at(document, 1));
    arrivals.take();
    assertUnavailable(source.document(at(document, 1)), Reason.FAULT);
    source.document(Places.dubbo("shop", "another", 1));
    assertThat(arrivals.take()).isEqualTo(new MetadataRevision("another"));
  }

  @Test
  void aProtocolNobodySpeaks() {
    FetchedDocuments source = source(true, where -> document("shop", 1));
    switchOn("shop");
    assertUnavailable(
        source.document(Places.provider("shop", "abc", 1, "rest", "1.0.0")),
        Reason.UNKNOWN_PROTOCOL);
  }

  @Test
  void closingDoesNotWaitForProviders() throws Exception {
    CountDownLatch asking = new CountDownLatch(1);
    FetchedDocuments source =
        source(
            true,
            where -> {
              asking.countDown();
              new CountDownLatch(1).await();
              throw new AssertionError("cannot happen");
            });
    switchOn("shop");
    source.document(Places.dubbo("shop", "abc", 1));
    asking.await();
    long start = System.nanoTime();
    source.close();
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isLessThan(4_000);
  }

  @Test
  void realAskersBehindIt() throws Exception {
    byte[] frame = Frames.of("dubbo-3.3.6");
    try (FakeProvider silent = new FakeProvider(FakeProvider.silent());
        FakeProvider provider = new FakeProvider(FakeProvider.answering(frame))) {
      DocumentConfig config =
          new DocumentConfig(
              true,
              Duration.ofSeconds(5),
              Duration.ofMillis(500),
              50,
              QUICK,
              QUICK,
              Places.HERE,
              Networks.NONE);
      FetchedDocuments source =
          new FetchedDocuments(config, new NoConfiguration(), switchedOn::contains);
      started(source);
      switchOn("p336d");
      String revision = "910973f94d22907152b2c72ee33777b2";
      source.document(Places.dubbo("p336d", revision, provider.port()));
      source.document(Places.dubbo("p336d", revision, silent.port()));
      await()
          .atMost(Duration.ofSeconds(20))
          .untilAsserted(
              () ->
                  assertThat(source.document(Places.dubbo("p336d", revision, provider.port())))
                      .isInstanceOf(Known.class));
      assertThat(provider.connections()).isPositive();
    }
  }

  private FetchedDocuments source(boolean ask, Fetcher<AtProvider> provider) {
    DocumentConfig config =
        new DocumentConfig(
            ask,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            1_000,
            QUICK,
            QUICK,
            Places.HERE,
            Networks.NONE);
    Fetcher<AtProvider> counted =
        where -> {
          asked.add(where);
          return provider.ask(where);
        };
    Fetcher<InConfiguration> configuration =
        where -> {
          asked.add(where);
          return document("shop", 20880);
        };
    FetchedDocuments source =
        new FetchedDocuments(
            config, new Fetchers(configuration, Map.of("dubbo", counted)), switchedOn::contains);
    started(source);
    return source;
  }

  private void started(FetchedDocuments source) {
    sources.add(source);
    source.onArrival(
        revision -> {
          throw new IllegalStateException("a listener that fails is not in the way of others");
        });
    source.onArrival(arrivals::add);
    source.start();
  }

  private void switchOn(String application) {
    switchedOn.add(Places.application(application));
  }

  private static DocumentAddress at(MetadataDocument document, int port) {
    return Places.dubbo(document.application().value(), document.revision().value(), port);
  }

  private static MetadataDocument document(String application, int port) {
    return MetadataDocument.of(
        new ApplicationName(application),
        List.of(
            new ServiceEntry(
                "demo.Service", "", "", "dubbo", port, "demo.Service", new TreeMap<>())));
  }

  private static void assertUnavailable(Answer answer, Reason reason) {
    assertThat(answer)
        .isInstanceOfSatisfying(
            Unavailable.class,
            it -> {
              assertThat(it.kind()).isEqualTo(reason);
              assertThat(it.reason()).isNotBlank().doesNotContain("\n");
            });
  }
}
