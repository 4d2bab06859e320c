import type { ChainState } from './chain-state.ts'
import type { ChainWorld } from './chain-world.ts'
import { eraOf, eraStart } from './era-plan.ts'
import { recordInEra } from './record-in-era.ts'
import { newSigningInfo } from './signing-info.ts'

/** Blocks by which stakes settle before an era ends, so that the last set of one is the first of the next. */
const SETTLE_BEFORE = 4

/** Whether this height is the one at which everybody gets ready for the next era. */
export function settlesAt(world: ChainWorld, height: number): boolean {
  if (!world.natural) return false
  return height + SETTLE_BEFORE === eraStart(world.profile, eraOf(world.profile, height) + 1)
}

/** Puts stakes, commissions and jails to what the next era begins with; nobody is jailed in the blocks that remain. */
export function settle(state: ChainState, world: ChainWorld): void {
  const next = eraOf(world.profile, state.height) + 1
  state.validators = world.roster.map((entry) => {
    const record = recordInEra(world, entry, next)
    const was = state.validators[entry.index] ?? null
    return record === null || was === null ? record : { ...record, status: was.status }
  })
  state.infos = state.infos.map((info, index) =>
    info === null || state.validators[index]?.jailed === true ? info : newSigningInfo(state.height),
  )
  state.pending = []
}
