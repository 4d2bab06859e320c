import type { StoreClient } from '../../../platform/clients/store-client.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { AdminTerminal } from '../../../platform/process/module.ts'
import type { CatalogueNetwork } from '../../networks/networks.public.ts'
import { storeLapseMs } from '../showing/bridge-view.ts'
import { askStore, reachOf } from './store-reader.ts'

/**
 * The part of `check` about the store that bridges push to: asks it for each network as the program does, and prints a
 * line for each. False where one is not answered whole, or only up to more than a minute ago.
 */
export async function checkStore(
  client: StoreClient,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  networks: readonly Pick<CatalogueNetwork, 'blockchain_id' | 'name'>[],
  terminal: AdminTerminal,
): Promise<boolean> {
  terminal.print(`Bridges, from the store ${client.host}:`)
  let isWell = true
  for (const { blockchain_id: networkId, name } of networks) {
    const askedAt = clock.monotonic()
    const line = await askStore(client, networkId).then(
      (answer) => {
        const reaches = reachOf(answer, clock.now())
        const behindMs = reaches === null ? null : clock.now() - reaches
        if (!answer.isWhole || (behindMs !== null && behindMs > storeLapseMs)) isWell = false
        return [
          `${answer.bridges.length} bridges`,
          `${answer.heartbeats.length} heartbeats`,
          behindMs === null
            ? 'it does not tell how far it reaches'
            : `everything up to ${Math.round(behindMs / 1000)} s ago`,
          ...(answer.isWhole ? [] : ['ONLY A PART OF IT ANSWERED']),
          `answered in ${Math.round(clock.monotonic() - askedAt)} ms`,
        ].join(', ')
      },
      (error: unknown) => {
        isWell = false
        return `NOT USABLE, ${error instanceof Error ? error.message : String(error)}`
      },
    )
    terminal.print(`  ${name} (${networkId}): ${line}`)
  }
  return isWell
}
