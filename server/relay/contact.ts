import type { Logger } from 'pino';
import { readRevocations } from '../../kit/typescript/src/index.ts';
import type { RelayFolder, RelayKey } from './folder.ts';
import { relayRequest } from './request.ts';
import { openDelegation, type RelayState, readState } from './state.ts';

const limitMs = 20_000;

const addressOf = (console: string, path: string): string => `${console.replace(/\/+$/, '')}${path}`;

/** Gets a new delegation from the vendor's console. */
export async function fetchDelegation(
  folder: RelayFolder,
  key: RelayKey,
  console: string,
  { licence, licenceText, keys }: RelayState,
): Promise<void> {
  const request = await relayRequest(key, licence.jti, folder.settings(), Math.floor(Date.now() / 1000));
  const answer = await fetch(addressOf(console, '/v1/relay/delegation'), {
    method: 'POST',
    headers: { authorization: licenceText, 'content-type': 'application/json' },
    body: JSON.stringify({ request }),
    signal: AbortSignal.timeout(limitMs),
  });
  const body = (await answer.json()) as { delegation?: string; title?: string };
  if (!answer.ok || body.delegation === undefined)
    throw new Error(`the console answered ${answer.status}: ${body.title}`);
  await openDelegation(body.delegation, licence, keys, key.kid);
  folder.write('delegation', body.delegation);
}

/** Reads the list of withdrawn licences from the vendor's console. */
export async function fetchRevocations(folder: RelayFolder, console: string, keys: string): Promise<void> {
  const address = addressOf(console, '/.well-known/revoked.jws');
  const answer = await fetch(address, { signal: AbortSignal.timeout(limitMs) });
  if (!answer.ok) throw new Error(`the console answered ${answer.status}`);
  await saveRevocations(folder, await answer.text(), keys);
}

/**
 * Saves a list of withdrawn licences, unless the one that is there is newer.
 * @throws Fault if it cannot be trusted
 */
export async function saveRevocations(folder: RelayFolder, text: string, keys: string): Promise<void> {
  const given = await readRevocations(text, keys);
  const saved = folder.read('revoked');
  const known = saved === undefined ? undefined : await readRevocations(saved, keys).catch(() => undefined);
  if (!known || given.iat >= known.iat) folder.write('revoked', text);
}

/** Asks the console once: for the list of withdrawn licences, and for a new delegation. */
async function contactOnce(folder: RelayFolder, key: RelayKey, console: string): Promise<void> {
  const state = await readState(folder);
  await fetchRevocations(folder, console, state.keys);
  await fetchDelegation(folder, key, console, state);
}

/** How often a relay with a network asks the console, in ms. */
const everyMs = 3_600_000;

/**
 * Keeps a relay in contact with the vendor's console, if it has its address. Without an answer it goes on with what it
 * has, and asks again in an hour.
 * @returns a function that ends it
 */
export function stayInContact(folder: RelayFolder, key: RelayKey, log: Logger): () => void {
  const { console } = folder.settings();
  if (console === undefined) return () => undefined;
  const ask = () =>
    contactOnce(folder, key, console).catch((err: Error) =>
      log.warn({ reason: err.message }, 'the console was not reached'),
    );
  void ask();
  const timer = setInterval(ask, everyMs);
  return () => clearInterval(timer);
}
