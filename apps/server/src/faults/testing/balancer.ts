import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What stands before several web processes: each request goes to the next of them, as `deploy/Caddyfile` has it. */
export interface Balancer {
  address: string
  /** Whom requests go to from now on; those under way stay where they are. */
  leadTo(programs: readonly { address: string }[]): void
  close(): Promise<void>
}

/** A process that takes no connection is passed over before its client hears of it; one that breaks off is a 502. */
export async function openBalancer(): Promise<Balancer> {
  let targets: readonly string[] = []
  let turn = 0

  function pass(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse, tries: number): void {
    const target = targets[(turn += 1) % targets.length]
    if (target === undefined || tries === 0) {
      outgoing.writeHead(502).end()
      return
    }
    const { method, headers, url = '' } = incoming
    const asked = request(new URL(url, target), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.once('close', () => {
        if (!answer.complete) outgoing.destroy()
      })
    })
    outgoing.once('close', () => asked.destroy())
    asked.once('error', (error) => {
      if (outgoing.destroyed || outgoing.headersSent) return
      if ('code' in error && error.code === 'ECONNREFUSED') pass(incoming, body, outgoing, tries - 1)
      else outgoing.writeHead(502).end()
    })
    asked.end(body)
  }

  const server = createServer((incoming, outgoing) => {
    const pieces: Buffer[] = []
    incoming.on('data', (piece: Buffer) => pieces.push(piece))
    incoming.once('end', () => pass(incoming, Buffer.concat(pieces), outgoing, 10))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(programs) {
      targets = programs.map(({ address }) => address)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
