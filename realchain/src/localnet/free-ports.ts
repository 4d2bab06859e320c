import { createServer } from 'node:net'

/** Ports of one node: the same numbers on every loopback address. */
export interface Ports {
  rpc: number
  p2p: number
}

/**
 * Where a chain looks for ports: away from the usual 26656 and from ephemeral ones. Chains that run at the same time
 * have a room each: while one is stopped to begin again its ports look free, and would be taken from it.
 */
const firstOf = {
  '0.53': 28_100,
  '0.46': 28_550,
  product: 29_000,
  '0.55': 29_450,
  liar: 29_900,
  bench: 30_350,
} as const
export type Room = keyof typeof firstOf
const size = 440
const step = 20

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })

/** Finds two ports that are free on every one of `hosts`. */
export async function freePorts(room: Room, hosts: readonly string[]): Promise<Ports> {
  const first = firstOf[room]
  for (let base = first; base < first + size; base += step) {
    const checks = hosts.flatMap((host) => [isFree(host, base), isFree(host, base + 1)])
    if ((await Promise.all(checks)).every(Boolean)) return { rpc: base, p2p: base + 1 }
  }
  throw new Error(`no free pair of ports from ${first} to ${first + size} on ${hosts.join(', ')}`)
}
