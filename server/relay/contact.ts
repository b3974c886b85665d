import type { Logger } from 'pino';
import { readRevocations } from '../../kit/typescript/src/index.ts';
import type { RelayFolder, RelayKey } from './folder.ts';
import type { Relay } from './relay.ts';
import { relayRequest } from './request.ts';
import { openDelegation, type RelayState, readState } from './state.ts';

const limitMs = 20_000;

const addressOf = (console: string, path: string): string => `${console.replace(/\/+$/, '')}${path}`;

/** Sends something to the vendor's console, with the licence as authorization. */
async function send(console: string, path: string, { licenceText }: RelayState, body: object): Promise<unknown> {
  const answer = await fetch(addressOf(console, path), {
    method: 'POST',
    headers: { authorization: licenceText, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(limitMs),
  });
  const given = (await answer.json()) as { title?: string };
  if (!answer.ok) throw new Error(`the console answered ${answer.status}: ${given.title}`);
  return given;
}

/** Gets a new delegation from the vendor's console. */
export async function fetchDelegation(
  folder: RelayFolder,
  key: RelayKey,
  console: string,
  state: RelayState,
): Promise<void> {
  const { licence, keys } = state;
  const request = await relayRequest(key, licence.jti, folder.settings(), Math.floor(Date.now() / 1000));
  const { delegation } = (await send(console, '/v1/relay/delegation', state, { request })) as { delegation: string };
  await openDelegation(delegation, licence, keys, key.kid);
  folder.write('delegation', delegation);
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

/** What a relay does every hour, in ms. */
const everyMs = 3_600_000;

const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * Lets a relay count its use every hour, and keeps it in contact with the vendor's console, if it has its address: it
 * reads the list of withdrawn licences, renews its delegation, and reports its use once a day. Without an answer it goes on
 * with what it has, and asks again in an hour.
 * @returns a function that ends it
 */
export function stayInContact(folder: RelayFolder, key: RelayKey, relay: Relay, log: Logger): () => void {
  let reported: string | undefined;
  const attempt = (what: Promise<void>, failure: string) =>
    what.catch((err: Error) => log.warn({ reason: err.message }, failure));
  const renew = async (console: string) => {
    const state = await readState(folder);
    await fetchRevocations(folder, console, state.keys);
    await fetchDelegation(folder, key, console, state);
  };
  /** A relay that gets no new delegation reports all the same. */
  const report = async (console: string) => {
    const [day, state] = [today(), await readState(folder)];
    if (reported === day || !state.delegation) return;
    await send(console, '/v1/relay/report', state, { report: await relay.report() });
    reported = day;
  };
  const work = async () => {
    await attempt(relay.countToday(), 'the use of today could not be counted');
    const { console } = folder.settings();
    if (console === undefined) return;
    await attempt(renew(console), 'the console was not reached, or gave no delegation');
    await attempt(report(console), 'the console took no report');
  };
  void work();
  const timer = setInterval(work, everyMs);
  return () => clearInterval(timer);
}
