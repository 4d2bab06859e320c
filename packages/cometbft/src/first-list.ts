import type { Assurance, ChainState } from './domain.ts'
import type { EndpointPool } from './endpoint-pool.ts'
import { anotherState } from './second-opinion.ts'
import { operatorsThatDiffer } from './state-evidence.ts'

/** How a list is known before which nothing was known: no earlier values show what to look at. */
export interface FirstOpinion {
  /** Of everything in it that is not proven by itself. */
  assurance: Exclude<Assurance, 'PROVEN'>
  /** Operators of whom another host says otherwise. */
  disputed: readonly string[]
  /** The other host; null where none answers. */
  by: string | null
}

/** Compares a first list with that of another host, where there is one that answers. */
export async function firstOpinion(
  pool: Pick<EndpointPool, 'use'>,
  state: ChainState,
): Promise<FirstOpinion> {
  const other = await anotherState(pool, state.height, [state.source.host])
  if (other === null) return { assurance: 'SINGLE', disputed: [], by: null }
  return { assurance: 'AGREED', disputed: operatorsThatDiffer(state, other), by: other.source.host }
}
