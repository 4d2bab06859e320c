import ipaddr from 'ipaddr.js'

/**
 * The part of an address that limits count by: IPv4 as it is (also when mapped into IPv6), of IPv6 the /64, which is
 * what one customer gets.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const parts = ipaddr.IPv6.parse(address.toString().replace(/%.*$/, '')).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}
