import { type KeySet, type Licence, verifyLicence as verifyWithKit } from '../../kit/typescript/src/index.ts';

/**
 * Verifies a licence as a product does, with the kit.
 * @param expected the tolerance is in seconds
 * @throws the reason, if the licence is not valid
 */
export async function verifyLicence(
  text: string,
  keys: KeySet,
  { issuer, audience, tolerance = 60 }: { issuer: string; audience: string; tolerance?: number },
): Promise<Licence | null> {
  const { valid, reason, licence } = await verifyWithKit(text, { keys, issuer, product: audience, leeway: tolerance });
  if (!valid) throw new Error(reason);
  return licence;
}
