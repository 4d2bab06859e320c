import { ChainReadError } from './errors.ts'
import type { NodeClient } from './node-client.ts'

export interface LowestKeptInput {
  node: NodeClient
  /** A height that the node no longer keeps. */
  pruned: number
  /** A height that it should keep. */
  kept: number
  /** Where the node says that it begins, from its status; null where it does not say. */
  hint: number | null
}

/**
 * The lowest height whose commit a node still has, by halving: what `/status` says may be old by now, and nodes word
 * their refusals differently.
 *
 * @throws ChainReadError pruned where it does not even have `kept`
 */
export async function lowestKept({ node, pruned, kept, hint }: LowestKeptInput): Promise<number> {
  if (kept <= pruned) {
    const reason = `nothing above height ${pruned} yet`
    throw new ChainReadError({ kind: 'pruned', host: node.host, method: 'commit', reason })
  }
  await node.commit(kept)
  let low = pruned
  let high = kept
  let next = hint !== null && hint > low && hint < high ? hint : middle(low, high)
  while (high - low > 1) {
    const has = await keeps(node, next)
    if (has) high = next
    else low = next
    // The hint is right more often than not: then the block below it settles the matter.
    next = next === hint && has && next - 1 > low ? next - 1 : middle(low, high)
  }
  return high
}

function middle(low: number, high: number): number {
  return Math.floor((low + high) / 2)
}

async function keeps(node: NodeClient, height: number): Promise<boolean> {
  try {
    await node.commit(height)
    return true
  } catch (error) {
    if (error instanceof ChainReadError && error.kind === 'pruned') return false
    throw error
  }
}
