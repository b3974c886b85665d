package licencekit;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The withdrawn licences as of one moment. Times are in seconds since 1970. */
public final class RevocationList {
  private static final int MAX_LENGTH = 16_777_216;

  public final long version;
  /** When the list was made. */
  public final long iat;
  /** When a newer list should be read; null in lists before version numbers. */
  public final Long exp;
  /** When a licence was withdrawn, by its jti. */
  public final Map<String, Long> revoked;

  private RevocationList(long version, long iat, Long exp, Map<String, Long> revoked) {
    this.version = version;
    this.iat = iat;
    this.exp = exp;
    this.revoked = Collections.unmodifiableMap(revoked);
  }

  /**
   * Reads the list, or a list and the deltas that follow it.
   *
   * @throws Fault if one of them cannot be trusted
   */
  public static RevocationList read(List<String> texts, List<String> keys) throws Fault {
    Map<String, byte[]> pinned = Token.readKeys(keys);
    RevocationList list = null;
    for (String text : texts) {
      list = follow(Token.open(text, "revocation-list+jwt", MAX_LENGTH, pinned), list);
    }
    Fault.check(list != null, "revocations_missing");
    return list;
  }

  private static RevocationList follow(Map<?, ?> claims, RevocationList before) throws Fault {
    for (String name : List.of("iat", "version", "exp", "since")) {
      boolean isAbsent = !claims.containsKey(name) && !name.equals("iat");
      Fault.check(isAbsent || Json.isCount(claims.get(name)), "claims_wrong");
    }
    Map<String, Long> added = entriesOf(claims.get("revoked"));
    Long since = (Long) claims.get("since");
    Fault.check(since == null || (before != null && since <= before.version), "revocations_wrong");
    Map<String, Long> revoked = since == null ? new HashMap<>() : new HashMap<>(before.revoked);
    revoked.putAll(added);
    long version = claims.containsKey("version") ? (Long) claims.get("version") : 0;
    return new RevocationList(version, (Long) claims.get("iat"), (Long) claims.get("exp"), revoked);
  }

  private static Map<String, Long> entriesOf(Object value) throws Fault {
    Fault.check(value instanceof List, "claims_wrong");
    Map<String, Long> found = new HashMap<>();
    for (Object one : (List<?>) value) {
      Map<?, ?> entry = one instanceof Map ? (Map<?, ?>) one : Map.of();
      Fault.check(entry.get("jti") instanceof String && Json.isCount(entry.get("revoked_at")), "claims_wrong");
      found.put((String) entry.get("jti"), (Long) entry.get("revoked_at"));
    }
    return found;
  }
}
