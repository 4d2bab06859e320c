import { readChainState } from './chain-state.ts'
import type { Assurance, ChainState } from './domain.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { ChainReadError } from './errors.ts'
import { differenceBetween } from './state-evidence.ts'

export interface Opinion {
  assurance: Exclude<Assurance, 'PROVEN'>
  /** What another host says otherwise, where no third one takes the side of this state; null where nobody objects. */
  difference: string | null
}

/**
 * What other hosts say of a state that cannot be proven: two that agree are believed, one alone when nobody else
 * answers. Of two that differ a third one decides; without one neither is believed.
 */
export async function secondOpinion(
  pool: Pick<EndpointPool, 'use'>,
  state: ChainState,
  height: number,
): Promise<Opinion> {
  const { host } = state.source
  const second = await anotherState(pool, height, [host])
  if (second === null) return { assurance: 'SINGLE', difference: null }
  const difference = differenceBetween(state, second)
  if (difference === null) return { assurance: 'AGREED', difference: null }
  const others = second.source.host
  const third = await anotherState(pool, height, [host, others])
  if (third !== null && differenceBetween(state, third) === null)
    return { assurance: 'AGREED', difference: null }
  return { assurance: 'SINGLE', difference: `${others} says otherwise at height ${height}: ${difference}` }
}

/** The state as a host says it that is none of `hosts`; null where no other one answers. */
export async function anotherState(
  pool: Pick<EndpointPool, 'use'>,
  height: number,
  hosts: readonly string[],
): Promise<ChainState | null> {
  try {
    return await pool.use(async (node) => (hosts.includes(node.host) ? null : readChainState(node, height)), {
      otherThan: hosts,
    })
  } catch (error) {
    if (error instanceof ChainReadError) return null
    throw error
  }
}
