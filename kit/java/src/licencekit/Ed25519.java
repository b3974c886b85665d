package licencekit;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;

/** Verifies Ed25519 signatures (RFC 8032): with the JDK since Java 15, and with its big integers before. */
final class Ed25519 {
  private static final BigInteger P = BigInteger.ONE.shiftLeft(255).subtract(BigInteger.valueOf(19));
  private static final BigInteger ORDER =
      BigInteger.ONE.shiftLeft(252).add(new BigInteger("27742317777372353535851937790883648493"));
  private static final BigInteger D =
      BigInteger.valueOf(-121665).multiply(BigInteger.valueOf(121666).modInverse(P)).mod(P);
  private static final BigInteger TWICE_D = D.shiftLeft(1).mod(P);
  private static final BigInteger ROOT_OF_MINUS_1 =
      BigInteger.TWO.modPow(P.subtract(BigInteger.ONE).shiftRight(2), P);
  private static final byte[] DER_PREFIX = {0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0};

  /** A point in extended coordinates (RFC 8032, 5.1.4). */
  private static final class Point {
    final BigInteger x, y, z, t;

    Point(BigInteger x, BigInteger y, BigInteger z, BigInteger t) {
      this.x = x;
      this.y = y;
      this.z = z;
      this.t = t;
    }

    Point plus(Point other) {
      BigInteger a = y.subtract(x).multiply(other.y.subtract(other.x)).mod(P);
      BigInteger b = y.add(x).multiply(other.y.add(other.x)).mod(P);
      BigInteger c = t.multiply(TWICE_D).mod(P).multiply(other.t).mod(P);
      BigInteger d = z.multiply(BigInteger.TWO).multiply(other.z).mod(P);
      BigInteger e = b.subtract(a), f = d.subtract(c), g = d.add(c), h = b.add(a);
      return new Point(e.multiply(f).mod(P), g.multiply(h).mod(P), f.multiply(g).mod(P), e.multiply(h).mod(P));
    }

    /** This point times a factor, plus another point times another factor. */
    Point times(BigInteger factor, Point other, BigInteger otherFactor) {
      Point both = plus(other);
      Point sum = new Point(BigInteger.ZERO, BigInteger.ONE, BigInteger.ONE, BigInteger.ZERO);
      for (int bit = Math.max(factor.bitLength(), otherFactor.bitLength()) - 1; bit >= 0; bit -= 1) {
        sum = sum.plus(sum);
        if (factor.testBit(bit)) sum = sum.plus(otherFactor.testBit(bit) ? both : this);
        else if (otherFactor.testBit(bit)) sum = sum.plus(other);
      }
      return sum;
    }

    Point negated() {
      return new Point(P.subtract(x), y, z, P.subtract(t));
    }

    byte[] encoded() {
      BigInteger inverse = z.modInverse(P);
      byte[] data = bytesOf(y.multiply(inverse).mod(P));
      if (x.multiply(inverse).mod(P).testBit(0)) data[31] |= (byte) 0x80;
      return data;
    }
  }

  private static final Point BASE =
      decoded(bytesOf(BigInteger.valueOf(4).multiply(BigInteger.valueOf(5).modInverse(P)).mod(P)));

  private Ed25519() {}

  private static byte[] reversed(byte[] data) {
    byte[] found = new byte[data.length];
    for (int index = 0; index < data.length; index += 1) found[index] = data[data.length - 1 - index];
    return found;
  }

  private static BigInteger numberOf(byte[] littleEndian) {
    return new BigInteger(1, reversed(littleEndian));
  }

  private static byte[] bytesOf(BigInteger number) {
    byte[] data = reversed(number.toByteArray());
    return Arrays.copyOf(data, 32);
  }

  /** The point of its 32 bytes (RFC 8032, 5.1.3); null if there is none. */
  private static Point decoded(byte[] data) {
    boolean isOdd = (data[31] & 0x80) != 0;
    BigInteger y = numberOf(data).clearBit(255);
    if (y.compareTo(P) >= 0) return null;
    BigInteger u = y.multiply(y).subtract(BigInteger.ONE).mod(P);
    BigInteger v = D.multiply(y).multiply(y).add(BigInteger.ONE).mod(P);
    BigInteger square = u.multiply(v.modInverse(P)).mod(P);
    BigInteger x = square.modPow(P.add(BigInteger.valueOf(3)).shiftRight(3), P);
    if (!x.multiply(x).mod(P).equals(square)) x = x.multiply(ROOT_OF_MINUS_1).mod(P);
    if (!x.multiply(x).mod(P).equals(square) || (x.signum() == 0 && isOdd)) return null;
    if (x.testBit(0) != isOdd) x = P.subtract(x);
    return new Point(x, y, BigInteger.ONE, x.multiply(y).mod(P));
  }

  /** Verifies with big integers alone (RFC 8032, 5.1.7). */
  static boolean verifyWithoutProvider(byte[] key, byte[] signature, byte[] data) throws NoSuchAlgorithmException {
    Point point = decoded(key);
    byte[] first = Arrays.copyOf(signature, 32);
    BigInteger factor = numberOf(Arrays.copyOfRange(signature, 32, 64));
    if (point == null || factor.compareTo(ORDER) >= 0) return false;
    MessageDigest digest = MessageDigest.getInstance("SHA-512");
    digest.update(first);
    digest.update(key);
    BigInteger hash = numberOf(digest.digest(data)).mod(ORDER);
    return Arrays.equals(BASE.times(factor, point.negated(), hash).encoded(), first);
  }

  private static boolean verifyWithProvider(byte[] key, byte[] signature, byte[] data)
      throws GeneralSecurityException {
    byte[] encoded = Arrays.copyOf(DER_PREFIX, DER_PREFIX.length + key.length);
    System.arraycopy(key, 0, encoded, DER_PREFIX.length, key.length);
    Signature verifier = Signature.getInstance("Ed25519");
    verifier.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
    verifier.update(data);
    return verifier.verify(signature);
  }

  /** True if the signature of 64 bytes over the data is by the key of 32 bytes. */
  static boolean verify(byte[] key, byte[] signature, byte[] data) {
    try {
      return Boolean.getBoolean("licencekit.withoutProvider")
          ? verifyWithoutProvider(key, signature, data)
          : verifyWithProvider(key, signature, data);
    } catch (NoSuchAlgorithmException error) {
      return verifyOnJava11(key, signature, data);
    } catch (GeneralSecurityException error) {
      return false;
    }
  }

  private static boolean verifyOnJava11(byte[] key, byte[] signature, byte[] data) {
    try {
      return verifyWithoutProvider(key, signature, data);
    } catch (NoSuchAlgorithmException error) {
      throw new IllegalStateException(error);
    }
  }
}
