package licencekit;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** Asks the console of the vendor, or a relay, for a lease of this machine (kit/SPEC.md, "Asking the console"). */
public final class Console {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** What a console or a relay answered. */
  public static final class Activation {
    /** The new lease, to be saved; null if there is none. */
    public final String lease;
    /** "ok", "no_connection", or the code of a refusal. */
    public final String reason;

    Activation(String lease, String reason) {
      this.lease = lease;
      this.reason = reason;
    }
  }

  private Console() {}

  /** Sends a request with the licence as its authorization; {@code part} is what an answer that grants it has. */
  private static Activation ask(String address, String path, String licence, String body, String part) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(address.replaceAll("/+$", "") + path))
              .timeout(TIMEOUT)
              .header("Authorization", LicenceKit.cleanText(licence))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build();
      // This client follows no redirect: it would take the licence to another address.
      HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
      HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      Map<?, ?> given = Json.parseObject(answer.body());
      boolean isGranted = answer.statusCode() == 200;
      if (isGranted && given != null && given.get(part) instanceof String)
        return new Activation((String) given.get("lease"), "ok");
      if (!isGranted && given != null && given.get("code") instanceof String)
        return new Activation(null, (String) given.get("code"));
    } catch (IOException | IllegalArgumentException error) {
      // No network, or no address.
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return new Activation(null, "no_connection");
  }

  /**
   * Asks for a seat of the licence. A machine that has one gets a newer lease.
   *
   * @param address of the console or the relay, such as https://console.example
   * @param licence its text, also as mails and terminals leave it
   * @param fingerprint identifies the machine, 8 to 200 characters
   * @param name what the customer calls the machine, such as its host name
   * @param version the version of the product; null if it is not to be known
   */
  public static Activation activate(String address, String licence, String fingerprint, String name, String version) {
    String body = "{\"fingerprint\":" + Json.quoted(fingerprint) + ",\"name\":" + Json.quoted(name);
    if (version != null) body += ",\"version\":" + Json.quoted(version);
    return ask(address, "/v1/activation", licence, body + "}", "lease");
  }

  /**
   * Gives the seat of this machine back, for example when the product is removed from it. Delete its lease then.
   *
   * @param address of the console or the relay
   */
  public static Activation release(String address, String licence, String fingerprint) {
    return ask(address, "/v1/lease/release", licence, "{\"fingerprint\":" + Json.quoted(fingerprint) + "}", "expires_at");
  }
}
