import { isIP } from 'node:net';
import { isAllowedAddress, parseNetworks } from './publicAddress.ts';

/** Why a text cannot be the address of a webhook. `invalid` includes an address without a host. */
export type WebhookUrlMistake = 'invalid' | 'too_long' | 'scheme' | 'credentials' | 'port' | 'private_address';

export interface WebhookUrlOptions {
  /** True if `http:` and all ports are allowed (WEBHOOK_HTTP). */
  readonly allowHttp: boolean;
  /** Networks in CIDR notation that are allowed although they are not public (WEBHOOK_NETWORKS). */
  readonly networks: readonly string[];
}

/** In characters. */
const mostCharacters = 2000;
/** The URL parser leaves out 443, the standard port. */
const usualPorts = ['', '443', '8443'];

/** The host of an address as a name, or as an IP address without brackets. */
export const hostOf = ({ hostname }: URL): string => (hostname.startsWith('[') ? hostname.slice(1, -1) : hostname);

/** The addresses of a name that always means this machine (RFC 6761), or of an IP address; undefined for other names. */
function knownAddresses(host: string): readonly string[] | undefined {
  if (isIP(host)) return [host];
  return /(^|\.)localhost\.?$/.test(host) ? ['127.0.0.1', '::1'] : undefined;
}

/**
 * Checks what is known of an address without looking up its name; the look-up is checked at each delivery. Hosts are
 * read as the URL standard does (https://url.spec.whatwg.org), so `0x7f.1`, `2130706433` and full-width digits are
 * recognized as the IP addresses that they are.
 * @returns the first mistake; undefined if there is none
 * @throws an error if one of the networks is none
 */
export function webhookUrlMistake(url: string, options: WebhookUrlOptions): WebhookUrlMistake | undefined {
  const { allowHttp } = options;
  if (url.length > mostCharacters) return 'too_long';
  if (!URL.canParse(url)) return 'invalid';
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' && !(allowHttp && parsed.protocol === 'http:')) return 'scheme';
  if (parsed.username || parsed.password) return 'credentials';
  if (!allowHttp && !usualPorts.includes(parsed.port)) return 'port';
  const addresses = knownAddresses(hostOf(parsed));
  const networks = parseNetworks(options.networks);
  const isAllowed = addresses?.some((address) => isAllowedAddress(address, networks)) ?? true;
  return isAllowed ? undefined : 'private_address';
}
