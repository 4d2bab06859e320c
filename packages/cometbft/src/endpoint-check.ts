import type { NodeStatus } from './domain.ts'
import type { PoolClock, Verdict } from './endpoint-record.ts'
import { judge, needsProof, type VerdictInput } from './endpoint-verdict.ts'
import { ChainReadError } from './errors.ts'
import type { NodeClient } from './node-client.ts'

export interface CheckInput {
  node: NodeClient
  clock: Pick<PoolClock, 'monotonic'>
  /** Says which chain it must be; the first answer decides where that is open. */
  accept: (chainId: string) => string
  /** What the endpoint said before, if that was believed. */
  before: { height: number; at: number } | null
  best: () => VerdictInput['best']
}

export interface CheckResult {
  status: NodeStatus
  verdict: Verdict
  tookMs: number
}

/**
 * Asks an endpoint who it is and how high, and has it show the block where the claim is new or unlikely.
 *
 * @throws ChainReadError where it does not answer
 */
export async function checkEndpoint(input: CheckInput): Promise<CheckResult> {
  const { node, clock } = input
  const startedAt = clock.monotonic()
  const status = await node.status()
  const now = clock.monotonic()
  const chainId = input.accept(status.chainId)
  const first = judge({ status, chainId, best: input.best(), proof: null })
  // Whoever is not fit for use anyway need not prove anything.
  const proof =
    first.state === 'OK' && needsProof({ status, before: input.before, now })
      ? await prove(node, status)
      : null
  const verdict = proof === null ? first : judge({ status, chainId, best: input.best(), proof })
  return { status, verdict, tookMs: Math.max(0, now - startedAt) }
}

/**
 * The block below the claimed one has to be there (or that one itself, where the node keeps no other), of this chain
 * and not younger. Below, since behind a balancer the
 * next request may meet a node that is one block late.
 */
async function prove(node: NodeClient, status: NodeStatus): Promise<'shown' | 'not_shown'> {
  try {
    const { header } = await node.commit(Math.max(1, status.earliestHeight ?? 1, status.latestHeight - 1))
    return header.time <= status.latestBlockTime ? 'shown' : 'not_shown'
  } catch (error) {
    if (error instanceof ChainReadError && NO_SUCH_BLOCK.has(error.kind)) return 'not_shown'
    throw error
  }
}

const NO_SUCH_BLOCK: ReadonlySet<ChainReadError['kind']> = new Set(['rpc', 'pruned', 'schema'])
