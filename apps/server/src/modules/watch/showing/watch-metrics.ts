import { Gauge, type Registry } from 'prom-client'
import type { CatalogueNetwork } from '../../networks/networks.public.ts'
import type { NetworkView } from './network-view.ts'
import type { Views } from './views.ts'

/**
 * Figures that are read when somebody asks for them: validators and networks as they are committed. No role keeps the
 * memory up to date for this: whoever asks has it done.
 */
export function registerWatchMetrics(
  metrics: Registry,
  networks: () => readonly CatalogueNetwork[],
  views: Views,
): void {
  /** False where the database does not answer: then nothing is said, rather than what was true some time ago. */
  const isFresh = coalesced(() =>
    views.refresh().then(
      () => true,
      () => false,
    ),
  )
  const committed = <L extends string>(name: string, help: string, labelNames: L[], figures: Figures<L>) => {
    const gauge: Gauge<L> = new Gauge({
      name,
      help,
      labelNames,
      registers: [metrics],
      async collect() {
        const known = await isFresh()
        gauge.reset()
        for (const network of known ? networks() : []) {
          const view = views.of(network.blockchain_id)
          for (const [labels, figure] of view ? figures(network, view) : [])
            if (figure !== null) gauge.set(labels, figure)
        }
      },
    })
  }
  const ofValidators = (name: string, help: string, value: (row: Row) => number | null) => {
    committed(name, help, ['network', 'validator'], (network, view) =>
      view.validators().map((row) => {
        const validator = row.operator_address ?? row.consensus_address
        return [{ network: network.name, validator }, value(row)]
      }),
    )
  }
  ofValidators('cosmos_validator_uptime', 'Share of the signing window that was signed.', (row) => row.uptime)
  ofValidators('cosmos_validator_voting_power', 'Consensus power.', (row) => Number(row.voting_power))
  ofValidators('cosmos_validator_commission_rate', 'Commission, 0 to 1.', (row) => row.commission_rate)
  committed(
    'roundsman_network_refused',
    'A chain that answers and is not followed until `network accept`.',
    ['network', 'chain_id'],
    ({ blockchain_id: id }, view) => {
      const chainId = view.row()?.refusedChainId ?? null
      return chainId === null ? [] : [[{ network: String(id), chain_id: chainId }, 1]]
    },
  )
  committed(
    'roundsman_network_assurance',
    'How the newest block and the last state are known (PROVEN, AGREED, SINGLE); the present one is 1.',
    ['network', 'of', 'assurance'],
    ({ blockchain_id: id }, view) => {
      const row = view.row()
      const known = { block: row?.assurance ?? null, state: row?.stateAssurance ?? null }
      return Object.entries(known).flatMap(([of, assurance]) =>
        assurance === null ? [] : [[{ network: String(id), of, assurance }, 1]],
      )
    },
  )
}

type Figures<L extends string> = (
  network: CatalogueNetwork,
  view: NetworkView,
) => readonly (readonly [Record<L, string>, number | null])[]
type Row = ReturnType<NonNullable<ReturnType<Views['of']>>['validators']>[number]

/** Several figures are asked for at once: one query serves them all. */
function coalesced<T>(query: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null
  return () => {
    underWay ??= query().finally(() => {
      underWay = null
    })
    return underWay
  }
}
