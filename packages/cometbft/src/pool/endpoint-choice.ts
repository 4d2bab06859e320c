import { type EndpointRecord, isLying } from './endpoint-record.ts'

/** The sticky endpoint gives way to one that is this many times faster, once it is slow itself. */
const MUCH_FASTER = 4
const SLOW_MS = 1_000
/** First choices differ by up to a fifth, so that many installations do not all take the same endpoint. */
const SPREAD = 0.2

interface ChoiceInput {
  records: readonly EndpointRecord[]
  /** Index of the endpoint in use; null before the first. */
  sticky: number | null
  /** Monotonic ms. */
  now: number
  /** Prefer endpoints that say they keep this height. */
  keepsHeight: number | null
  /** Prefer endpoints that say they have this height already, whoever is in use. */
  hasHeight: number | null
  random: () => number
}

/** Indices of the endpoints that may be used now, best first. */
export function candidates(input: ChoiceInput): number[] {
  const { records, sticky, now } = input
  const fit = records.flatMap((record, index) =>
    record.state === 'OK' && record.openUntil <= now
      ? [
          {
            index,
            keeps: keeps(record, input.keepsHeight),
            has: input.hasHeight === null || (record.status?.latestHeight ?? 0) >= input.hasHeight,
            score: spreadScore(record, input.random()),
          },
        ]
      : [],
  )
  const best = Math.max(...fit.map(({ score }) => score))
  const first = sticky !== null && holds(records[sticky], best) ? sticky : null
  return fit
    .sort(
      (a, b) =>
        Number(b.keeps) - Number(a.keeps) ||
        Number(b.has) - Number(a.has) ||
        Number(b.index === first) - Number(a.index === first) ||
        b.score - a.score,
    )
    .map(({ index }) => index)
}

function keeps(record: EndpointRecord, height: number | null): boolean {
  const earliest = record.status?.earliestHeight ?? null
  return height === null || earliest === null || earliest <= height
}

/** Health over latency; an endpoint whose calls fail at times counts for less than a slower one that answers. */
function score(record: EndpointRecord): number {
  return record.health ** 2 / ((record.latencyMs ?? SLOW_MS) + 50)
}

function spreadScore(record: EndpointRecord, random: number): number {
  return score(record) * (1 - SPREAD * random)
}

function holds(record: EndpointRecord | undefined, best: number): boolean {
  if (record === undefined) return false
  return (record.latencyMs ?? 0) <= SLOW_MS || best < MUCH_FASTER * score(record)
}

/** How often an endpoint that is not in use is asked. */
const STANDBY_MS = 15_000
/** The same while none is in use: another may know more. */
const SEARCH_MS = 3_000
/** The same while the one in use sees no new block: about a block's time. */
const STALLED_MS = { least: 500, most: SEARCH_MS }

interface ScheduleInput {
  records: readonly EndpointRecord[]
  /** The endpoint in use; null where none is. */
  inUse: number | null
  /** No new block for longer than blocks usually take. */
  stalled: boolean
  /** Usual time between blocks, ms; null before it is known. */
  blockTimeMs: number | null
  /** Monotonic ms. */
  now: number
  /** Hosts that have announced a newer block. */
  hinting: readonly string[]
}

/** Indices of the endpoints whose status is due. */
export function due({ records, inUse, stalled, blockTimeMs, now, hinting }: ScheduleInput): number[] {
  const nobody = !records.some((record) => record.state === 'OK' && record.openUntil <= now)
  const pause = nobody ? SEARCH_MS : stalled ? stalledPause(blockTimeMs) : STANDBY_MS
  return records.flatMap((record, index) => (isDue(record, index) ? [index] : []))

  function isDue(record: EndpointRecord, index: number): boolean {
    if (record.askedAt === null) return true
    if (isLying(record, now)) return false
    // With nobody to turn to, a broken endpoint is not left alone for longer than a search takes.
    const hurry = nobody && !record.limited
    const openUntil = hurry ? Math.min(record.openUntil, record.askedAt + SEARCH_MS) : record.openUntil
    if (openUntil > now) return false
    // Back from a pause for failures: ask at once rather than at the next round.
    if (index === inUse || record.state === 'FAILING' || hinting.includes(record.host)) return true
    return now - record.askedAt >= pause
  }
}

function stalledPause(blockTimeMs: number | null): number {
  return Math.min(STALLED_MS.most, Math.max(STALLED_MS.least, blockTimeMs ?? STALLED_MS.most))
}

/** A block is late by half its time: soon enough to be with another endpoint before two blocks are lost. */
const STALL_BLOCKS = 1.5
const SHORTEST_STALL_MS = 500
/** While blocks have not been timed yet. */
const UNTIMED_STALL_MS = 3_000
/** A chain that has halted is not searched for for ever. */
const LONGEST_SEARCH_MS = 60_000

/** Whether a head that has not moved for so long makes us look around. */
export function isStalled(unmovedMs: number, blockTimeMs: number | null): boolean {
  const from =
    blockTimeMs === null ? UNTIMED_STALL_MS : Math.max(SHORTEST_STALL_MS, STALL_BLOCKS * blockTimeMs)
  return unmovedMs > from && unmovedMs <= from + LONGEST_SEARCH_MS
}
