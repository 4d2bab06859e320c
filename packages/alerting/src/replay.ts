import { catalogue, type Condition } from './catalogue.ts'
import { deciding, type Observation } from './deciding.ts'
import { observationsOf } from './replay/observations-of.ts'
import type { ChainRecord } from './replay/record.ts'

export type {
  ChainRecord,
  RecordedBlock,
  RecordedEvent,
  RecordedPresent,
  RecordedSample,
} from './replay/record.ts'

/** When one setting would have called. */
export interface ReplayedSetting {
  settingId: number
  /** Unix ms, oldest first. */
  times: readonly number[]
  /** Since when what is kept can tell, Unix ms; null: it cannot. */
  since: number | null
}

/** A replay under way, so that whoever runs it can do something else in between. */
export interface Replaying {
  /** Decides so many observations more; null while there are others. */
  advance(observations: number): readonly ReplayedSetting[] | null
}

/** How often settings would have called, by the same step that decides now. */
export const replay = {
  /** Settings that are not in the catalogue are left out. */
  begin(record: ChainRecord, settingIds: readonly number[]): Replaying {
    const asked = new Map<number, number[]>()
    const observations = observationsOf(record)
    let state = deciding.begin(1)

    function decide(observation: Observation): void {
      const decision = deciding.step(state, observation)
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
          if (next.done === true) return answerOf(record, settingIds, asked)
          decide(next.value)
        }
        return null
      },
    }
  },
  run: (record: ChainRecord, settingIds: readonly number[]): readonly ReplayedSetting[] =>
    replay.begin(record, settingIds).advance(Number.POSITIVE_INFINITY) ?? [],
}

function answerOf(
  record: ChainRecord,
  settingIds: readonly number[],
  asked: ReadonlyMap<number, readonly number[]>,
): ReplayedSetting[] {
  return settingIds.flatMap((settingId) => {
    const meaning = catalogue.meaning(settingId)
    if (meaning === null) return []
    return [{ settingId, times: asked.get(settingId) ?? [], since: sinceOf(record, meaning.condition) }]
  })
}

/** What a condition is decided from, and since when that is kept. */
function sinceOf(record: ChainRecord, { subject, targetType }: Condition): number | null {
  const { blocks, validator, from } = record
  const blocksSince = later(blocks[0]?.at, from)
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
