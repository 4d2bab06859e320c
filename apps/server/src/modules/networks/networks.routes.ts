import type { Boot } from '@roundsman/contract/networks'
import type { HttpServer } from '../../platform/http/http-server.ts'

/** `GET /api/networks/`: what the page needs before anybody signs in. */
export function addNetworksRoutes(server: HttpServer, boot: () => Boot): void {
  server.add('networks', () => Promise.resolve({ status: 200, body: boot() }))
}
