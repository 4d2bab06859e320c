import type { EndpointRecord, PoolClock } from './endpoint-record.ts'

/** A block that endpoints fit for use stand by. `inStep`: one of them said so within the last 30 s. */
export interface PoolHead {
  height: number
  /** Header time, Unix ms. */
  time: number
  /** Who reported it. */
  host: string
  inStep: boolean
  /** When the last usable answer came, ms by the pool's monotonic clock. */
  observedAt: number
}

/** A block of some endpoint. */
export type ReportedBlock = Pick<PoolHead, 'height' | 'time' | 'host'>

/** A block that is believed, and since when, monotonic ms. */
export type BelievedBlock = ReportedBlock & { at: number }

const IN_STEP_MS = 30_000
/** What an endpoint said longer ago does not make another one look behind. */
const COMPARABLE_MS = 60_000
/** Below the newest block that is believed by more than this, an endpoint says nothing about it any more. */
const NEAR_BLOCKS = 5

/** The newest block that an endpoint fit for use claims: where to look, and nothing more. */
export function newestClaim(records: readonly EndpointRecord[], clock: PoolClock): ReportedBlock | null {
  let best: ReportedBlock | null = null
  for (const { state, status, answeredAt, host } of records) {
    if (state !== 'OK' || status === null || answeredAt === null) continue
    if (clock.monotonic() - answeredAt > COMPARABLE_MS) continue
    if (best === null || status.latestHeight > best.height)
      best = { height: status.latestHeight, time: status.latestBlockTime, host }
  }
  return best
}

/** What the endpoints claim now, else what was claimed last, which then is out of step. */
export function claimOf(
  records: readonly EndpointRecord[],
  clock: PoolClock,
  last: PoolHead | null,
): PoolHead | null {
  const best = newestClaim(records, clock)
  if (best === null) return last === null ? null : { ...last, inStep: false }
  const newest = last !== null && stillHolds(records, clock, last, best.height) ? last : best
  const { height, time, host } = newest
  return { height, time, host, ...observedSince(lastAnswer(records, 0) ?? Number.NEGATIVE_INFINITY, clock) }
}

/** The newest block that is believed, as the endpoints stand by it now. */
export function headOf(
  records: readonly EndpointRecord[],
  clock: PoolClock,
  { height, time, host, at }: BelievedBlock,
): PoolHead {
  const answeredAt = lastAnswer(records, height - NEAR_BLOCKS)
  if (answeredAt === null) return { height, time, host, inStep: false, observedAt: at }
  return { height, time, host, ...observedSince(Math.max(answeredAt, at), clock) }
}

function observedSince(answeredAt: number, clock: PoolClock): Pick<PoolHead, 'inStep' | 'observedAt'> {
  return { observedAt: answeredAt, inStep: clock.monotonic() - answeredAt <= IN_STEP_MS }
}

/** When an endpoint fit for use, and not below a height, last answered; monotonic ms. */
function lastAnswer(records: readonly EndpointRecord[], from: number): number | null {
  const times = records.flatMap(({ state, status, answeredAt }) =>
    state === 'OK' && answeredAt !== null && status !== null && status.latestHeight >= from
      ? [answeredAt]
      : [],
  )
  return times.length === 0 ? null : Math.max(...times)
}

/**
 * What makes another endpoint look behind: the newest block that is believed, while the one that showed it stands by
 * it. A chain may start again lower down; then nobody does, and nobody is behind. `but`: who is compared.
 */
export function comparable(
  records: readonly EndpointRecord[],
  clock: PoolClock,
  { believed, but }: { believed: ReportedBlock | null; but: number },
): ReportedBlock | null {
  if (believed === null) return null
  const isStoodBy = records.some(
    ({ state, status, answeredAt, shown }, index) =>
      index !== but &&
      state === 'OK' &&
      shown !== null &&
      shown >= believed.height &&
      status !== null &&
      status.latestHeight >= believed.height &&
      answeredAt !== null &&
      clock.monotonic() - answeredAt <= COMPARABLE_MS,
  )
  return isStoodBy ? believed : null
}

/**
 * An endpoint that fails takes back nothing of what it said: the others may have been asked a while ago and show less,
 * and the claim must not go back for that. One that answers, and answers something else, does; and so does time,
 * since a chain may start again while an endpoint stays dead.
 */
function stillHolds(
  records: readonly EndpointRecord[],
  clock: PoolClock,
  last: PoolHead,
  height: number,
): boolean {
  if (height >= last.height) return false
  return records.some(
    ({ host, state, status, answeredAt }) =>
      host === last.host &&
      state === 'FAILING' &&
      status?.latestHeight === last.height &&
      answeredAt !== null &&
      clock.monotonic() - answeredAt <= COMPARABLE_MS,
  )
}

/** All endpoints that answer for the network are catching up, and at least one does. */
export function allCatchingUp(records: readonly EndpointRecord[]): boolean {
  const answering = records.filter(
    ({ state }) => state === 'OK' || state === 'BEHIND' || state === 'CATCHING_UP',
  )
  return answering.length > 0 && answering.every(({ state }) => state === 'CATCHING_UP')
}

const BACK_SOON_MS = 60_000

/** A failing endpoint that lately said it keeps a height: giving that height up would be too early. */
export function mayKeepSoon(records: readonly EndpointRecord[], height: number, clock: PoolClock): boolean {
  return records.some(({ state, status, answeredAt }) => {
    if (state !== 'FAILING' || status === null || answeredAt === null) return false
    return clock.monotonic() - answeredAt <= BACK_SOON_MS && (status.earliestHeight ?? 1) <= height
  })
}

/** An endpoint of this network failed within the last minute: it may say something else when it is back. */
export function maySpeakSoon(records: readonly EndpointRecord[], clock: PoolClock): boolean {
  return mayKeepSoon(records, Number.MAX_SAFE_INTEGER, clock)
}

/** Newest heads, oldest first: enough to say how fast blocks come. */
export interface BlockPace {
  readonly heads: readonly { height: number; time: number }[]
}

const KEPT = 20
export const NO_PACE: BlockPace = { heads: [] }

/** Takes a head in. One that is not above the last starts anew: the chain was set back. */
export function withHead(pace: BlockPace, head: { height: number; time: number }): BlockPace {
  const last = pace.heads.at(-1)
  if (last === undefined || head.height < last.height || head.time < last.time) return { heads: [head] }
  if (head.height === last.height) return pace
  return { heads: [...pace.heads.slice(1 - KEPT), head] }
}

/** Mean time between blocks over the heads kept, ms by header times; null before two of them. */
export function paceMs({ heads }: BlockPace): number | null {
  const first = heads[0]
  const last = heads.at(-1)
  if (first === undefined || last === undefined || last.height === first.height) return null
  return (last.time - first.time) / (last.height - first.height)
}
