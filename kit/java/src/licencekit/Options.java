package licencekit;

import java.util.Arrays;
import java.util.List;

/** Options of a verification. Times are in seconds since 1970. What is null is not expected, or has its default. */
public final class Options {
  /** Pinned public keys: one JSON Web Key Set or several, as JSON. */
  public final List<String> keys;

  /** The expected issuer. */
  public String issuer;
  /** The expected code of the product. */
  public String product;
  /** The expected key of the installation. */
  public String installationKey;
  /** The time of the clock; that of the system unless given. */
  public Long now;
  /** {@code clock.lastSeen} of the last valid answer. */
  public Long lastSeen;
  /** How far the clock may be set back, in seconds. */
  public long clockTolerance = 86_400;
  /** How far the clocks of issuer and product may differ, in seconds. */
  public long leeway = 0;
  /** The list of withdrawn licences, or a list and the deltas that follow it. */
  public List<String> revocations = List.of();
  /** The greatest allowed age of the list, in seconds; until its exp unless given. */
  public Long maxRevocationAge;
  /** The lease of this machine, also as mails and terminals leave it. */
  public String lease;
  /** The fingerprint of this machine; if it is given, a lease for it is needed. */
  public String fingerprint;

  public Options(String... keys) {
    this.keys = Arrays.asList(keys.clone());
  }
}
