import { cleanText } from './text.ts';

/** A machine that asks for a lease. */
export interface Machine {
  /** Identifies the machine, 8 to 200 characters (kit/SPEC.md, "The fingerprint"). */
  readonly fingerprint: string;
  /** What the customer calls it, such as its host name. */
  readonly name: string;
  /** The version of the product. */
  readonly version?: string | undefined;
}

/** What a console or a relay answered. */
export interface Activation {
  /** The new lease, to be saved; null if there is none. */
  readonly lease: string | null;
  /** `ok`, `no_connection`, or the code of a refusal (kit/SPEC.md, "Asking the console"). */
  readonly reason: string;
}

type Body = Readonly<Record<string, unknown>>;

const noConnection: Activation = { lease: null, reason: 'no_connection' };

/** Sends a request with the licence as its authorization, for ten seconds at most. */
async function ask(address: string, path: string, licence: string, body: object, part: string): Promise<Activation> {
  try {
    const answer = await fetch(address.replace(/\/+$/, '') + path, {
      method: 'POST',
      headers: { authorization: cleanText(licence), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    });
    const { [part]: value, lease, code } = (await answer.json()) as Body;
    if (answer.ok && typeof value === 'string')
      return { lease: typeof lease === 'string' ? lease : null, reason: 'ok' };
    return !answer.ok && typeof code === 'string' ? { lease: null, reason: code } : noConnection;
  } catch {
    // No network, or something else than a console answers.
    return noConnection;
  }
}

/**
 * Asks the console of the vendor, or a relay, for a seat of the licence. A machine that has one gets a newer lease.
 * @param address of the console or the relay, such as `https://console.example`
 * @param licence its text, also as mails and terminals leave it
 */
export const activate = (address: string, licence: string, machine: Machine): Promise<Activation> =>
  ask(address, '/v1/activation', licence, machine, 'lease');

/**
 * Gives the seat of this machine back, for example when the product is removed from it. Delete its lease then.
 * @param address of the console or the relay
 * @param licence its text
 */
export const release = (address: string, licence: string, fingerprint: string): Promise<Activation> =>
  ask(address, '/v1/lease/release', licence, { fingerprint }, 'expires_at');
