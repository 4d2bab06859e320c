import { quietBlocks } from '@roundsman/contract/networks/validator-state'
import type { Outage, ValidatorEvent } from '@roundsman/contract/networks/validator-details'

interface Joined {
  /** The outage that goes on, from where it began. */
  outage: Outage
  /** The event that is a part of it, and none by itself; null: there is none. */
  event: number | null
}

/**
 * The outage under way together with one that was imported and ends where that begins, with no block between them: that is
 * one outage. Where both have blocks of the same time they may count some twice, so the number is the least that is sure.
 */
export function joinedOutage(now: Outage, timeline: readonly ValidatorEvent[]): Joined {
  const before = timeline.find(
    ({ imported, outage }) =>
      imported === true &&
      outage !== undefined &&
      outage.first_height < now.first_height &&
      outage.last_height >= now.first_height - 1 &&
      outage.last_height <= now.last_height,
  )
  if (!before?.outage) return { outage: now, event: null }
  const { blocks, first_height, from, at_least, last_height } = before.outage
  const shared = last_height - now.first_height + 1
  return {
    event: before.id,
    outage: {
      ...now,
      first_height,
      from,
      blocks: now.blocks + Math.max(0, blocks - shared),
      at_least: now.at_least || at_least || shared > 0,
    },
  }
}

/**
 * The outage ended since its validator was jailed, which no longer has any blocks to miss: within as many blocks as end an outage;
 * of a jailing whose block nobody knows, while it went on.
 */
export function endedInJail(outage: Outage, timeline: readonly ValidatorEvent[]): boolean {
  const { first_height, last_height, from, to } = outage
  return timeline.some(({ kind, height, at }) => {
    if (kind !== 'jailed') return false
    if (height !== null) return height > first_height && height <= last_height + quietBlocks
    return Date.parse(at) > Date.parse(from) && Date.parse(at) <= Date.parse(to) + seenLateMs
  })
}

/** A jailing without a block has the time at which it was seen. */
const seenLateMs = 60_000
