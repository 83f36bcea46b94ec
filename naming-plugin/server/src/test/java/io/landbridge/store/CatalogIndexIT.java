package io.landbridge.store;

import static io.landbridge.state.Samples.ALICE;
import static io.landbridge.state.Samples.BOB;
import static io.landbridge.state.Samples.SHOP;
import static io.landbridge.state.Samples.STOCK;
import static io.landbridge.state.Samples.document;
import static io.landbridge.state.Samples.instance;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.landbridge.command.Command;
import io.landbridge.command.Command.ClaimInstances;
import io.landbridge.command.Command.SwitchTranslation;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.ServiceEntry;
import io.landbridge.model.ApplicationInstance;
import io.landbridge.model.ApplicationKey;
import io.landbridge.model.ApplicationName;
import io.landbridge.model.InstanceKey;
import io.landbridge.model.MemberId;
import io.landbridge.model.MetadataRevision;
import io.landbridge.model.NamespaceId;
import io.landbridge.record.ValueCodec;
import io.landbridge.record.ValueCodec.ProviderCount;
import io.landbridge.record.ValueCodec.RevisionCount;
import io.landbridge.state.Decider;
import io.landbridge.state.InterfaceMapping;
import io.landbridge.state.OwnedInstance;
import io.landbridge.state.RevisionUse;
import io.landbridge.state.Samples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** What can be found without knowing its key. */
class CatalogIndexIT {

  private static final MetadataRevision ONE = document(SHOP, 1).revision();
  private static final MetadataRevision TWO = document(SHOP, 2).revision();

  @TempDir Path directory;
  private RocksStore store;

  @BeforeEach
  void open() throws IOException {
    store = RocksStore.open(directory.resolve("store"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void revisionsAreCountedAsInstancesComeChangeAndGo() {
    apply(put(ALICE, instance(SHOP, 1, 1), instance(SHOP, 2, 1), instance(SHOP, 3, 2)));
    assertThat(store.revisions(SHOP))
        .isEqualTo(Map.of(ONE, new RevisionUse(2, 0), TWO, new RevisionUse(1, 0)));

    apply(put(BOB, instance(SHOP, 1, 2)));
    assertThat(store.revisions(SHOP))
        .isEqualTo(Map.of(ONE, new RevisionUse(1, 0), TWO, new RevisionUse(2, 0)));

    // An update that keeps the revision.
    apply(put(ALICE, instance(SHOP, 1, 2)));
    assertThat(store.revisions(SHOP))
        .isEqualTo(Map.of(ONE, new RevisionUse(1, 0), TWO, new RevisionUse(2, 0)));

    apply(release(ALICE, instance(SHOP, 2, 1)));
    assertThat(store.revisions(SHOP)).isEqualTo(Map.of(TWO, new RevisionUse(2, 0)));
    assertThat(store.revisions(STOCK)).isEmpty();
  }

  @Test
  void anInterfaceIsMappedWhileAnInstanceProvidesIt() {
    apply(put(ALICE, instance(SHOP, 1, 3), instance(STOCK, 1, 3)));
    assertThat(store.mapping(NamespaceId.PUBLIC, "org.demo.Orders")).containsExactly(SHOP, STOCK);
    assertThat(store.mapping(NamespaceId.PUBLIC, "org.demo.Variant3")).containsExactly(SHOP, STOCK);

    // From one revision to another in one command: what both have stays.
    apply(put(ALICE, instance(SHOP, 1, 4)));
    assertThat(store.mapping(NamespaceId.PUBLIC, "org.demo.Orders")).containsExactly(SHOP, STOCK);
    assertThat(store.mapping(NamespaceId.PUBLIC, "org.demo.Variant3")).containsExactly(STOCK);
    assertThat(store.mapping(NamespaceId.PUBLIC, "org.demo.Variant4")).containsExactly(SHOP);

    apply(release(ALICE, instance(SHOP, 1, 4)));
    assertThat(store.mapping(NamespaceId.PUBLIC, "org.demo.Orders")).containsExactly(STOCK);
    assertThat(store.mapping(NamespaceId.PUBLIC, "org.demo.Variant4")).isEmpty();
    assertThat(store.mapping(new NamespaceId("other"), "org.demo.Orders")).isEmpty();
    assertThat(store.mapping(NamespaceId.PUBLIC, "org.demo.Order")).isEmpty();
  }

  @Test
  void everyPageContinuesThePageBefore() {
    NamespaceId namespace = new NamespaceId("pages");
    // Names of which one begins with another, and characters that Java sorts otherwise than UTF-8.
    List<String> names =
        List.of("a.A", "a.A0", "a.AB", "a.\uE000", "a.\uD83D\uDE00", "b\u0000c", "");
    for (int i = 0; i < names.size(); i++) {
      ApplicationKey application = new ApplicationKey(namespace, new ApplicationName("app-" + i));
      MetadataDocument document = serving(application, names);
      apply(put(ALICE, document, instance(application, 1, document.revision())));
    }
    apply(
        new SwitchTranslation(
            new ApplicationKey(namespace, new ApplicationName("app-3a")), true, false, 1));

    assertThat(
            pages(
                String.class,
                after -> store.mappings(namespace, after, 2),
                InterfaceMapping::serviceInterface))
        .extracting(InterfaceMapping::serviceInterface)
        .containsExactlyInAnyOrderElementsOf(names);
    assertThat(store.mappings(namespace, Optional.empty(), 100))
        .allSatisfy(it -> assertThat(it.applications()).hasSize(names.size()));
    assertThat(store.mappings(new NamespaceId("page"), Optional.empty(), 100)).isEmpty();

    assertThat(
            pages(
                MetadataRevision.class,
                after -> List.copyOf(store.documents(after, 3).values()),
                MetadataDocument::revision))
        .extracting(MetadataDocument::revision)
        .hasSize(names.size())
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(
            pages(
                ApplicationKey.class,
                after -> List.copyOf(store.applications(after, 3)),
                Function.identity()))
        .containsExactlyElementsOf(store.applications())
        .hasSize(names.size() + 1);
  }

  @Test
  void theInstancesOfAnApplicationCanBePaged() {
    ApplicationInstance[] all =
        Stream.of(9, 10, 100, 1, 2)
            .map(host -> instance(SHOP, host, 1))
            .toArray(ApplicationInstance[]::new);
    apply(put(ALICE, all));
    apply(put(ALICE, instance(STOCK, 1, 1)));

    List<OwnedInstance> pages =
        pages(
            InstanceKey.class,
            after -> store.instances(SHOP, after, 2),
            owned -> owned.instance().key());
    assertThat(pages).containsExactlyInAnyOrderElementsOf(store.instances(SHOP)).hasSize(5);

    InstanceKey third = pages.get(2).instance().key();
    apply(release(ALICE, pages.get(2).instance()));
    assertThat(store.instances(SHOP, Optional.of(third), 10))
        .as("continues although the last of the page is gone")
        .containsExactlyElementsOf(pages.subList(3, 5));
    assertThatThrownBy(() -> store.instances(SHOP, Optional.empty(), 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSnapshotWhoseIndexIsNotOfItsContentIsRefused() throws Exception {
    apply(put(ALICE, instance(SHOP, 1, 1), instance(SHOP, 2, 1), instance(STOCK, 1, 1)));
    byte[] revisionRow = Keys.of(SHOP, ONE);
    byte[] providerRow = Keys.of(SHOP, "org.demo.Orders");
    byte[] ownedRow = Keys.of(ALICE, instance(SHOP, 1, 1).key());

    assertRefused(Family.REVISIONS, revisionRow, null);
    assertRefused(
        Family.REVISIONS,
        revisionRow,
        ValueCodec.encode(new RevisionCount(SHOP, ONE, new RevisionUse(3, 0))));
    assertRefused(
        Family.REVISIONS,
        Keys.of(SHOP, TWO),
        ValueCodec.encode(new RevisionCount(SHOP, TWO, new RevisionUse(1, 0))));
    assertRefused(Family.MAPPING, providerRow, null);
    assertRefused(
        Family.MAPPING,
        providerRow,
        ValueCodec.encode(new ProviderCount(SHOP, "org.demo.Orders", 2)));
    assertRefused(
        Family.MAPPING,
        Keys.of(SHOP, "org.demo.None"),
        ValueCodec.encode(new ProviderCount(SHOP, "org.demo.None", 1)));
    assertRefused(Family.OWNED, ownedRow, null);
    assertRefused(Family.OWNED, Keys.of(BOB, instance(SHOP, 1, 1).key()), new byte[0]);

    // And one nobody touched is not.
    store.load(saved("intact"));
    assertThat(store.revisions(SHOP)).isEqualTo(Map.of(ONE, new RevisionUse(2, 0)));
  }

  @Test
  void damageInAnyFileOfASnapshotIsNoticed() throws IOException {
    for (int i = 0; i < 6; i++) {
      // Each of them flushes: most files hold nothing but what newer ones replace.
      apply(put(BOB, instance(SHOP, i, 1)));
      saved("earlier-" + i);
    }
    Path snapshot = saved("damaged");
    List<Path> tables;
    try (Stream<Path> files = Files.list(snapshot.resolve("rocksdb"))) {
      tables = files.filter(file -> file.toString().endsWith(".sst")).toList();
    }
    assertThat(tables).hasSizeGreaterThan(20);

    for (Path table : tables) {
      byte[] bytes = Files.readAllBytes(table);
      bytes[0] ^= 1;
      // Another file: the store in use shares this one.
      Files.delete(table);
      Files.write(table, bytes);
      assertThatThrownBy(() -> store.load(snapshot))
          .as(table.toString())
          .isInstanceOf(IOException.class);
      bytes[0] ^= 1;
      Files.write(table, bytes);
    }
    store.load(snapshot);
    assertThat(store.revisions(SHOP)).isEqualTo(Map.of(ONE, new RevisionUse(6, 0)));
  }

  private void assertRefused(Family family, byte[] key, byte[] value)
      throws IOException, RocksDBException {
    Path snapshot = saved("damaged");
    try (MemoryBudget budget = new MemoryBudget();
        RocksDatabase database = RocksDatabase.open(snapshot.resolve("rocksdb"), budget);
        WriteBatch batch = new WriteBatch()) {
      if (value == null) {
        batch.delete(database.handle(family), key);
      } else {
        batch.put(database.handle(family), key, value);
      }
      database.write(batch);
      database.checkpoint(snapshot.resolve("changed"));
    }
    Directories.delete(snapshot.resolve("rocksdb"));
    Files.move(snapshot.resolve("changed"), snapshot.resolve("rocksdb"));

    assertThatThrownBy(() -> store.load(snapshot))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("index");
    Directories.delete(snapshot);
  }

  private Path saved(String name) throws IOException {
    Path snapshot = Files.createDirectory(directory.resolve(name));
    store.save(snapshot);
    return snapshot;
  }

  private static <T, K> List<T> pages(
      Class<K> of, Function<Optional<K>, List<T>> read, Function<T, K> key) {
    List<T> all = new ArrayList<>();
    Optional<K> after = Optional.empty();
    for (List<T> page = read.apply(after); !page.isEmpty(); page = read.apply(after)) {
      assertThat(all).as("before a page").doesNotContainAnyElementsOf(page);
      all.addAll(page);
      after = Optional.of(key.apply(page.get(page.size() - 1)));
    }
    return all;
  }

  private static MetadataDocument serving(ApplicationKey application, List<String> names) {
    return MetadataDocument.of(
        application.name(),
        names.stream()
            .map(name -> new ServiceEntry(name, "", "", "dubbo", 1, "", new TreeMap<>()))
            .toList());
  }

  private void apply(Command command) {
    try (Transaction transaction = store.begin()) {
      transaction.commit(Decider.decide(transaction, command).changes());
    }
  }

  private static ClaimInstances put(MemberId owner, ApplicationInstance... instances) {
    Map<MetadataRevision, MetadataDocument> documents = new TreeMap<>();
    for (ApplicationInstance each : instances) {
      for (int variant = 1; variant <= 4; variant++) {
        MetadataDocument document = Samples.document(each.application(), variant);
        documents.put(document.revision(), document);
      }
    }
    return new ClaimInstances(owner, 1, List.of(instances), documents, List.of());
  }

  private static ClaimInstances put(
      MemberId owner, MetadataDocument document, ApplicationInstance instance) {
    return new ClaimInstances(
        owner, 1, List.of(instance), Map.of(document.revision(), document), List.of());
  }

  private static ClaimInstances release(MemberId owner, ApplicationInstance instance) {
    return new ClaimInstances(owner, 1, List.of(), Map.of(), List.of(instance.key()));
  }
}
