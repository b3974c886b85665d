import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import licencekit.Answer;
import licencekit.Console;
import licencekit.LicenceKit;
import licencekit.Options;

/** A product that verifies its licence when it starts, and activates its machine if it has a name: java Start FOLDER */
final class Start {
  private static String read(Path file) throws IOException {
    return Files.exists(file) ? Files.readString(file) : null;
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    String licence = read(folder.resolve("licence.jws"));
    // In a product of yours the keys are a constant: whoever can write this file can sign licences.
    Options options = new Options(read(folder.resolve("jwks.json")));
    options.product = "MOVER";
    options.fingerprint = read(folder.resolve("machine"));
    String address = read(folder.resolve("console"));
    if (options.fingerprint != null && address != null) {
      String name = InetAddress.getLocalHost().getHostName();
      String lease = Console.activate(address, licence, options.fingerprint, name, null).lease;
      if (lease != null) Files.writeString(folder.resolve("lease.jws"), lease);
    }
    options.lease = read(folder.resolve("lease.jws"));
    String lastSeen = read(folder.resolve("last-seen"));
    if (lastSeen != null) options.lastSeen = Long.valueOf(lastSeen);
    String revoked = read(folder.resolve("revoked.jws"));
    if (revoked != null) options.revocations = List.of(revoked);
    Answer answer = LicenceKit.verifyLicence(licence, options);
    if (!answer.valid) {
      System.out.println("No valid licence: " + answer.reason);
      System.exit(1);
    }
    Files.writeString(folder.resolve("last-seen"), String.valueOf(answer.clock.lastSeen));
    String holder = answer.licence.get("sub") + " for " + answer.licence.get("quantity");
    System.out.println("Licensed to " + holder + "; withdrawals known until " + answer.revocation.checkedUntil);
  }
}
