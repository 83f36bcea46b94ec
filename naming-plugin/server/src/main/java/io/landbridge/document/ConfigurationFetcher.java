package io.landbridge.document;

import io.landbridge.dubbo.DocumentAddress.InConfiguration;
import io.landbridge.dubbo.MetadataDocument;
import io.landbridge.dubbo.NacosSpelling;
import io.landbridge.dubbo.json.MalformedDocumentException;
import io.landbridge.dubbo.json.MetadataDocumentCodec;
import io.landbridge.publish.ConfigCentre;
import io.landbridge.publish.ConfigException;
import java.util.Optional;

/** Reads what a provider with remote metadata wrote, where it writes it. */
final class ConfigurationFetcher implements Fetcher<InConfiguration> {

  private final ConfigCentre centre;
  private final MetadataDocumentCodec codec = new MetadataDocumentCodec();

  ConfigurationFetcher(ConfigCentre centre) {
    this.centre = centre;
  }

  @Override
  public MetadataDocument ask(InConfiguration where) throws FetchException {
    String dataId = NacosSpelling.id(where.application().name().value());
    String group = where.revision().value();
    Optional<String> content;
    try {
      content = centre.read(where.application().namespace(), group, dataId);
    } catch (ConfigException e) {
      throw new FetchException(Reason.NO_ANSWER, String.valueOf(e.getMessage()), e);
    }
    String place = "configuration '%s' in group '%s'".formatted(dataId, group);
    String text =
        content.orElseThrow(
            () ->
                new FetchException(
                    Reason.NO_SUCH_REVISION,
                    place
                        + " does not exist, although the provider reports that it published the"
                        + " document"));
    if (text.length() > MAX_ANSWER_BYTES) {
      throw new FetchException(Reason.TOO_LARGE, place + " has " + text.length() + " characters");
    }
    try {
      return codec.decode(text);
    } catch (MalformedDocumentException e) {
      throw new FetchException(
          Reason.MALFORMED, place + " is not a metadata document: " + e.getMessage(), e);
    } catch (StackOverflowError e) {
      // Older versions of the JSON parser go as deep as the text does.
      throw new FetchException(Reason.MALFORMED, place + " is nested too deeply", e);
    }
  }
}
