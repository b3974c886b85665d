import ipaddr from 'ipaddr.js';

/** The site that passkeys belong to. */
export interface PasskeySite {
  /** The id of the relying party: the host name. */
  readonly rpID: string;
  /** The only origin at which a browser may use them. */
  readonly origin: string;
}

/** True for addresses that only this computer reaches, or by which a server listens on all of its addresses. */
const isLocal = (host: string): boolean =>
  ipaddr.isValid(host) && ['loopback', 'unspecified'].includes(ipaddr.process(host).range());

/**
 * The site of passkeys for the address of the console. Browsers accept a host name (WebAuthn 3, 5.1.3) in a secure
 * context: with https, or `localhost`. This computer is called `localhost` there, never by its number.
 * @param publicUrl the address of the console
 * @returns undefined where browsers accept no passkeys: an IP address of a network, or plain http
 */
export function passkeySiteOf(publicUrl: string): PasskeySite | undefined {
  const { protocol, hostname, port } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const rpID = isLocal(host) ? 'localhost' : host;
  const isSecure = protocol === 'https:' || rpID === 'localhost' || rpID.endsWith('.localhost');
  if (!isSecure || ipaddr.isValid(rpID)) return undefined;
  const named = isLocal(host) ? rpID : hostname;
  return { rpID, origin: `${protocol}//${named}${port && `:${port}`}` };
}
