package licencekit;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads strict JSON: no name twice in an object, no lone surrogates, no number beyond a double, and a limit of levels.
 * Objects become maps, arrays lists, and numbers doubles, or longs if they are whole and at most 2^53 - 1.
 */
final class Json {
  static final int MAX_DEPTH = 8;
  static final long MAX_COUNT = (1L << 53) - 1;

  /** The text is not strict JSON. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private final String text;
  private final int limit;
  private int at = 0;
  private int depth = 0;

  private Json(String text, int limit) {
    this.text = text;
    this.limit = limit;
  }

  static Object parse(String text, int limit) throws Malformed {
    Json reader = new Json(text, limit);
    Object value = reader.value();
    reader.skipSpace();
    if (reader.at < text.length()) throw new Malformed();
    return value;
  }

  /** The text as JSON, in ASCII. */
  static String quoted(String text) {
    StringBuilder found = new StringBuilder("\"");
    for (char one : text.toCharArray()) {
      if (one < 0x20 || one == '"' || one == '\\' || one > 0x7e) found.append(String.format("\\u%04x", (int) one));
      else found.append(one);
    }
    return found.append('"').toString();
  }

  /** The JSON object in UTF-8 without a byte order mark; null for anything else. */
  static Map<?, ?> parseObject(byte[] data) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString();
      Object value = parse(text, MAX_DEPTH);
      return value instanceof Map ? (Map<?, ?>) value : null;
    } catch (CharacterCodingException | Malformed error) {
      return null;
    }
  }

  /** True for a whole number from 0 to 2^53 - 1. */
  static boolean isCount(Object value) {
    return value instanceof Long && (Long) value >= 0;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at += 1;
  }

  private boolean isAt(String chars) {
    return at < text.length() && chars.indexOf(text.charAt(at)) >= 0;
  }

  /** Reads one of the characters, if it is the next one. */
  private boolean skip(String chars) {
    if (!isAt(chars)) return false;
    at += 1;
    return true;
  }

  private boolean skipAfterSpace(String chars) {
    skipSpace();
    return skip(chars);
  }

  private static void require(boolean holds) throws Malformed {
    if (!holds) throw new Malformed();
  }

  private Object value() throws Malformed {
    skipSpace();
    if (isAt("{")) return object();
    if (isAt("[")) return array();
    if (isAt("\"")) return string();
    if (skipWord("true")) return Boolean.TRUE;
    if (skipWord("false")) return Boolean.FALSE;
    if (skipWord("null")) return null;
    return number();
  }

  private boolean skipWord(String word) {
    if (!text.startsWith(word, at)) return false;
    at += word.length();
    return true;
  }

  private void enter() throws Malformed {
    at += 1;
    depth += 1;
    require(depth <= limit);
  }

  private Map<String, Object> object() throws Malformed {
    Map<String, Object> found = new LinkedHashMap<>();
    enter();
    for (boolean first = true; !skipAfterSpace("}"); first = false) {
      require(first || skip(","));
      skipSpace();
      require(isAt("\""));
      String name = string();
      require(skipAfterSpace(":") && !found.containsKey(name));
      found.put(name, value());
    }
    depth -= 1;
    return found;
  }

  private List<Object> array() throws Malformed {
    List<Object> found = new ArrayList<>();
    enter();
    for (boolean first = true; !skipAfterSpace("]"); first = false) {
      require(first || skip(","));
      found.add(value());
    }
    depth -= 1;
    return found;
  }

  private String string() throws Malformed {
    at += 1;
    StringBuilder found = new StringBuilder();
    while (!skip("\"")) {
      require(at < text.length());
      char next = text.charAt(at);
      at += 1;
      require(next >= 0x20);
      found.append(next == '\\' ? escape() : next);
    }
    String string = found.toString();
    for (int index = 0; index < string.length(); index += 1) {
      if (!Character.isSurrogate(string.charAt(index))) continue;
      require(Character.isSupplementaryCodePoint(string.codePointAt(index)));
      index += 1;
    }
    return string;
  }

  private char escape() throws Malformed {
    require(at < text.length());
    char next = text.charAt(at);
    at += 1;
    if (next == 'u') return hex();
    int index = "\"\\/bfnrt".indexOf(next);
    require(index >= 0);
    return "\"\\/\b\f\n\r\t".charAt(index);
  }

  private char hex() throws Malformed {
    int value = 0;
    for (int count = 0; count < 4; count += 1) {
      require(isAt("0123456789abcdefABCDEF"));
      value = value * 16 + Character.digit(text.charAt(at), 16);
      at += 1;
    }
    return (char) value;
  }

  private int digits() {
    int from = at;
    while (isAt("0123456789")) at += 1;
    return at - from;
  }

  private Object number() throws Malformed {
    int from = at;
    skip("-");
    boolean hasZero = isAt("0");
    int count = digits();
    require(count == 1 || (count > 1 && !hasZero));
    if (skip(".")) require(digits() > 0);
    if (skip("eE")) {
      skip("+-");
      require(digits() > 0);
    }
    double value = Double.parseDouble(text.substring(from, at));
    require(!Double.isInfinite(value));
    boolean isWhole = value == Math.rint(value) && Math.abs(value) <= MAX_COUNT;
    return isWhole ? (Object) (long) value : (Object) value;
  }
}
