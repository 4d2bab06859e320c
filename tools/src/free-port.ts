import { createServer } from 'node:net'

/** The wanted port, or any for 0, after making sure that nobody listens on it at this moment. */
export function freePort(wanted: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => {
      reject(
        new Error(
          `Port ${wanted} on ${host} is in use (${error.message}). Set ROUNDSMAN_PORT to choose another.`,
        ),
      )
    })
    server.listen(wanted, host, () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}
