import { createServer } from 'node:net'

/** Ports of one node: the same numbers on every loopback address. */
export interface Ports {
  rpc: number
  p2p: number
}

/** Where the suite looks for room: a range of its own, away from the usual 26656 and from ephemeral ports. */
const first = 28_100
const last = 28_980
const step = 20

const isFree = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })

/** Finds two ports that are free on every one of `hosts`. */
export async function freePorts(hosts: readonly string[]): Promise<Ports> {
  for (let base = first; base <= last; base += step) {
    const checks = hosts.flatMap((host) => [isFree(host, base), isFree(host, base + 1)])
    if ((await Promise.all(checks)).every(Boolean)) return { rpc: base, p2p: base + 1 }
  }
  throw new Error(`no free pair of ports between ${first} and ${last} on ${hosts.join(', ')}`)
}
