/** What the fingerprint of a machine is for. */
export interface FingerprintOptions {
  /** The `jti` of the licence. */
  readonly licence: string;
  /** The code of the product. */
  readonly product: string;
  /** How many parts have to be equal; all but one of three and more unless given, else all. */
  readonly needed?: number | undefined;
}

async function hashOf(texts: readonly string[]): Promise<string> {
  const hash = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(texts.join('\0')));
  const letters = btoa(String.fromCharCode(...new Uint8Array(hash, 0, 12)));
  return letters.replaceAll('+', '-').replaceAll('/', '_');
}

/**
 * The fingerprint of a machine, made of salted hashes of its properties (kit/SPEC.md, "The fingerprint"): the machine is
 * the same as long as enough of them are.
 * @param parts the properties by name; those without a value are left out
 * @throws RangeError unless one to eight parts have a value, and `needed` is more than half of them and at most all
 */
export async function machineFingerprint(
  parts: Readonly<Record<string, string | null | undefined>>,
  { licence, product, needed }: FingerprintOptions,
): Promise<string> {
  const found = Object.entries(parts).flatMap(([name, value]) => (value ? [[licence, product, name, value]] : []));
  const count = found.length;
  const enough = needed ?? (count < 3 ? count : count - 1);
  if (count < 1 || count > 8) throw new RangeError('a fingerprint has one to eight parts with a value');
  if (!Number.isInteger(enough) || enough > count || 2 * enough <= count)
    throw new RangeError('more than half of the parts have to be equal');
  return [`k${enough}`, ...(await Promise.all(found.map(hashOf))).sort()].join('.');
}
