import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import licencekit.Answer;
import licencekit.LicenceKit;
import licencekit.Options;

/** A product that verifies its licence when it starts: java Start FOLDER */
final class Start {
  private static String read(Path file) throws IOException {
    return Files.exists(file) ? new String(Files.readAllBytes(file), "UTF-8") : null;
  }

  public static void main(String[] args) throws IOException {
    Path folder = Paths.get(args[0]);
    // In a product of yours the keys are a constant: whoever can write this file can sign licences.
    Options options = new Options(read(folder.resolve("jwks.json")));
    options.product = "MOVER";
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
