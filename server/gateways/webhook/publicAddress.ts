import ipaddr from 'ipaddr.js';

/** A network in CIDR notation, parsed. */
export type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Global unicast (RFC 4291): outside it, IANA has given out no public IPv6 addresses. */
const globalUnicast: Network = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * Parses the setting WEBHOOK_NETWORKS.
 * @param networks in CIDR notation, or single addresses
 * @throws an error that names the text which is neither
 */
export const parseNetworks = (networks: readonly string[]): Network[] =>
  networks.map((text) => {
    try {
      return ipaddr.parseCIDR(text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`);
    } catch {
      throw new Error(`"${text}" is no network such as 10.0.0.0/8`);
    }
  });

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, [start, length]: Network): boolean {
  return address.kind() === start.kind() && (address as ipaddr.IPv6).match(start as ipaddr.IPv6, length);
}

/**
 * True if requests may be sent to an address: it is public, or in one of the operator's own networks. Everything in IANA's
 * registries of special-purpose addresses (RFC 6890) is not public, and neither is an IPv6 address with an IPv4 address
 * in it (mapped, compatible, NAT64, 6to4, Teredo), whichever that is. A network of IPv4 allows no such IPv6 address.
 * @param address an IPv4 or IPv6 address without brackets; any other text is not allowed
 */
export function isAllowedAddress(address: string, networks: readonly Network[]): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (networks.some((network) => isIn(parsed, network))) return true;
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || isIn(parsed, globalUnicast));
}
