import ipaddr from 'ipaddr.js'

/** What an address is counted as: an IPv4 address by itself, an IPv6 address by its /64, which one customer owns whole. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4)
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`
}

/** True for 127.0.0.0/8 and ::1, also written as IPv4 in IPv6. */
export function isLoopback(ip: string | undefined): boolean {
  return ip !== undefined && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'loopback'
}

/** True for names and addresses that never leave the machine, where browsers take cookies without TLS. */
export function isLoopbackHost(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    name === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(name)
  )
}
