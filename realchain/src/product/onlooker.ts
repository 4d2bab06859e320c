import { until } from '../localnet/until.ts'
import type { ChainTruth } from './chain-truth.ts'
import type { Listed, ProductSession } from './product-session.ts'

/** Looks at the lists of several networks that are one chain, again and again, and notes what is not so. */
export interface Onlooker {
  /** Looks on until `isOver`. */
  watch(
    what: string,
    isOver: (lists: ReadonlyMap<number, Listed>) => Promise<boolean> | boolean,
  ): Promise<void>
  /** What the list of a network has ever said that is not so: somebody jailed, a refusal, a height that is not there. */
  untruths(network: number): readonly string[]
  /** How many blocks the letters of a network were ever behind those of the first one, which nobody lies to. */
  mostBlocksLate(network: number): number
}

interface OnlookerInput {
  session: ProductSession
  truth: ChainTruth
  /** The first one is what the others are held against: a busy machine is as slow for it as for them. */
  networks: readonly number[]
  waitMs: number
}

export function createOnlooker({ session, truth, networks, waitMs }: OnlookerInput): Onlooker {
  const untruths = new Map<number, string[]>(networks.map((network) => [network, []]))
  const latest = new Map<number, number>()

  async function poll(): Promise<ReadonlyMap<number, Listed>> {
    const lists = new Map<number, Listed>()
    for (const network of networks) lists.set(network, await session.list(network))
    const newest = await truth.newest()
    const [first] = lists.values()
    for (const [network, list] of lists) {
      untruths.get(network)?.push(...untruthsIn(list, newest))
      const late = first === undefined ? 0 : await blocksBetween(list, first)
      latest.set(network, Math.max(latest.get(network) ?? 0, late))
    }
    return lists
  }

  async function blocksBetween(behind: Listed, ahead: Listed): Promise<number> {
    const [from, to] = [lettersAt(behind), lettersAt(ahead)]
    if (from >= to) return 0
    // Letters are of heights below the newest one.
    let height = (ahead.network_height ?? 1) - 1
    let blocks = 0
    for (let at = Number.POSITIVE_INFINITY; at > from; height--) {
      ;({ at } = await truth.block(height))
      if (at > from && at <= to) blocks += 1
    }
    return blocks
  }

  return {
    watch: async (what, isOver) => {
      await until({
        what,
        deadlineMs: waitMs,
        everyMs: 100,
        poll: async () => {
          const lists = await poll()
          if (await isOver(lists)) return true
          throw new Error(summaryOf(lists, untruths))
        },
      })
    },
    untruths: (network) => untruths.get(network) ?? [],
    mostBlocksLate: (network) => latest.get(network) ?? 0,
  }
}

/** Header time of the newest block with letters, Unix ms. */
function lettersAt({ validators }: Listed): number {
  return Math.max(...validators.map(({ updated_at: at }) => Date.parse(at)))
}

function untruthsIn({ network_height: height, status, validators }: Listed, newest: number): string[] {
  return [
    ...validators.filter(({ jailed }) => jailed !== false).map(({ moniker }) => `${moniker ?? ''} is jailed`),
    ...(status.refused === null ? [] : [`refused: ${status.refused.reason}`]),
    ...((height ?? 0) > newest ? [`height ${height} of ${newest}`] : []),
    ...(status.state === 'LIVE' ? [] : [`the network is ${status.state}`]),
  ]
}

/** For whoever waits in vain. */
function summaryOf(
  lists: ReadonlyMap<number, Listed>,
  untruths: ReadonlyMap<number, readonly string[]>,
): string {
  const lines = [...lists].map(([network, { network_height: height }]) => {
    const [first] = untruths.get(network) ?? []
    return `network ${network} at height ${height}${first === undefined ? '' : `, ${first}`}`
  })
  return lines.join('; ')
}
