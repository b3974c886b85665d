package licencekit;

import java.util.List;
import java.util.Map;

/** Says until when the machine may use the licence, and which seat it holds. Times are in seconds since 1970. */
public final class Lease {
  private static final List<String> TEXTS = List.of("iss", "sub", "aud", "jti", "fingerprint");
  private static final List<String> COUNTS = List.of("iat", "nbf", "exp", "seat");

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

  /**
   * Reads the lease of a licence.
   *
   * @param licence the jti of the licence
   * @throws Fault if it cannot be trusted
   */
  static Lease read(String text, Object licence, int maxLength, Map<String, byte[]> keys) throws Fault {
    Map<?, ?> claims = Token.open(text, "lease+jwt", maxLength, keys);
    for (String name : TEXTS) {
      Fault.check(claims.get(name) instanceof String && !claims.get(name).equals(""), "claims_wrong");
    }
    for (String name : COUNTS) Fault.check(Json.isCount(claims.get(name)), "claims_wrong");
    Fault.check(claims.get("sub").equals(licence), "claims_wrong");
    return new Lease(claims);
  }
}
