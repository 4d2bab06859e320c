import { conditionIdOf } from '@roundsman/contract/alerts/alerts'
import { catalogue, type Condition } from './catalogue.ts'
import { type AlertingState, deciding, type Observation, type TargetKey } from './deciding.ts'
import { observationsOf, replayedId } from './replay/observations-of.ts'
import type { ChainRecord } from './replay/record.ts'

export type { ChainRecord, RecordedBlock, RecordedEvent } from './replay/record.ts'

/** When one setting would have called. */
export interface ReplayedSetting {
  settingId: number
  /** Unix ms, oldest first. */
  times: readonly number[]
  /**
   * What it is about had begun before the time that is asked for, or before what is kept of it, and was not over; false
   * of an end, and of being in the active set.
   */
  held: boolean
  /** Since when what is kept can say, Unix ms; null: it cannot. */
  since: number | null
}

/** A replay under way, so that whoever runs it can do something else in between. */
interface Replaying {
  /** Decides so many observations more; null while there are others. */
  advance(observations: number): readonly ReplayedSetting[] | null
}

/** How often settings would have called, by the same step that decides now. */
export const replay = {
  /** Settings that are not in the catalogue are left out. */
  begin(record: ChainRecord, settingIds: readonly number[]): Replaying {
    const asked = new Map<number, number[]>()
    const starts = startsOf(record, settingIds)
    const observations = observationsOf(record)
    let state = deciding.begin(1)

    function decide(observation: Observation): void {
      const decision = deciding.step(state, observation)
      starts.see(state, decision.state, observation.kind === 'tick' ? observation.now : observation.at)
      state = decision.state
      for (const { kind, settingId, at } of decision.outcomes) {
        if (settingId === null || kind === 'HELD' || kind === 'CONFIRMED') continue
        if (at < record.from || at > record.to) continue
        asked.set(settingId, [...(asked.get(settingId) ?? []), at])
      }
    }

    return {
      advance(count) {
        for (let done = 0; done < count; done++) {
          const next = observations.next()
          if (next.done === true) {
            // Nothing is kept of the time itself: what held before it goes on.
            starts.see(state, state, record.to)
            return answerOf(record, settingIds, { asked, held: starts.held })
          }
          decide(next.value)
        }
        return null
      },
    }
  },
  run: (record: ChainRecord, settingIds: readonly number[]): readonly ReplayedSetting[] =>
    replay.begin(record, settingIds).advance(Number.POSITIVE_INFINITY) ?? [],
}

/**
 * Which conditions hold when the time that is asked for begins, or when something is first known of them later: they
 * are why a lower threshold may not fire where a higher one does.
 */
function startsOf({ from, validator }: ChainRecord, settingIds: readonly number[]) {
  const key: TargetKey = validator === null ? 'network' : `validator:${replayedId}`
  const held = new Set<number>()
  let open = settingIds.filter((id) => {
    const meaning = catalogue.meaning(id)
    // To be in the active set is how things are.
    return meaning?.trigger === 'FALSE_TO_TRUE' && meaning.condition.subject !== 'bonded'
  })

  function see(before: AlertingState, after: AlertingState, at: number): void {
    if (at < from || open.length === 0) return
    const [known, next] = [before.targets[key]?.conditions, after.targets[key]?.conditions]
    open = open.filter((id) => {
      const condition = known?.[conditionIdOf(id)] ?? next?.[conditionIdOf(id)]
      if (condition?.is === 1) held.add(id)
      return condition === undefined
    })
  }
  return { held, see }
}

function answerOf(
  record: ChainRecord,
  settingIds: readonly number[],
  { asked, held }: { asked: ReadonlyMap<number, readonly number[]>; held: ReadonlySet<number> },
): ReplayedSetting[] {
  return settingIds.flatMap((settingId) => {
    const meaning = catalogue.meaning(settingId)
    if (meaning === null) return []
    const since = sinceOf(record, meaning.condition)
    return [{ settingId, times: asked.get(settingId) ?? [], held: held.has(settingId), since }]
  })
}

/** What a condition is decided from, and since when that is kept. */
function sinceOf(record: ChainRecord, { subject, targetType, type }: Condition): number | null {
  const { blocks, validator, from } = record
  const blocksSince = later(blocks[0]?.at, from)
  // What was decided of votes is kept by itself.
  if (type === 'GOVERNANCE') return null
  if (targetType === 'ANY') return subject === 'halted' || subject === 'low_power' ? blocksSince : null
  if (targetType === 'BRIDGE' || validator === null) return null
  switch (subject) {
    case 'missed_in_a_row':
    case 'jail_near':
    case 'window_missed':
      return blocksSince
    case 'stake_fell':
    case 'stake_rose':
    case 'power_share':
    case 'commission_above':
    case 'commission_raised':
    case 'commission_lowered':
      return later(validator.samples[0]?.at, from)
    default:
      // The timeline is kept for good.
      return from
  }
}

function later(kept: number | undefined, asked: number): number | null {
  return kept === undefined ? null : Math.max(kept, asked)
}
