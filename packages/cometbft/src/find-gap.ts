import type { EndpointView } from './domain.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { ChainReadError, gravest } from './errors.ts'
import { lowestKept } from './lowest-kept.ts'
import type { NodeClient } from './node-client.ts'

export interface Gap {
  from: number
  to: number
}

export interface GapInput {
  pool: EndpointPool
  /** What no endpoint keeps. */
  from: number
  /** Makes sure that what a node shows of a height is the chain's. @throws ChainReadError */
  prove: (node: NodeClient, height: number) => Promise<void>
}

/**
 * No endpoint keeps `from`: up to where is nothing kept by any? All that are fit for use are asked, and the one that
 * reaches back furthest counts: one alone could give up heights that another keeps, or show some that are not there.
 *
 * @throws ChainReadError; `pruned` while one that does not answer may keep more
 */
export async function findGap({ pool, from, prove }: GapInput): Promise<Gap> {
  const answers = await pool.poll(async (node, view) => {
    const lowest = await lowestKept({
      node,
      pruned: from,
      kept: newestSettled(view),
      hint: view.earliestHeight,
    })
    await prove(node, lowest)
    return lowest
  })
  const lowest = answers.flatMap((one) => (one.ok ? [one.value] : []))
  if (lowest.length === 0)
    throw gravest(answers.flatMap((one) => (one.ok ? [] : [one.error]))) ?? nobody(from)
  const end = Math.min(...lowest) - 1
  if (end > from && pool.mayKeepSoon(end)) throw nobody(from)
  return { from, to: end }
}

const newestSettled = ({ height }: EndpointView) => (height ?? 0) - 1

function nobody(from: number): ChainReadError {
  const reason = `no endpoint that answers now keeps height ${from}, and another may`
  return new ChainReadError({ kind: 'pruned', host: 'pool', method: 'commit', reason })
}
