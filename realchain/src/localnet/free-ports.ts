import { createServer } from 'node:net'
import type { SdkVersion } from './node-binary.ts'

/** Ports of one node: the same numbers on every loopback address. */
export interface Ports {
  rpc: number
  p2p: number
}

/** Where a chain looks for room: away from the usual 26656 and from ephemeral ports, each SDK in its own half. */
const firstOf: Record<SdkVersion, number> = { '0.53': 28_100, '0.46': 28_550 }
const room = 440
const step = 20

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })

/** Finds two ports that are free on every one of `hosts`. */
export async function freePorts(version: SdkVersion, hosts: readonly string[]): Promise<Ports> {
  const first = firstOf[version]
  for (let base = first; base < first + room; base += step) {
    const checks = hosts.flatMap((host) => [isFree(host, base), isFree(host, base + 1)])
    if ((await Promise.all(checks)).every(Boolean)) return { rpc: base, p2p: base + 1 }
  }
  throw new Error(`no free pair of ports from ${first} to ${first + room} on ${hosts.join(', ')}`)
}
