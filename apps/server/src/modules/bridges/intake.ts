import { intakeUpSince } from '@roundsman/bridges/intake-uptime'
import type { PartialSuccess } from '@roundsman/bridges/otlp'
import type { Database } from '../../platform/db/database.ts'
import { intakeUptimes } from './bridge.store.ts'
import { nextSeq, pushedBridges, tokensForPush, writeLearnt } from './intake.store.ts'
import { learn, type Pushed } from './learn.ts'
import { needsUptime } from './record.ts'

/** Tells every process that the bridges of a network have a newer number. */
export const bridgesChannel = 'bridges_changed'

/** What was not taken of a request; null: all of it was taken; undefined: its token is gone. */
export type Taken = PartialSuccess | null | undefined

export interface Intake {
  /** Resolves once it is stored. Requests that come while one is being stored are stored together after it. */
  take(networkId: number, pushed: Pushed): Promise<Taken>
}

export interface IntakeDeps {
  db: Database
  /** As our own endpoints see it. */
  networkHeight(networkId: number): number | null
  accepts(networkId: number, namespace: string | null): boolean
}

interface Waiting {
  pushed: Pushed
  done(taken: Taken): void
  failed(error: unknown): void
}

/** More of them would make one statement too long for what is waiting behind it. */
const mostAtOnce = 500

export function createIntake(deps: IntakeDeps): Intake {
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
      const answers = await storeTogether(deps, networkId, requests)
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

function storeTogether(
  { db, networkHeight, accepts }: IntakeDeps,
  networkId: number,
  requests: readonly Pushed[],
): Promise<Taken[]> {
  const tokenIds = [...new Set(requests.map(({ tokenId }) => tokenId))]
  const peerIds = [...new Set(requests.flatMap(({ pushes }) => pushes.flatMap(({ peerId }) => peerId ?? [])))]
  return db.transaction(async (tx) => {
    const { seq, now } = await nextSeq(tx, networkId, db.now())
    const tokens = await tokensForPush(tx, tokenIds)
    const bridges = await pushedBridges(tx, networkId, peerIds.filter(isStorable))
    const asksUptime = needsUptime(bridges.values(), { now, source: 'OTLP' })
    const { answers, ...learnt } = learn(requests, {
      ...{ now, tokens, bridges },
      networkHeight: networkHeight(networkId),
      upSince: asksUptime ? intakeUpSince(await intakeUptimes(tx), now) : null,
      accepts: (namespace) => accepts(networkId, namespace),
    })
    await writeLearnt(tx, { networkId, seq, now }, learnt)
    await db.notify(tx, bridgesChannel, String(networkId))
    return answers
  })
}

/** The database takes no U+0000 in a text; no peer id has one. */
function isStorable(text: string): boolean {
  return !text.includes('\0')
}
