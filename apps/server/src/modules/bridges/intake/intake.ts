import { intakeUpSince } from '@roundsman/bridges/bridge-events'
import type { PartialSuccess } from '@roundsman/bridges/otlp'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { CreateLoop, Loop } from '../../../platform/loop.ts'
import { teamMembers } from '../../accounts/accounts.public.ts'
import { bridgesChannel, intakeUptimes, keptEvents, nextSeq, noteIntakeUp } from '../bridge.store.ts'
import { bridge, bridgeEvent, bridgeSample, bridgeToken, keptSlots } from '../bridges.schema.ts'
import { isPeerId } from '../claim.policy.ts'
import {
  type Applied,
  applyPushes,
  type ChangedBridge,
  type HeldBridge,
  needsUptime,
  type Pushed,
  type PushingToken,
} from './apply-pushes.ts'

/** What was not taken of a request; null: all of it was taken; undefined: its token is gone. */
type Taken = PartialSuccess | null | undefined

export interface Intake {
  /** Resolves once it is stored. Requests that come while one is being stored are stored together after it. */
  take(networkId: number, pushed: Pushed): Promise<Taken>
}

/** What reports are held against. */
export interface OwnView {
  /** A network's height as our own endpoints see it. */
  networkHeight(networkId: number): number | null
  /** Whether a namespace that a bridge names is a network's. */
  accepts(networkId: number, namespace: string | null): boolean
}

interface Waiting {
  pushed: Pushed
  done(taken: Taken): void
  failed(error: unknown): void
}

/** More of them would make one statement too long for what is waiting behind it. */
export const mostAtOnce = 500

export function createIntake(db: Database, own: OwnView): Intake {
  const waiting = new Map<number, Waiting[]>()
  const underWay = new Set<number>()

  async function storeAll(networkId: number): Promise<void> {
    if (underWay.has(networkId)) return
    underWay.add(networkId)
    try {
      for (;;) {
        const batch = (waiting.get(networkId) ?? []).splice(0, mostAtOnce)
        if (batch.length === 0) break
        await store(networkId, batch)
      }
    } finally {
      underWay.delete(networkId)
    }
  }

  async function store(networkId: number, batch: readonly Waiting[]): Promise<void> {
    const requests = batch.map(({ pushed }) => pushed)
    try {
      const answers = await storeTogether(db, own, { networkId, requests })
      for (const [index, { done }] of batch.entries()) done(answers[index])
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }

  return {
    take: (networkId, pushed) =>
      new Promise((done, failed) => {
        const queue = waiting.get(networkId) ?? []
        waiting.set(networkId, queue)
        queue.push({ pushed, done, failed })
        void storeAll(networkId)
      }),
  }
}

/** What is stored in one transaction. `upSince`: since when it could be taken without a pause, where that is not ours. */
interface Together {
  networkId: number
  requests: readonly Pushed[]
  upSince?: number | null
}

/** Stores requests in one transaction, except those that were kept elsewhere and say nothing newer than is known. */
export function storeTogether(
  db: Database,
  { networkHeight, accepts }: OwnView,
  { networkId, requests, upSince }: Together,
): Promise<Taken[]> {
  const tokenIds = [...new Set(requests.map(({ tokenId }) => tokenId))]
  const peerIds = [...new Set(requests.flatMap(({ pushes }) => pushes.flatMap(({ peerId }) => peerId ?? [])))]
  return db.transaction(async (tx) => {
    const { seq, now } = await nextSeq(tx, networkId, db.now())
    const tokens = await tokensForPush(tx, tokenIds)
    const bridges = await pushedBridges(tx, networkId, peerIds.filter(isPeerId))
    const asksUptime = upSince === undefined && needsUptime(bridges.values(), { now, source: 'OTLP' })
    const { answers, ...applied } = applyPushes(
      requests.filter((request) => isNewer(request, bridges)),
      {
        now,
        tokens,
        bridges,
        networkHeight: networkHeight(networkId),
        upSince: asksUptime ? intakeUpSince(await intakeUptimes(tx), now) : (upSince ?? null),
        accepts: (namespace) => accepts(networkId, namespace),
      },
    )
    await writeApplied(tx, { networkId, seq, now }, applied)
    await db.notify(tx, bridgesChannel, String(networkId))
    return answers
  })
}

function isNewer({ at, pushes }: Pushed, bridges: ReadonlyMap<string, HeldBridge>): boolean {
  if (at === undefined) return true
  return pushes.some(({ peerId }) => (bridges.get(peerId ?? '')?.state.updatedAt ?? 0) < at)
}

/** Those of these tokens that are still there, by id. Locked, so that they stay until it is written. */
async function tokensForPush(tx: Tx, ids: readonly number[]): Promise<Map<number, PushingToken>> {
  const rows = await tx
    .select()
    .from(bridgeToken)
    .where(inArray(bridgeToken.id, [...ids]))
    .for('update')
  // What was taken from somebody does not come back through a team of theirs.
  const { rows: released } = await tx.execute<{ tokenId: number; peerId: string }>(sql`
    SELECT t.id AS "tokenId", r.peer_id AS "peerId"
    FROM bridge_token t
    JOIN bridge_release r ON r.user_id = t.user_id OR r.team_id = t.team_id
      OR r.user_id IN (SELECT m.user_id FROM (${teamMembers}) m WHERE m.team_id = t.team_id)
    WHERE t.id = ANY (${sql.param([...ids])}::int[])`)
  return new Map(
    rows.map((row) => {
      const own = released.filter(({ tokenId }) => tokenId === row.id)
      return [row.id, { ...row, released: own.map(({ peerId }) => peerId) }]
    }),
  )
}

async function pushedBridges(
  tx: Tx,
  networkId: number,
  peerIds: readonly string[],
): Promise<Map<string, HeldBridge>> {
  const rows = await tx
    .select({ held: bridge, isProven: bridgeToken.isProven })
    .from(bridge)
    .innerJoin(bridgeToken, eq(bridgeToken.id, bridge.tokenId))
    .where(
      and(
        eq(bridge.networkId, networkId),
        eq(bridge.source, 'OTLP'),
        sql`${bridge.peerId} = any(${sql.param(peerIds)}::text[])`,
      ),
    )
  return new Map(rows.map(({ held, isProven }) => [held.peerId, { ...held, isProven }]))
}

/** Writes what has changed under a number, each kind of row in one statement. */
export async function writeApplied(
  tx: Tx,
  { networkId, seq, now }: { networkId: number; seq: number; now: number },
  { bridges, left, tokens }: Pick<Applied, 'bridges' | 'left' | 'tokens'>,
): Promise<void> {
  if (left.length > 0) await tx.delete(bridge).where(inArray(bridge.id, [...left]))
  if (bridges.length > 0) {
    const rows = bridges.map(({ peerId, namespace, tokenId, contestedAt, state, figures }) => ({
      peer_id: peerId,
      namespace,
      token_id: tokenId,
      contested_at: contestedAt,
      state,
      figures,
    }))
    const written = await tx.execute<{ id: number; peer_id: string }>(sql`
      INSERT INTO bridge (network_id, source, seq, peer_id, namespace, token_id, contested_at, state, figures)
      SELECT ${networkId}, CASE WHEN token_id IS NULL THEN 'SCRAPE' ELSE 'OTLP' END, ${seq}, peer_id, namespace,
             token_id, contested_at, state, figures
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS t (peer_id text, namespace text, token_id int, contested_at bigint, state jsonb, figures jsonb)
      ON CONFLICT (network_id, peer_id, source) DO UPDATE
      SET seq = excluded.seq, namespace = excluded.namespace, token_id = excluded.token_id,
          contested_at = excluded.contested_at, state = excluded.state, figures = excluded.figures
      RETURNING id, peer_id`)
    await keepHistory(tx, bridges, new Map(written.rows.map(({ id, peer_id }) => [peer_id, id])))
  }
  if (tokens.length > 0)
    await tx.execute(sql`
      UPDATE bridge_token SET peer_id = t.peer_id, is_proven = t.is_proven, problem = t.problem,
                              last_used_at = to_timestamp(${now}::float8 / 1000)
      FROM jsonb_to_recordset(${JSON.stringify(tokens.map(tokenRow))}::jsonb)
        AS t (id int, peer_id text, is_proven boolean, problem text)
      WHERE bridge_token.id = t.id`)
}

function tokenRow({ id, peerId, isProven, problem }: Applied['tokens'][number]) {
  return { id, peer_id: peerId, is_proven: isProven, problem }
}

type NewHistory = Pick<ChangedBridge, 'peerId' | 'events' | 'samples'>

/** Writes what is new of the history of bridges, and forgets what is too old of the same ones. */
async function keepHistory(
  tx: Tx,
  bridges: readonly NewHistory[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  const idOf = ({ peerId }: NewHistory) => ids.get(peerId) ?? -1
  const samples = bridges.flatMap((one) => one.samples.map((sample) => ({ bridgeId: idOf(one), ...sample })))
  if (samples.length > 0) {
    await tx.insert(bridgeSample).values(samples).onConflictDoNothing()
    const newest = Math.max(...samples.map(({ slot }) => slot))
    await tx.execute(sql`
      DELETE FROM bridge_sample WHERE slot < ${newest - keptSlots}
        AND bridge_id = ANY (${intArray(samples.map(({ bridgeId }) => bridgeId))}::int[])`)
  }
  const events = bridges.flatMap((one) => one.events.map((event) => ({ bridgeId: idOf(one), ...event })))
  if (events.length === 0) return
  await tx.insert(bridgeEvent).values(events)
  await tx.execute(sql`
    DELETE FROM bridge_event old USING unnest(${intArray(events.map(({ bridgeId }) => bridgeId))}::int[]) AS of (id)
    WHERE old.bridge_id = of.id AND old.id <= (
      SELECT kept.id FROM bridge_event kept WHERE kept.bridge_id = of.id
      ORDER BY kept.id DESC OFFSET ${keptEvents} LIMIT 1)`)
}

function intArray(values: readonly number[]): string {
  return `{${[...new Set(values)].join(',')}}`
}

/** A third of the time after which nobody counts on it any more. */
const everyMs = 5_000

/** Notes again and again that this process can take pushes: what is silent meanwhile is silent by itself. */
export function createIntakeHeartbeat(createLoop: CreateLoop, db: Database, process: string): Loop {
  return createLoop({
    name: 'bridges/intake-heartbeat',
    everyMs,
    longestPauseMs: everyMs,
    pass: () => noteIntakeUp(db.orm, process, db.now()),
  })
}
