/**
 * The networks that contain an address, widest first, for rate limits: /32, /48 and /64 for IPv6, /24 for IPv4. A provider may assign a whole
 * /48 or more to one customer, so limiting single addresses would not stop them.
 */
export function listAddressPrefixes(address: string): string[] {
  if (address.includes(':')) {
    const groups = address.split(':')
    return [`${groups.slice(0, 2).join(':')}::/32`, `${groups.slice(0, 3).join(':')}::/48`, address]
  }
  const end = address.lastIndexOf('.')
  return end < 0 ? [address] : [`${address.slice(0, end)}.0/24`, address]
}

/** The network that a provider may assign to one customer: /48 for IPv6, /24 for IPv4. */
export const getCustomerPrefix = (address: string): string => listAddressPrefixes(address).at(-2) ?? address
