package licencekit;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads signed tokens: text, base64url, keys and signature (kit/SPEC.md). */
final class Token {
  private static final Pattern ADDITIONS =
      Pattern.compile(
          "\\x1b\\[[0-?]*[ -/]*[@-~]|=[ \\t]*[\\r\\n]|\\\\[nrt]?|"
              + "[\\x00- \"'<>`|\\x7f-\\xa0\\xab\\xad\\xbb\\u034f\\u061c\\u1680\\u180e\\u2000-\\u200f\\u2018-\\u201f"
              + "\\u2028-\\u202f\\u2039\\u203a\\u205f-\\u206f\\u3000\\u300c-\\u300f\\u301d-\\u301f\\ufe00-\\ufe0f"
              + "\\ufeff\\uff02\\uff07]");
  private static final String BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  private static final Set<String> PARAMETERS = Set.of("alg", "typ", "kid");

  private Token() {}

  /** The token in a text, without what mails and terminals added. */
  static String clean(String text) {
    return text == null ? "" : ADDITIONS.matcher(text).replaceAll("");
  }

  private static boolean hasOnly(String text, String others) {
    return text.chars().allMatch(one -> BASE64URL.indexOf(one) >= 0 || others.indexOf(one) >= 0);
  }

  /** The bytes of canonical base64url without padding; null for any other text. */
  static byte[] decodeBase64url(String text) {
    int rest = text.length() % 4;
    if (!hasOnly(text, "") || rest == 1) return null;
    int last = rest == 0 ? 0 : BASE64URL.indexOf(text.charAt(text.length() - 1));
    if (last % (rest == 2 ? 16 : rest == 3 ? 4 : 1) != 0) return null;
    return Base64.getUrlDecoder().decode(text);
  }

  /** The usable public keys by id: Ed25519, for signatures, with an id. The first of an id counts. */
  static Map<String, byte[]> readKeys(List<String> sets) throws Fault {
    Map<String, byte[]> found = new HashMap<>();
    for (String set : sets) {
      for (Object key : keysIn(set)) {
        if (key instanceof Map) addKey(found, (Map<?, ?>) key);
      }
    }
    Fault.check(!found.isEmpty(), "keys_unusable");
    return found;
  }

  /** The key by its id; empty if it cannot be used. */
  static Map<String, byte[]> readKey(Map<?, ?> key) {
    Map<String, byte[]> found = new HashMap<>();
    addKey(found, key);
    return found;
  }

  private static List<?> keysIn(String set) {
    if (set == null) return List.of();
    try {
      Object value = Json.parse(set, Json.MAX_DEPTH);
      Object keys = value instanceof Map ? ((Map<?, ?>) value).get("keys") : null;
      return keys instanceof List ? (List<?>) keys : List.of();
    } catch (Json.Malformed error) {
      return List.of();
    }
  }

  private static void addKey(Map<String, byte[]> found, Map<?, ?> key) {
    Object kid = key.get("kid");
    Object x = key.get("x");
    boolean isEd25519 = "OKP".equals(key.get("kty")) && "Ed25519".equals(key.get("crv"));
    boolean isForUse = !key.containsKey("use") || "sig".equals(key.get("use"));
    boolean isForAlgorithm = !key.containsKey("alg") || "EdDSA".equals(key.get("alg"));
    if (!isEd25519 || !isForUse || !isForAlgorithm || !(kid instanceof String) || !(x instanceof String)) return;
    byte[] data = decodeBase64url((String) x);
    if (data != null && data.length == 32) found.putIfAbsent((String) kid, data);
  }

  private static byte[] keyOf(Map<?, ?> header, String type, Map<String, byte[]> keys) throws Fault {
    Fault.check("EdDSA".equals(header.get("alg")), "algorithm_unsupported");
    Fault.check(PARAMETERS.containsAll(header.keySet()), "header_unsupported");
    Fault.check(type.equals(header.get("typ")), "type_wrong");
    byte[] key = header.get("kid") instanceof String ? keys.get(header.get("kid")) : null;
    Fault.check(key != null, "key_unknown");
    return key;
  }

  /** The claims of a signed token. */
  static Map<?, ?> open(String text, String type, int maxLength, Map<String, byte[]> keys) throws Fault {
    String token = clean(text);
    Fault.check(!token.isEmpty(), "empty");
    Fault.check(hasOnly(token, "."), "malformed");
    Fault.check(token.length() <= maxLength, "too_large");
    String[] parts = token.split("\\.", -1);
    byte[] head = decodeBase64url(parts[0]);
    Map<?, ?> header = head == null ? null : Json.parseObject(head);
    Fault.check(header != null && parts.length == 3, "malformed");
    byte[] key = keyOf(header, type, keys);
    byte[] payload = decodeBase64url(parts[1]);
    byte[] signature = decodeBase64url(parts[2]);
    Fault.check(payload != null && signature != null && signature.length == 64, "malformed");
    byte[] signed = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
    Fault.check(Ed25519.verify(key, signature, signed), "signature_wrong");
    Map<?, ?> claims = Json.parseObject(payload);
    Fault.check(claims != null, "claims_wrong");
    return claims;
  }
}
