import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address in front of a server, as a virtual address or a proxy is: whoever owns it decides where it leads. */
export interface TcpGate {
  port: number
  /** Where new connections lead from now on; those that there are break off. */
  leadTo(port: number): void
  /** From now on nothing passes, in either direction, and nobody is told: a partition. */
  cut(): void
  /** What waited passes, and what comes. */
  heal(): void
  /** Each piece of an answer comes so much later. */
  slowDown(ms: number): void
  close(): Promise<void>
}

/** A gate on a free port of loopback that leads to another port of it. */
export async function openTcpGate(target: number): Promise<TcpGate> {
  let [leadsTo, isCut, lateMs] = [target, false, 0]
  const open = new Map<Socket, Socket>()

  const server = createServer((client) => {
    const behind = connect(leadsTo, '127.0.0.1')
    open.set(client, behind)
    pass(client, behind, () => 0)
    pass(behind, client, () => lateMs)
    if (isCut) for (const one of [client, behind]) one.pause()
  })

  function pass(from: Socket, to: Socket, late: () => number): void {
    let before = Promise.resolve()
    from.on('data', (bytes: Buffer) => {
      const ms = late()
      before = before.then(async () => {
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
        if (!to.destroyed) to.write(bytes)
      })
    })
    // A partition says nothing of an end either.
    const end = () => {
      if (isCut) return
      void before.then(() => to.destroy())
    }
    from.on('error', () => undefined)
    from.on('close', end)
    from.on('end', end)
  }

  function breakOff(): void {
    for (const pair of open) for (const one of pair) one.destroy()
    open.clear()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      leadsTo = port
      breakOff()
    },
    cut() {
      isCut = true
      for (const pair of open) for (const one of pair) one.pause()
    },
    heal() {
      isCut = false
      for (const pair of open) for (const one of pair) one.resume()
    },
    slowDown(ms) {
      lateMs = ms
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        breakOff()
      }),
  }
}
