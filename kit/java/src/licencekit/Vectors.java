package licencekit;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads cases from a JSON file and prints an answer a line. Used by {@code npm run kit}. */
final class Vectors {
  private Vectors() {}

  /** The JSON text of a value. */
  static String write(Object value) {
    if (value instanceof String) return Json.quoted((String) value);
    if (value instanceof List)
      return ((List<?>) value).stream().map(Vectors::write).collect(Collectors.joining(",", "[", "]"));
    if (!(value instanceof Map)) return String.valueOf(value);
    return ((Map<?, ?>) value)
        .entrySet().stream()
            .map(entry -> Json.quoted((String) entry.getKey()) + ":" + write(entry.getValue()))
            .collect(Collectors.joining(",", "{", "}"));
  }

  static Map<String, Object> fieldsOf(Answer answer) {
    Map<String, Object> revocation = new LinkedHashMap<>();
    revocation.put("checkedUntil", answer.revocation.checkedUntil);
    Map<String, Object> clock = new LinkedHashMap<>();
    clock.put("now", answer.clock.now);
    clock.put("lastSeen", answer.clock.lastSeen);
    clock.put("setBackBy", answer.clock.setBackBy);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("valid", answer.valid);
    fields.put("reason", answer.reason);
    fields.put("licence", answer.licence);
    fields.put("expiresAt", answer.expiresAt);
    fields.put("revocation", revocation);
    Map<String, Object> lease = new LinkedHashMap<>();
    if (answer.lease != null) lease.put("expiresAt", answer.lease.expiresAt);
    if (answer.lease != null) lease.put("seat", answer.lease.seat);
    fields.put("lease", answer.lease == null ? null : lease);
    fields.put("clock", clock);
    return fields;
  }

  private static List<String> named(Object names, Map<?, ?> texts) {
    if (names == null) return List.of();
    return ((List<?>) names)
        .stream()
            .map(texts::get)
            .map(one -> one instanceof String ? (String) one : write(one))
            .collect(Collectors.toList());
  }

  private static Options optionsOf(Map<?, ?> given, Map<?, ?> file) {
    Options options = new Options(named(given.get("keys"), (Map<?, ?>) file.get("keys")).toArray(new String[0]));
    options.issuer = (String) given.get("issuer");
    options.product = (String) given.get("product");
    options.installationKey = (String) given.get("installationKey");
    options.now = (Long) given.get("now");
    options.lastSeen = (Long) given.get("lastSeen");
    options.revocations = named(given.get("revocations"), (Map<?, ?>) file.get("revocations"));
    options.maxRevocationAge = (Long) given.get("maxRevocationAge");
    options.lease = (String) given.get("lease");
    options.fingerprint = (String) given.get("fingerprint");
    if (given.get("clockTolerance") != null) options.clockTolerance = (Long) given.get("clockTolerance");
    if (given.get("leeway") != null) options.leeway = (Long) given.get("leeway");
    return options;
  }

  /** The fingerprint of a case; null if its parts make none. */
  @SuppressWarnings("unchecked")
  private static String fingerprintOf(Map<?, ?> given) {
    Map<String, String> parts = (Map<String, String>) given.get("parts");
    String licence = (String) given.get("licence");
    String product = (String) given.get("product");
    Long needed = (Long) given.get("needed");
    try {
      if (needed == null) return Fingerprint.of(parts, licence, product);
      return Fingerprint.of(parts, licence, product, needed.intValue());
    } catch (IllegalArgumentException refused) {
      return null;
    }
  }

  /** Asks for a seat, or gives it back if there is no name. */
  private static Map<String, Object> asked(Map<?, ?> given) {
    String address = (String) given.get("address");
    String licence = (String) given.get("licence");
    String fingerprint = (String) given.get("fingerprint");
    String name = (String) given.get("name");
    Console.Activation found =
        name == null
            ? Console.release(address, licence, fingerprint)
            : Console.activate(address, licence, fingerprint, name, (String) given.get("version"));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("lease", found.lease);
    fields.put("reason", found.reason);
    return fields;
  }

  public static void main(String[] args) throws Exception {
    String text = new String(Files.readAllBytes(Paths.get(args[0])), StandardCharsets.UTF_8);
    Map<?, ?> file = (Map<?, ?>) Json.parse(text, 64);
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    for (Object one : (List<?>) file.get("vectors")) {
      Map<?, ?> vector = (Map<?, ?>) one;
      Options options = optionsOf((Map<?, ?>) vector.get("options"), file);
      out.println(write(fieldsOf(LicenceKit.verifyLicence((String) vector.get("text"), options))));
    }
    Object fingerprints = file.get("fingerprints");
    if (fingerprints != null)
      for (Object one : (List<?>) fingerprints) out.println(write(fingerprintOf((Map<?, ?>) one)));
    Object requests = file.get("requests");
    if (requests != null)
      for (Object one : (List<?>) requests) out.println(write(asked((Map<?, ?>) one)));
    out.flush();
  }
}
