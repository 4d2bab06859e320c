import { isAllowed } from '@roundsman/contract/abilities'
import { attentionOf } from '@roundsman/contract/validator-state'
import type { Clock } from '../../platform/clock.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import type { Networks } from '../networks/networks.public.ts'
import type { Views } from './views.ts'

export interface WatchRoutesDeps {
  views: Views
  networks: Pick<Networks, 'all'>
  clock: Pick<Clock, 'monotonic'>
}

/** The list of a network, from memory in bytes that are made once for each change, and how every network is. */
export function addWatchRoutes(server: HttpServer, { views, networks, clock }: WatchRoutesDeps): void {
  server.add('validators', ({ params }) => {
    const view = views.of(params.blockchainId)
    if (!view) return Promise.reject(new ProblemError('network_not_found'))
    const { body, kept } = view.list(clock.monotonic())
    return Promise.resolve({ status: 200, body, kept })
  })
  server.add('networkStatuses', (_input, { caller }) => {
    const readable = networks.all().filter(({ access }) => isAllowed(caller.abilities, 'read', access))
    const statuses = readable.flatMap(({ blockchain_id }) => {
      const view = views.of(blockchain_id)
      if (!view) return []
      const attention = attentionOf(view.validators())
      return [{ blockchain_id, status: view.status(clock.monotonic()), attention }]
    })
    return Promise.resolve({ status: 200, body: { networks: statuses } })
  })
}
