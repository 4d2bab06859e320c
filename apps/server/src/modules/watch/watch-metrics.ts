import { Gauge, type Registry } from 'prom-client'
import type { CatalogueNetwork } from '../networks/networks.public.ts'
import type { Follower } from './follower.ts'
import type { Views } from './views.ts'

export interface WatchMetricsDeps {
  metrics: Registry
  networks: readonly CatalogueNetwork[]
  views: Views
  followers: ReadonlyMap<number, Follower>
}

/** Figures that are read when somebody asks for them: of validators (from memory) and of endpoints. */
export function registerWatchMetrics({ metrics, networks, views, followers }: WatchMetricsDeps): void {
  const ofValidators = (name: string, help: string, value: (row: Row) => number | null) => {
    const gauge: Gauge<'network' | 'validator'> = new Gauge({
      name,
      help,
      labelNames: ['network', 'validator'],
      registers: [metrics],
      collect() {
        gauge.reset()
        for (const network of networks) {
          for (const row of views.of(network.blockchain_id)?.validators() ?? []) {
            const figure = value(row)
            const validator = row.operator_address ?? row.consensus_address
            if (figure !== null) gauge.set({ network: network.name, validator }, figure)
          }
        }
      },
    })
  }
  ofValidators('cosmos_validator_uptime', 'Share of the signing window that was signed.', (row) => row.uptime)
  ofValidators('cosmos_validator_voting_power', 'Consensus power.', (row) => Number(row.voting_power))
  ofValidators('cosmos_validator_commission_rate', 'Commission, 0 to 1.', (row) => row.commission_rate)

  const refused: Gauge<'network' | 'chain_id'> = new Gauge({
    name: 'roundsman_network_refused',
    help: 'A chain that answers and is not followed until `network accept`.',
    labelNames: ['network', 'chain_id'],
    registers: [metrics],
    collect() {
      refused.reset()
      for (const { blockchain_id: id } of networks) {
        const chainId = views.of(id)?.row()?.refusedChainId ?? null
        if (chainId !== null) refused.set({ network: String(id), chain_id: chainId }, 1)
      }
    },
  })
  const states: Gauge<'network' | 'host' | 'state'> = new Gauge({
    name: 'roundsman_endpoint_state',
    help: 'State of each endpoint; the present one is 1.',
    labelNames: ['network', 'host', 'state'],
    registers: [metrics],
    collect() {
      states.reset()
      for (const [network, host, view] of endpointsOf(followers))
        states.set({ network, host, state: view.state }, 1)
    },
  })
  const latencies: Gauge<'network' | 'host'> = new Gauge({
    name: 'roundsman_endpoint_latency_seconds',
    help: 'Duration of the last exchange that an endpoint answered.',
    labelNames: ['network', 'host'],
    registers: [metrics],
    collect() {
      latencies.reset()
      for (const [network, host, { latencyMs }] of endpointsOf(followers)) {
        if (latencyMs !== null) latencies.set({ network, host }, latencyMs / 1000)
      }
    },
  })
}

type Row = ReturnType<NonNullable<ReturnType<Views['of']>>['validators']>[number]

function endpointsOf(followers: ReadonlyMap<number, Follower>) {
  return [...followers].flatMap(([networkId, follower]) =>
    (follower.connection()?.pool.views() ?? []).map((view) => [String(networkId), view.host, view] as const),
  )
}
