import type { EndpointRecord } from './endpoint-record.ts'

/** The sticky endpoint gives way to one that is this many times faster, once it is slow itself. */
const MUCH_FASTER = 4
const SLOW_MS = 1_000
/** First choices differ by up to a fifth, so that many installations do not all take the same endpoint. */
const SPREAD = 0.2

export interface ChoiceInput {
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
export function score(record: EndpointRecord): number {
  return record.health ** 2 / ((record.latencyMs ?? SLOW_MS) + 50)
}

function spreadScore(record: EndpointRecord, random: number): number {
  return score(record) * (1 - SPREAD * random)
}

function holds(record: EndpointRecord | undefined, best: number): boolean {
  if (record === undefined) return false
  return (record.latencyMs ?? 0) <= SLOW_MS || best < MUCH_FASTER * score(record)
}
