import { CompactSign, importJWK } from 'jose';
import type { ReportedDay } from '../domain/licence/relay/relayReport.ts';
import type { RelayKey, RelaySettings } from './folder.ts';

/** Signs something with the key of a relay, which the header names as a whole (RFC 7515, 4.1.3). */
async function sign(typ: string, claims: object, { privateJwk, publicJwk }: RelayKey): Promise<string> {
  const key = await importJWK(privateJwk, 'EdDSA');
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  return new CompactSign(bytes).setProtectedHeader({ alg: 'EdDSA', typ, jwk: publicJwk }).sign(key);
}

/**
 * The request of a relay for a delegation (server/domain/licence/relay/relayRequest.ts reads it).
 * @param licence the `jti` of the licence
 * @param iat the time, in seconds since 1970
 */
export const relayRequest = (key: RelayKey, licence: string, { name, seats }: RelaySettings, iat: number) =>
  sign('relay-request+jwt', { sub: licence, name, seats, iat }, key);

/**
 * The report of a relay on the use of its seats (server/domain/licence/relay/relayReport.ts reads it). It names no machine.
 * @param licence the `jti` of the licence
 * @param delegation the `jti` of the delegation that the relay has
 * @param iat the time, in seconds since 1970
 */
export const relayReport = (
  key: RelayKey,
  licence: string,
  delegation: string,
  days: readonly ReportedDay[],
  iat: number,
) => sign('relay-report+jwt', { sub: licence, delegation, iat, days }, key);
