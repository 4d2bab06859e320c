import type { NetworkAccess } from '@roundsman/contract/accounts/abilities'
import { and, eq, sql } from 'drizzle-orm'
import type { StoreClient } from '../../../platform/clients/store-client.ts'
import type { Database, Queryable } from '../../../platform/db/database.ts'
import { acquireLease, type HeldLease, holdLease, releaseLease } from '../../../platform/db/lease.ts'
import type { CreateLoop, Loop } from '../../../platform/loop.ts'
import { readingOwners } from '../../accounts/accounts.public.ts'
import { bridgeNetworkRow, databaseNow, type StoreSpan } from '../bridge.store.ts'
import { bridgeNetwork, bridgeToken } from '../bridges.schema.ts'
import { storeLapseMs } from '../showing/bridge-view.ts'
import type { Pushed } from './apply-pushes.ts'
import { mostAtOnce, type OwnView, storeTogether } from './intake.ts'
import { readStoreAnswer, type StoreAnswer, type StoredReport, storeQuery } from './stored-bridges.ts'

/** So often a store is asked for a network: as often as a bridge pushes. */
const askEveryMs = 10_000
const answerMs = 8_000
/** Ten thousand bridges are 7.5 MB (measured). */
const mostBytes = 64 * 1024 * 1024

/** What stored reports are held against. */
export interface StoreView extends OwnView {
  /** Seconds between blocks of a network; null: not known. */
  blockSeconds(networkId: number): number | null
  /** Who may read a network; null: it is gone, or has no bridges. */
  accessOf(networkId: number): NetworkAccess | null
}

/** What one round found. */
interface StoreRound {
  bridges: number
  /** Up to when the store has everything, Unix ms; null: its answer does not tell. */
  reaches: number | null
  isWhole: boolean
}

/**
 * Asks a store once how the bridges of a network stand.
 * @throws StoreFailure where it does not answer in time, with more than 64 MiB, or with something else
 */
export async function askStore(
  client: StoreClient,
  networkId: number,
  signal?: AbortSignal,
): Promise<StoreAnswer> {
  const { status, text } = await client.post({
    call: 'query',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    // VictoriaMetrics tells what was half a minute ago otherwise: older ones by the first parameter, newer by the second.
    body: new URLSearchParams({
      query: storeQuery(networkId),
      nocache: '1',
      latency_offset: '1ms',
    }).toString(),
    deadlineMs: answerMs,
    mostBytes,
    ...(signal ? { signal } : {}),
  })
  if (status !== 200) throw client.failure(`answered ${status}`)
  const answer = readStoreAnswer(text)
  if (answer === null) throw client.failure('did not answer with a vector of samples')
  return answer
}

/**
 * Takes what is newer in an answer than what is known. Silence counts up to where the store is known to have everything:
 * that is noted last, only where its answer is whole, and only while the lease is held.
 */
export async function takeAnswer(
  db: Database,
  view: StoreView,
  answer: StoreAnswer,
  { networkId, held }: { networkId: number; held: HeldLease },
): Promise<StoreRound> {
  const access = view.accessOf(networkId)
  const now = await databaseNow(db.orm, db.now())
  const tokens = access === null ? new Set<number>() : await tokensOfReaders(db.orm, networkId, access)
  const reports = answer.bridges.filter(
    // What a part of the store did not tell is no news.
    ({ tokenId, height }) => tokens.has(tokenId) && (answer.isWhole || height !== null),
  )
  const reaches = reachOf({ ...answer, bridges: reports }, now)
  const before = await bridgeNetworkRow(db.orm, networkId)
  const span = answer.isWhole ? spanAfter(before, reaches) : null
  const requests = reports.map((report) => requestOf(report, networkId, view, now))
  for (let first = 0; first < requests.length; first += mostAtOnce) {
    const part = requests.slice(first, first + mostAtOnce)
    await storeTogether(db, view, { networkId, requests: part, upSince: span?.storeSince ?? null })
  }
  if (span)
    await db.transaction(async (tx) => {
      if (await holdLease(tx, held)) await noteStore(tx, networkId, span)
    })
  return { bridges: reports.length, reaches, isWhole: answer.isWhole }
}

/**
 * Up to when a store has everything, Unix ms: the slowest heartbeat tells; without any, the newest sample of all bridges.
 * null: it has neither.
 */
export function reachOf({ bridges, heartbeats }: Omit<StoreAnswer, 'isWhole'>, now: number): number | null {
  if (heartbeats.length > 0) return Math.min(now, ...heartbeats)
  let newest: number | null = null
  for (const { at } of bridges) if (newest === null || at > newest) newest = at
  return newest === null ? null : Math.min(now, newest)
}

/** What was missing for a minute may be missing for good, so silence counts from after it. */
function spanAfter(before: StoreSpan | null, reaches: number | null): StoreSpan | null {
  if (reaches === null) return null
  const { storeAt = null, storeSince = null } = before ?? {}
  if (storeAt === null || reaches - storeAt > storeLapseMs) return { storeAt: reaches, storeSince: reaches }
  return { storeAt: Math.max(storeAt, reaches), storeSince }
}

async function noteStore(orm: Queryable, networkId: number, span: StoreSpan): Promise<void> {
  await orm
    .insert(bridgeNetwork)
    .values({ networkId, ...span })
    .onConflictDoUpdate({ target: bridgeNetwork.networkId, set: { ...span } })
}

function requestOf(report: StoredReport, networkId: number, view: StoreView, now: number): Pushed {
  const { tokenId, ...said } = report
  // A clock that is ahead makes nothing newer than it is.
  const at = Math.min(report.at, now)
  const push = { ...said, at, proof: null, points: 0, isNode: true, figures: null }
  return { tokenId, pushes: [push], at, networkHeight: heightAt(networkId, view, now - at) }
}

/** The network's height some time ago, rather a block too low: what it made since is no fault of a bridge. */
function heightAt(networkId: number, view: StoreView, agoMs: number): number | null {
  const height = view.networkHeight(networkId)
  const blockSeconds = view.blockSeconds(networkId)
  if (height === null || blockSeconds === null || blockSeconds <= 0) return height
  return Math.max(1, height - Math.ceil(agoMs / 1000 / blockSeconds))
}

/** Tokens of a network whose owners may still read it. */
async function tokensOfReaders(
  orm: Queryable,
  networkId: number,
  access: NetworkAccess,
): Promise<ReadonlySet<number>> {
  const rows = await orm
    .select({ id: bridgeToken.id })
    .from(bridgeToken)
    .where(
      and(
        eq(bridgeToken.networkId, networkId),
        sql`coalesce(${bridgeToken.userId}, -${bridgeToken.teamId}) IN (SELECT reader.user_id FROM (${readingOwners(access)}) reader)`,
      ),
    )
  return new Set(rows.map(({ id }) => id))
}

/** Asks for one network again and again, in one of the processes. */
export function createStoreLoop(
  { db, createLoop }: { db: Database; createLoop: CreateLoop },
  client: StoreClient,
  view: StoreView,
  { networkId, holder }: { networkId: number; holder: string },
): Loop {
  const name = `bridges/store/${networkId}`
  let held: HeldLease | null = null
  const loop = createLoop({
    name,
    everyMs: askEveryMs,
    jitter: 0,
    longestPauseMs: askEveryMs,
    async pass(signal) {
      held = (await acquireLease(db.orm, name, holder))?.held ?? null
      if (held === null) return
      const answer = await askStore(client, networkId, signal)
      // An answer may take as long as a lease lives.
      held = (await acquireLease(db.orm, name, holder))?.held ?? null
      if (held !== null) await takeAnswer(db, view, answer, { networkId, held })
    },
  })
  return {
    ...loop,
    async stop() {
      await loop.stop()
      if (held !== null) await releaseLease(db.orm, held)
    },
  }
}
