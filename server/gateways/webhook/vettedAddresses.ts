import { isIP } from 'node:net';
import { isAllowedAddress, type Network } from './publicAddress.ts';
import type { ResolveName } from './resolveName.ts';
import { hostOf } from './webhookAddress.ts';

/** Where requests may go, and how names are looked up. */
export interface AddressRules {
  readonly networks: readonly Network[];
  readonly lookup: ResolveName;
}

/** A request that was not sent, because of the host that it names. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused';
  readonly code: 'dns' | 'timeout' | 'refused_address';

  constructor(code: HostRefused['code']) {
    super(code);
    this.code = code;
  }
}

/** Rejects as soon as the time limit has passed. */
const limited = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> =>
  Promise.race([
    promise,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new HostRefused('timeout')), { once: true });
    }),
  ]);

/**
 * Looks up the host of an address and vets all that it resolves to.
 * @returns the addresses to which the connection has to go
 * @throws HostRefused if one of them is neither public nor in an allowed network
 */
export async function vettedAddresses(url: URL, { networks, lookup }: AddressRules, signal: AbortSignal) {
  const host = hostOf(url);
  const addresses = isIP(host)
    ? [host]
    : await limited(
        lookup(host, signal).catch(() => {
          throw new HostRefused('dns');
        }),
        signal,
      );
  if (addresses.length === 0) throw new HostRefused('dns');
  if (!addresses.every((address) => isAllowedAddress(address, networks))) throw new HostRefused('refused_address');
  return addresses;
}
