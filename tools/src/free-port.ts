import { createServer } from 'node:net'

/** The wanted port, or any for 0, after making sure that nobody listens on it at this moment. */
export function freePort(wanted: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => {
      reject(
        new Error(`Port ${wanted} of ${host} is taken (${error.message}). ROUNDSMAN_PORT chooses another.`),
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
