package licencekit;

import java.util.List;
import java.util.Map;

/** Says until when the machine may use the licence, and which seat it holds. Times are in seconds since 1970. */
public final class Lease {
  private static final List<String> NAMES = List.of("iss", "sub", "aud", "jti");
  private static final List<String> TIMES = List.of("iat", "nbf", "exp");

  public final long expiresAt;
  public final long seat;

  final long iat;
  final String fingerprint;

  private Lease(Map<?, ?> claims) {
    this.expiresAt = (Long) claims.get("exp");
    this.seat = (Long) claims.get("seat");
    this.iat = (Long) claims.get("iat");
    this.fingerprint = (String) claims.get("fingerprint");
  }

  /** Checks that the claims are of the licence, and have these texts and counts besides those of every token. */
  private static void checkClaims(Map<?, ?> claims, Object licence, List<String> texts, List<String> counts)
      throws Fault {
    for (List<String> names : List.of(NAMES, texts)) {
      for (String name : names) {
        Fault.check(claims.get(name) instanceof String && !claims.get(name).equals(""), "claims_wrong");
      }
    }
    for (List<String> names : List.of(TIMES, counts)) {
      for (String name : names) Fault.check(Json.isCount(claims.get(name)), "claims_wrong");
    }
    Fault.check(claims.get("sub").equals(licence), "claims_wrong");
  }

  /** Reads the delegation of a licence's seats to a relay. */
  private static Map<?, ?> readDelegation(String text, Object licence, int maxLength, Map<String, byte[]> keys)
      throws Fault {
    try {
      Map<?, ?> claims = Token.open(text, "delegation+jwt", maxLength, keys);
      checkClaims(claims, licence, List.of(), List.of("seats", "max_lease"));
      return claims;
    } catch (Fault fault) {
      throw new Fault("delegation_wrong");
    }
  }

  /** The key of the relay that a delegation is for. */
  private static Map<String, byte[]> keyOf(Map<?, ?> delegation) throws Fault {
    Object confirmation = delegation.get("cnf");
    Object key = confirmation instanceof Map ? ((Map<?, ?>) confirmation).get("jwk") : null;
    Map<String, byte[]> found = key instanceof Map ? Token.readKey((Map<?, ?>) key) : Map.of();
    Fault.check(!found.isEmpty(), "delegation_wrong");
    return found;
  }

  private static long at(Map<?, ?> claims, String name) {
    return (Long) claims.get(name);
  }

  /** Checks that the lease of a relay keeps to its delegation. */
  private static void checkLimits(Map<?, ?> lease, Map<?, ?> delegation) throws Fault {
    boolean isInSeats = at(lease, "seat") > 0 && at(lease, "seat") <= at(delegation, "seats");
    boolean isInTime = at(lease, "iat") >= at(delegation, "nbf") && at(lease, "exp") <= at(delegation, "exp");
    boolean isShort = at(lease, "exp") - at(lease, "iat") <= at(delegation, "max_lease");
    Fault.check(isInSeats && isInTime && isShort, "delegation_exceeded");
  }

  /**
   * Reads the lease of a licence: that of the vendor, or a relay's after its delegation.
   *
   * @param licence the jti of the licence
   * @throws Fault if it cannot be trusted
   */
  static Lease read(String text, Object licence, int maxLength, Map<String, byte[]> keys) throws Fault {
    String[] parts = Token.clean(text).split("~", -1);
    Fault.check(parts.length == 1 || parts.length == 2 && !parts[1].isEmpty(), "malformed");
    Map<?, ?> delegation = parts.length == 1 ? null : readDelegation(parts[0], licence, maxLength, keys);
    Map<String, byte[]> signers = delegation == null ? keys : keyOf(delegation);
    Map<?, ?> claims = Token.open(parts[parts.length - 1], "lease+jwt", maxLength, signers);
    checkClaims(claims, licence, List.of("fingerprint"), List.of("seat"));
    if (delegation != null) checkLimits(claims, delegation);
    return new Lease(claims);
  }
}
