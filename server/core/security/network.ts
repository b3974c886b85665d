import ipaddr from 'ipaddr.js';

/**
 * For whom an address is counted: an IPv4 address by itself, however it is written; one of IPv6 by the 64 bits of its
 * network, since whoever has one address there has them all. Any other text is left as it is.
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
