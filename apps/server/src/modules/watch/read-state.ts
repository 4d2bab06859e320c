import type { BlockObservation, ChainState, SetMember, UpgradePlan } from '@roundsman/cometbft/domain'
import { ChainReadError } from '@roundsman/cometbft/errors'
import type { StateRequest } from '@roundsman/cometbft/state-reader'
import type { ChainMemory } from './chain-memory.ts'
import type { Connection } from './connection.ts'
import { counterBoundsAt } from './model/counter-bounds.ts'
import { stateProblem } from './state-problem.ts'

export interface StateWanted {
  height: number
  /** The block of that height, where it is at hand. */
  block: BlockObservation | null
  /** The header above it, and the set that it announces, where they are. */
  newest: StateRequest['newest']
  nextSet: readonly SetMember[] | null
}

/**
 * The state at a height, or why there is none to believe. What differs from what the database knows is proven, or as
 * well known as it can be on this chain, before it comes out: `sources` says how.
 */
export async function readState(
  { states, plans }: Pick<Connection, 'states' | 'plans'>,
  memory: ChainMemory,
  { height, block, newest, nextSet }: StateWanted,
): Promise<{ state: ChainState } | { problem: string }> {
  try {
    const state = await states.read({
      height,
      newest,
      nextSet,
      known: memory.records,
      counters: counterBoundsAt(memory.model, height),
      problemOf: (answer) => stateProblem(answer, { ...memory.row, block }),
    })
    const upgrade = await plans.read({ state, newest, known: plannedIn(memory.row) })
    return { state: { ...state, upgrade } }
  } catch (error) {
    if (!(error instanceof ChainReadError)) throw error
    return { problem: error.message }
  }
}

function plannedIn({ upgradeName, upgradeHeight }: ChainMemory['row']): UpgradePlan | null {
  return upgradeHeight === null ? null : { name: upgradeName ?? '', height: upgradeHeight }
}
