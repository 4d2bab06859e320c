import type { Condition } from '../catalogue/condition.ts'
import { conditions } from '../catalogue/conditions.data.ts'
import {
  decideCommission,
  decideSlashes,
  decideStake,
  ofCommission,
  ofSlashes,
  ofStake,
  sceneOf,
} from './changes.ts'
import { decideAll, type Draft, isolated, type Scene } from './decision.ts'
import { evaluateValidator, valueOfValidator } from './evaluate.ts'
import type { Basis, ChainEvent, StateObservation, ValidatorReading } from './observation.ts'
import type { Detail, Target } from './outcome.ts'
import { cleanBlocksAt, cleanRunAfter, missRunAfter, type TargetState, truthOf } from './state.ts'
import type { Instant } from './transition.ts'

const ofValidators = conditions.filter(({ targetType }) => targetType === 'VALIDATOR')
/** What every block decides. */
const ofBlocks = ofValidators.filter(({ type }) => type === 'UPTIME')
const ofStates = ofValidators.filter(({ comparison, type }) => comparison !== 'CHANGED' && type !== 'UPTIME')
const jailedOnly = ofStates.filter(({ subject }) => subject === 'jailed')

/** Kinds of the timeline that tell when, and at which block, a condition turned. */
const eventKinds: Partial<Record<Condition['subject'], readonly string[]>> = {
  tombstoned: ['tombstoned'],
  bonded: ['bonded', 'unbonding', 'unbonded'],
  commission_above: ['commission_changed'],
}

/** What is the same for every validator of an observation. */
export interface Common {
  draft: Draft
  instant: Instant
  basis: Basis
  now: number
  /** Of the power, what missed the newest block; null: not known. */
  missedShare: number | null
  signedShare: number | null
}

/** Part of the voting power that missed a block; null where nothing is known of the block. */
export function missedShareOf(values: readonly (ValidatorReading | null)[]): number | null {
  let missed: number | null = null
  for (const reading of values) {
    if (reading === null || reading.letter === null) continue
    missed = (missed ?? 0) + (reading.letter === 'm' ? (reading.powerShare ?? 0) : 0)
  }
  return missed
}

/**
 * One block more: who missed it, who signed again. `previous`: the height decided before it; undefined where the letters
 * are those of the newest height, looked at again.
 */
export function decideBlock(
  common: Common,
  values: readonly (ValidatorReading | null)[],
  previous?: number | null,
): void {
  for (const reading of values) {
    if (reading === null || reading.id === null) continue
    const scene = sceneFor(common, reading, reading.id)
    isolated(scene, ofBlocks, () => {
      if (previous !== undefined) countBlocks(scene, reading, previous)
      const { clean: run, misses } = common.draft.target(scene.target.key)
      const clean = cleanBlocksAt(run, common.draft.head.height)
      const outage = misses?.streak ?? undefined
      decideAll({ ...scene, instant: { ...scene.instant, outage } }, ofBlocks, (condition, was) =>
        evaluateValidator(condition, { reading, clean }, was),
      )
    })
  }
}

/** A new state, or rows that changed: everything that is not decided by blocks. Who is not named is gone. */
export function decideStates(
  common: Common,
  { values, events }: StateObservation,
  previousAt: number | null,
): void {
  const { draft } = common
  const present = new Set<string>()
  for (const reading of values) {
    if (reading === null || reading.id === null) continue
    const { id } = reading
    const scene = sceneFor(common, reading, id)
    present.add(scene.target.key)
    const own = events.length === 0 ? events : events.filter(({ validatorId }) => validatorId === id)
    isolated(scene, jailedOnly, () => decideJailings(scene, own))
    for (const condition of ofStates) {
      const kinds = eventKinds[condition.subject] ?? []
      const at =
        own.length === 0
          ? scene
          : sceneOf(
              scene,
              own.findLast(({ kind }) => kinds.includes(kind)),
            )
      decideAll(at, [condition], (one, was) => evaluateValidator(one, { reading, clean: 0 }, was))
    }
    decideChanges(scene, { reading, events: own, previousAt })
  }
  for (const key of draft.keys()) if (key.startsWith('validator:') && !present.has(key)) draft.close(key)
}

function decideChanges(
  scene: Scene,
  of: { reading: ValidatorReading; events: readonly ChainEvent[]; previousAt: number | null },
): void {
  const { reading, events, previousAt } = of
  isolated(scene, ofSlashes, () => decideSlashes(scene, events, reading.tokens !== null))
  isolated(scene, ofCommission, () => {
    const commission = events.findLast(({ kind }) => kind === 'commission_changed')
    decideCommission(sceneOf(scene, commission), reading.commissionRate)
  })
  isolated(scene, ofStake, () => decideStake(scene, reading.tokens?.toString() ?? null, previousAt))
}

/** Jailings of the timeline, with the un-jailings between them, which no state may show. */
function decideJailings(scene: Scene, events: readonly ChainEvent[]): void {
  for (const event of events) {
    if (event.kind !== 'jailed' && event.kind !== 'unjailed') continue
    // The first value that is ever seen is that of a state.
    const isKnown = jailedOnly.every(({ id }) => scene.draft.target(scene.target.key).conditions[id])
    if (isKnown) decideAll(sceneOf(scene, event), jailedOnly, () => truthOf(event.kind === 'jailed'))
  }
}

/** Signed blocks in a row and missed ones, counted only while a condition waits for them. */
function countBlocks(
  { draft, target, instant }: Scene,
  { letter }: ValidatorReading,
  previous: number | null,
): void {
  const before = draft.target(target.key)
  const { clean: knownClean, misses: knownMisses, ...rest } = before
  const block = { height: draft.head.height ?? 0, previous, at: instant.at }
  const waits = isWaiting(before)
  const clean = waits ? cleanRunAfter(knownClean, letter, block) : undefined
  const misses =
    waits || letter === 'm' ? missRunAfter(waits ? knownMisses : undefined, letter, block) : undefined
  if (clean === knownClean && misses === knownMisses) return
  draft.put(target.key, { ...rest, ...(clean && { clean }), ...(misses && { misses }) })
}

function isWaiting({ conditions: states }: TargetState): boolean {
  for (const { id } of ofBlocks) if (states[id]?.is === 1) return true
  return false
}

function sceneFor(common: Common, reading: ValidatorReading, id: number): Scene {
  const target: Target = { key: `validator:${id}`, type: 'VALIDATOR', id }
  const { draft, instant, basis, now } = common
  return { draft, target, instant, basis, now, detail: (condition) => detailOf(condition, reading, common) }
}

function detailOf(condition: Condition, reading: ValidatorReading, common: Common): Detail {
  const value = valueOfValidator(condition, reading)
  if (condition.type !== 'UPTIME') return { value }
  const { missedShare, signedShare } = common
  const own = reading.letter === 'm' ? (reading.powerShare ?? 0) : 0
  return {
    value,
    missed_blocks: reading.missedBlocks,
    signed_blocks_window: reading.window,
    consecutive_missed: reading.consecutiveMissed,
    consecutive_missed_exact: reading.consecutiveMissedExact,
    seconds_to_jail: reading.secondsToJail,
    missed_power_share: missedShare,
    missed_with_you: missedShare === null ? null : Math.max(0, missedShare - own),
    signed_power_share: signedShare,
  }
}
