package licencekit;

import java.util.Map;

/** What is known of a licence. Times are in seconds since 1970. */
public final class Answer {
  public final boolean valid;
  /** Why it is valid or not (kit/SPEC.md, "Reasons"). */
  public final String reason;
  /** The claims, if they are genuine, also where the licence is not valid; else null. Whole numbers are Long. */
  public final Map<String, Object> licence;
  /** Null where {@code licence} is. */
  public final Long expiresAt;

  public final Revocation revocation;
  /** Null unless it is genuine and belongs to the licence; it may have ended or be for another machine. */
  public final Lease lease;

  public final Clock clock;

  Answer(String reason, Map<String, Object> licence, Revocation revocation, Lease lease, Clock clock) {
    this.valid = reason.equals("ok");
    this.reason = reason;
    this.licence = licence;
    this.expiresAt = licence == null ? null : (Long) licence.get("exp");
    this.revocation = revocation;
    this.lease = lease;
    this.clock = clock;
  }

  /** Until when withdrawals are known. */
  public static final class Revocation {
    /** When the list was made: a later withdrawal is not known. Null if no list was read. */
    public final Long checkedUntil;

    Revocation(Long checkedUntil) {
      this.checkedUntil = checkedUntil;
    }
  }

  /** What is known of the time. */
  public static final class Clock {
    public final long now;
    /** To be saved if the answer is valid, and given to the next verification. */
    public final long lastSeen;
    /** By how many seconds the clock is before the last time seen. */
    public final long setBackBy;

    Clock(long now, long seen) {
      this.now = now;
      this.lastSeen = Math.max(now, seen);
      this.setBackBy = lastSeen - now;
    }
  }
}
