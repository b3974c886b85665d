import { createSigner } from '../../server/gateways/signer.ts';
import { addClaimVectors } from './claimVectors.ts';
import { addDelegationVectors } from './delegationVectors.ts';
import { addFingerprintVectors, fingerprintVectors } from './fingerprintVectors.ts';
import { addLeaseVectors } from './leaseVectors.ts';
import { addRevocationVectors } from './revocationVectors.ts';
import { testKey } from './testKeys.ts';
import { addTextVectors } from './textVectors.ts';
import { addTokenVectors } from './tokenVectors.ts';
import { type CaseFile, expectedAnswer, licence, type Maker, now, type Vector } from './vectors.ts';

/** The time of the last list that is read; undefined if one of them cannot be trusted. */
const timeOf = (lists: Maker['lists'], names: readonly string[], isWrong: boolean): number | undefined =>
  isWrong ? undefined : names.map((name) => lists[name]?.iat).at(-1);

/**
 * Makes the vectors of `kit/vectors.json` with the signer of the product. They are the same each time.
 * @throws an error if two have one name
 */
export async function makeVectors(): Promise<CaseFile<Vector>> {
  const signer = createSigner();
  const [vendor, next, stranger] = [await testKey('vendor'), await testKey('next'), await testKey('stranger')];
  const relay = await testKey('relay');
  const vectors = new Map<string, Vector>();
  const keys: Maker['keys'] = { vendor: { keys: [vendor.publicJwk] } };
  const lists: Maker['lists'] = {};
  const maker: Maker = {
    vendor,
    next,
    stranger,
    relay,
    keys,
    lists,
    sign: (claims, key = vendor) => signer.sign(claims as Record<string, unknown>, key),
    signLease: (claims, key = vendor) => signer.signLease(claims as Record<string, unknown>, key),
    signDelegation: (claims, key = vendor) => signer.signDelegation(claims as Record<string, unknown>, key),
    good: await signer.sign(licence, vendor),
    async addList(name, claims, key = vendor) {
      lists[name] = { text: await signer.signRevocationList(claims, key), iat: claims.iat };
    },
    add(name, reason, text, given = {}, claims = licence, lease = undefined) {
      if (vectors.has(name)) throw new Error(`two vectors are named ${name}`);
      const options = { keys: ['vendor'], now, ...given };
      const isWrong = reason === 'revocations_wrong' || Number.isNaN(lists[given.revocations?.[0] ?? '']?.iat);
      const answer = expectedAnswer(reason, claims, options, timeOf(lists, given.revocations ?? [], isWrong), lease);
      vectors.set(name, { name, text, options, answer });
    },
  };
  await addTextVectors(maker);
  await addTokenVectors(maker);
  await addClaimVectors(maker);
  await addRevocationVectors(maker);
  await addLeaseVectors(maker);
  await addDelegationVectors(maker);
  await addFingerprintVectors(maker);
  const revocations = Object.fromEntries(Object.entries(lists).map(([name, { text }]) => [name, text]));
  return { keys, revocations, vectors: [...vectors.values()], fingerprints: fingerprintVectors() };
}
