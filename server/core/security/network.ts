import ipaddr from 'ipaddr.js';

/**
 * The network that an address is counted as: an IPv4 address itself, in one form; for IPv6 its first 64 bits, since one
 * subscriber has all addresses of that network. Any other text is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
