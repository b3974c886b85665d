package licencekit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Verifies licences offline, by kit/SPEC.md. Needs Java 11 or newer and nothing else. */
public final class LicenceKit {
  private static final int MAX_LENGTH = 16_384;
  /** How long before its iat a licence may already be used, in seconds: clocks differ. */
  private static final long HEAD_START = 300;

  private static final List<String> NAMES = List.of("iss", "sub", "aud", "jti");
  private static final List<String> TEXTS = List.of("iss", "sub", "aud", "jti", "order", "project", "licence_key");
  private static final List<String> COUNTS = List.of("iat", "nbf", "exp", "category", "quantity", "generation");

  private final Options options;
  private Map<String, Object> licence;
  private RevocationList list;
  private Lease lease;
  /** Why there is no lease. */
  private String whyNoLease;
  private Answer.Clock clock;

  private LicenceKit(Options options) {
    this.options = options;
    long now = options.now == null ? System.currentTimeMillis() / 1000 : options.now;
    this.clock = new Answer.Clock(now, options.lastSeen == null ? now : options.lastSeen);
  }

  /**
   * Verifies a licence offline.
   *
   * @param text the licence, also as mails and terminals leave it
   * @return what is known of it; nothing is thrown for what is wrong with the licence
   */
  public static Answer verifyLicence(String text, Options options) {
    LicenceKit kit = new LicenceKit(options);
    String reason = "ok";
    try {
      kit.verify(text);
    } catch (Fault fault) {
      reason = fault.reason;
    }
    Answer.Revocation revocation = new Answer.Revocation(kit.list == null ? null : kit.list.iat);
    return new Answer(reason, kit.licence, revocation, kit.lease, kit.clock);
  }

  /** The token in a text, without what mails and terminals added. */
  public static String cleanText(String text) {
    return Token.clean(text);
  }

  private void verify(String text) throws Fault {
    Map<String, byte[]> keys = Token.readKeys(options.keys);
    Map<?, ?> claims = Token.open(text, "license+jwt", MAX_LENGTH, keys);
    Fault.check(isLicence(claims), "claims_wrong");
    licence = new LinkedHashMap<>();
    claims.forEach((name, value) -> licence.put((String) name, value));
    checkIdentity();
    if (!options.revocations.isEmpty()) list = readList();
    if (list != null) see(list.iat);
    readLease(keys);
    if (lease != null) see(lease.iat);
    Fault.check(list == null || !list.revoked.containsKey(licence.get("jti")), "revoked");
    checkTimes();
    checkList();
    checkLease();
  }

  private void see(long moment) {
    clock = new Answer.Clock(clock.now, Math.max(clock.lastSeen, moment));
  }

  private void readLease(Map<String, byte[]> keys) {
    try {
      lease = Lease.read(options.lease == null ? "" : options.lease, licence.get("jti"), MAX_LENGTH, keys);
    } catch (Fault fault) {
      if (fault.reason.equals("empty")) whyNoLease = "lease_missing";
      else whyNoLease = fault.reason.startsWith("delegation_") ? fault.reason : "lease_wrong";
    }
  }

  private void checkLease() throws Fault {
    if (options.lease == null && options.fingerprint == null) return;
    Fault.check(lease != null, whyNoLease);
    String machine = options.fingerprint;
    Fault.check(machine == null || Fingerprint.isSameMachine(machine, lease.fingerprint), "machine_wrong");
    Fault.check(clock.lastSeen < lease.expiresAt + options.leeway, "lease_expired");
  }

  private static boolean isLicence(Map<?, ?> claims) {
    Object trial = claims.get("trial");
    return TEXTS.stream().allMatch(name -> claims.get(name) instanceof String)
        && NAMES.stream().noneMatch(name -> claims.get(name).equals(""))
        && COUNTS.stream().allMatch(name -> Json.isCount(claims.get(name)))
        && (!claims.containsKey("trial") || trial instanceof Boolean);
  }

  private void checkIdentity() throws Fault {
    checkExpected(options.issuer, "iss", "issuer_wrong");
    checkExpected(options.product, "aud", "product_wrong");
    checkExpected(options.installationKey, "licence_key", "installation_wrong");
  }

  private void checkExpected(String expected, String claim, String reason) throws Fault {
    Fault.check(expected == null || expected.equals(licence.get(claim)), reason);
  }

  private RevocationList readList() {
    try {
      return RevocationList.read(options.revocations, options.keys);
    } catch (Fault fault) {
      return null;
    }
  }

  private long at(String claim) {
    return (Long) licence.get(claim);
  }

  private void checkTimes() throws Fault {
    Fault.check(clock.setBackBy <= options.clockTolerance, "clock_set_back");
    Fault.check(clock.lastSeen >= at("nbf") - options.leeway, "not_yet_valid");
    Fault.check(clock.lastSeen >= at("iat") - options.leeway - HEAD_START, "issued_in_future");
    Fault.check(clock.lastSeen < at("exp") + options.leeway, "expired");
  }

  private void checkList() throws Fault {
    Fault.check(list != null || options.revocations.isEmpty(), "revocations_wrong");
    Fault.check(list != null || options.maxRevocationAge == null, "revocations_missing");
    if (list == null) return;
    Long end = options.maxRevocationAge == null ? list.exp : Long.valueOf(list.iat + options.maxRevocationAge);
    Fault.check(end == null || clock.lastSeen <= end, "revocations_stale");
  }
}
