package licencekit;

/** A check that failed; the message is the reason (kit/SPEC.md, "Reasons"). */
public final class Fault extends Exception {
  private static final long serialVersionUID = 1L;

  public final String reason;

  Fault(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** Throws the reason unless the condition holds. */
  static void check(boolean holds, String reason) throws Fault {
    if (!holds) throw new Fault(reason);
  }
}
