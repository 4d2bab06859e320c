import type { EndpointRecord } from './endpoint-record.ts'

/** The newest block that is believed. `inStep`: an endpoint fit for use said so within the last 30 s. */
export interface PoolHead {
  height: number
  /** Header time, Unix ms. */
  time: number
  /** Who told it. */
  host: string
  inStep: boolean
  /** When the last usable answer came, Unix ms by our clock. */
  observedAt: number
}

const IN_STEP_MS = 30_000
/** What an endpoint said longer ago does not make another one look behind. */
const COMPARABLE_MS = 60_000

/** The newest block among endpoints fit for use, `but` one of them left out; null where there is none. */
export function bestOf(
  records: readonly EndpointRecord[],
  now: number,
  but: number | null = null,
): Omit<PoolHead, 'inStep'> | null {
  let best: Omit<PoolHead, 'inStep'> | null = null
  for (const [index, { state, status, answeredAt, host }] of records.entries()) {
    if (index === but || state !== 'OK' || status === null || answeredAt === null) continue
    if (now - answeredAt > COMPARABLE_MS) continue
    if (best === null || status.latestHeight > best.height) {
      best = { height: status.latestHeight, time: status.latestBlockTime, host, observedAt: answeredAt }
    }
  }
  return best
}

/** The head now, else the last one known, which then is out of step. */
export function headOf(
  records: readonly EndpointRecord[],
  now: number,
  last: PoolHead | null,
): PoolHead | null {
  const best = bestOf(records, now)
  if (best === null) return last === null ? null : { ...last, inStep: false }
  const observedAt = Math.max(
    ...records.flatMap(({ state, answeredAt }) =>
      state === 'OK' && answeredAt !== null ? [answeredAt] : [],
    ),
  )
  const newest = last !== null && stillHolds(records, now, last, best.height) ? last : best
  return { ...newest, observedAt, inStep: now - observedAt <= IN_STEP_MS }
}

/**
 * An endpoint that fails takes back nothing of what it said: the others may have been asked a while ago and show less,
 * and the head must not go back for that. One that answers, and answers something else, does; and so does time, since
 * a chain may start again while an endpoint stays dead.
 */
function stillHolds(
  records: readonly EndpointRecord[],
  now: number,
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
      now - answeredAt <= COMPARABLE_MS,
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
export function mayKeepSoon(records: readonly EndpointRecord[], height: number, now: number): boolean {
  return records.some(({ state, status, answeredAt }) => {
    if (state !== 'FAILING' || status === null || answeredAt === null) return false
    return now - answeredAt <= BACK_SOON_MS && (status.earliestHeight ?? 1) <= height
  })
}
