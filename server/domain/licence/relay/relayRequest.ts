import { calculateJwkThumbprint, EmbeddedJWK, exportJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { activation } from '../../../../contract/entities/activation.ts';
import { acceptedText } from '../../../../contract/kinds/fittingText.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { AppError } from '../../../core/appError.ts';

/** A relay that asks for seats of a licence. */
export interface RelayRequest {
  /** The `jti` of the licence. */
  readonly licence: string;
  readonly name: string;
  readonly seats: number;
  readonly version: string | null;
  /** The public key of the relay, with its thumbprint (RFC 7638) as `kid`. */
  readonly key: JWK & { readonly kid: string };
}

/** True for a text that may be the request of a relay: a compact JWS. That of a machine has no dots. */
export const isRelayRequest = (text: string): boolean => text.includes('.');

const unreadable = () => AppError.unprocessable('request_unreadable', undefined, 'request');

/** The text of a claim as the field stores it; undefined if it is none, or refuses it. */
const lineOf = (value: unknown, field: Field): string | undefined =>
  typeof value === 'string' ? acceptedText(field, value) : undefined;

/**
 * Opens what a relay signed: a compact JWS whose header has the relay's own public key (`jwk`, RFC 7515, 4.1.3).
 * @param text the token, perhaps with line breaks
 * @param typ the type in its header
 * @returns its claims, and the key that signed it; undefined if it is none or was changed
 */
export async function openSignedByRelay(
  text: string,
  typ: string,
): Promise<{ payload: JWTPayload; key: RelayRequest['key'] } | undefined> {
  const rules = { algorithms: ['EdDSA'], typ };
  const found = await jwtVerify(text.replace(/\s/g, ''), EmbeddedJWK, rules).catch(() => undefined);
  if (!found) return undefined;
  const { kty, crv, x } = await exportJWK(found.key);
  if (kty !== 'OKP' || crv !== 'Ed25519' || x === undefined) return undefined;
  const jwk = { kty, crv, x };
  return { payload: found.payload, key: { ...jwk, kid: await calculateJwkThumbprint(jwk) } };
}

/**
 * Reads the request of a relay, which its own key signs, so that nobody asks for a key that is not theirs. Its claims are `sub` (the `jti` of the licence), `name`,
 * `seats`, and `version`.
 * @throws 422 if it is none
 */
export async function readRelayRequest(text: string): Promise<RelayRequest> {
  const signed = await openSignedByRelay(text, 'relay-request+jwt');
  if (!signed) throw unreadable();
  const { payload, key } = signed;
  const { sub, seats } = payload;
  const name = lineOf(payload['name'], activation.fields.name);
  const isCount = Number.isSafeInteger(seats) && Number(seats) > 0 && Number(seats) <= 1_000_000;
  if (!sub || !name || !isCount) throw unreadable();
  return {
    licence: sub,
    name,
    seats: Number(seats),
    version: lineOf(payload['version'], activation.fields.product_version) ?? null,
    key,
  };
}
