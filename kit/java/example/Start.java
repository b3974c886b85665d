import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import licencekit.Answer;
import licencekit.LicenceKit;
import licencekit.Options;

/** A product that verifies its licence when it starts, and activates its machine if it has a name: java Start FOLDER */
final class Start {
  private static String read(Path file) throws IOException {
    return Files.exists(file) ? new String(Files.readAllBytes(file), "UTF-8") : null;
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Asks the vendor's console for a lease, or for a newer one; without a network the last one counts. */
  private static void activate(String address, String fingerprint, Path folder) throws Exception {
    String host = InetAddress.getLocalHost().getHostName();
    String body = "{\"fingerprint\":" + quoted(fingerprint) + ",\"name\":" + quoted(host) + "}";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/v1/activation"))
            .header("Authorization", LicenceKit.cleanText(read(folder.resolve("licence.jws"))))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      Matcher lease = Pattern.compile("\"lease\":\"([\\w.~-]+)\"").matcher(answer.body());
      if (lease.find()) Files.write(folder.resolve("lease.jws"), lease.group(1).getBytes("UTF-8"));
    } catch (IOException none) {
      // No network.
    }
  }

  public static void main(String[] args) throws Exception {
    Path folder = Paths.get(args[0]);
    String machine = read(folder.resolve("machine"));
    String address = read(folder.resolve("console"));
    if (machine != null && address != null) activate(address, machine, folder);
    // In a product of yours the keys are a constant: whoever can write this file can sign licences.
    Options options = new Options(read(folder.resolve("jwks.json")));
    options.product = "MOVER";
    options.lease = read(folder.resolve("lease.jws"));
    options.fingerprint = machine;
    String lastSeen = read(folder.resolve("last-seen"));
    if (lastSeen != null) options.lastSeen = Long.valueOf(lastSeen);
    String revoked = read(folder.resolve("revoked.jws"));
    if (revoked != null) options.revocations = List.of(revoked);
    Answer answer = LicenceKit.verifyLicence(read(folder.resolve("licence.jws")), options);
    if (!answer.valid) {
      System.out.println("No valid licence: " + answer.reason);
      System.exit(1);
    }
    Files.write(folder.resolve("last-seen"), String.valueOf(answer.clock.lastSeen).getBytes("UTF-8"));
    String holder = answer.licence.get("sub") + " for " + answer.licence.get("quantity");
    System.out.println("Licensed to " + holder + "; withdrawals known until " + answer.revocation.checkedUntil);
  }
}
