package licencekit;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes and compares the fingerprints of machines (kit/SPEC.md, "The fingerprint"). */
public final class Fingerprint {
  private static final Pattern OF_PARTS = Pattern.compile("k[1-8](\\.[A-Za-z0-9_-]{16})+");

  private Fingerprint() {}

  private static Set<String> partsOf(String text) {
    if (!OF_PARTS.matcher(text).matches()) return Set.of();
    String[] parts = text.split("\\.");
    return new HashSet<>(Arrays.asList(parts).subList(1, parts.length));
  }

  /** True if two fingerprints are of the same machine: the same text, or as many equal parts as both ask for. */
  public static boolean isSameMachine(String one, String other) {
    if (one.equals(other)) return true;
    Set<String> equal = new HashSet<>(partsOf(one));
    equal.retainAll(partsOf(other));
    int count = equal.size();
    return count > 0 && count >= one.charAt(1) - '0' && count >= other.charAt(1) - '0';
  }

  private static String hashOf(String... texts) {
    try {
      byte[] bytes = String.join("\0", texts).getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(hash, 12));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** As the other, with as many equal parts as are usual: all but one of three and more, else all. */
  public static String of(Map<String, String> parts, String licence, String product) {
    return make(parts, licence, product, null);
  }

  /**
   * The fingerprint of a machine, made of salted hashes of its properties: the machine is the same as long as enough of
   * them are.
   *
   * @param parts the properties by name; those without a value are left out
   * @param licence the jti of the licence
   * @param product the code of the product
   * @param needed how many parts have to be equal
   * @throws IllegalArgumentException unless one to eight parts have a value, and needed is more than half of them
   */
  public static String of(Map<String, String> parts, String licence, String product, int needed) {
    return make(parts, licence, product, needed);
  }

  private static String make(Map<String, String> parts, String licence, String product, Integer needed) {
    List<String> hashes = new ArrayList<>();
    parts.forEach(
        (name, value) -> {
          if (value != null && !value.isEmpty()) hashes.add(hashOf(licence, product, name, value));
        });
    int count = hashes.size();
    int usual = count < 3 ? count : count - 1;
    int enough = needed == null ? usual : needed;
    if (count < 1 || count > 8) throw new IllegalArgumentException("a fingerprint has one to eight parts with a value");
    if (enough > count || 2 * enough <= count)
      throw new IllegalArgumentException("more than half of the parts have to be equal");
    Collections.sort(hashes);
    return "k" + enough + "." + String.join(".", hashes);
  }
}
