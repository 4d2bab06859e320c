import type { GovernanceFacts } from '@roundsman/alerting/governance'
import type { NewestHeader } from '@roundsman/cometbft/block-walk'
import type { Database, Tx } from '../../../platform/db/database.ts'
import { failureOf } from '../../../platform/db/transaction.ts'
import { type Networks, voteCommandOf } from '../../networks/networks.public.ts'
import type { CompanionChain } from '../../watch/watch.public.ts'
import type { GovernanceLog } from '../reading/governance-log.ts'
import type { WatchedChain } from '../reading/next-question.policy.ts'
import { type DecidingMoment, governanceFacts } from './facts.store.ts'

/** Who decides, of the alerts: `decide` gives what to call once its transaction is committed. */
export interface Decides {
  decide(
    tx: Tx,
    networkId: number,
    facts: GovernanceFacts,
    mode: { mayDrop: boolean } | null,
  ): Promise<() => void>
  left(networkId: number): void
}

interface DecidingDeps {
  db: Pick<Database, 'orm'>
  alerts: Decides
  networks: Pick<Networks, 'byId'>
  clock: { monotonic(): number }
  log: Pick<GovernanceLog, 'undecided'>
}

/** What is to be decided of: a chain as it is followed, with what is remembered of it between questions. */
interface Deciding {
  chain: CompanionChain
  known: WatchedChain
  newest: NewestHeader
  hasListed: boolean
}

export interface GovernanceDeciding {
  /** Decides in a transaction of its own: at once after a reading, else where the last time is so long ago that time may have decided. */
  decide(of: Deciding, isRead: boolean): Promise<'DONE' | 'LOST'>
  left(networkId: number): void
}

/** Steps pass by time alone. */
const everyMs = 15_000
/** What cannot be written for so long is left out, so that the rest goes out. */
const dropAfterMs = 60_000
/** Blocks that the time between them is measured over. */
const measured = 100

export function createGovernanceDeciding({
  db,
  alerts,
  networks,
  clock,
  log,
}: DecidingDeps): GovernanceDeciding {
  const decidedAt = new Map<number, number>()
  const failingSince = new Map<number, number>()

  return {
    async decide(of, isRead) {
      const { networkId } = of.chain
      const now = clock.monotonic()
      if (!isRead && now - (decidedAt.get(networkId) ?? Number.NEGATIVE_INFINITY) < everyMs) return 'DONE'
      const since = failingSince.get(networkId)
      const mode = since === undefined ? null : { mayDrop: now - since >= dropAfterMs }
      try {
        let committed: (() => void) | null = null
        // Before the transaction, which the next block waits for: nobody else writes what is read here.
        const facts = await governanceFacts(db.orm, momentOf(of, networks))
        const isHeld = await of.chain.write(async (tx) => {
          committed = await alerts.decide(tx, networkId, facts, mode)
        })
        if (!isHeld) return 'LOST'
        call(committed)
        decidedAt.set(networkId, now)
        failingSince.delete(networkId)
      } catch (error) {
        // What passes by itself is tried again with the next look; what does not must not end the reading.
        if (failureOf(error) !== 'final') throw error
        failingSince.set(networkId, since ?? now)
        decidedAt.set(networkId, now)
        log.undecided(networkId, error)
      }
      return 'DONE'
    },
    left(networkId) {
      decidedAt.delete(networkId)
      failingSince.delete(networkId)
      alerts.left(networkId)
    },
  }
}

function call(work: (() => void) | null): void {
  work?.()
}

function momentOf(
  { chain, known, newest, hasListed }: Deciding,
  networks: Pick<Networks, 'byId'>,
): DecidingMoment {
  const { networkId, epoch, model } = chain
  const { header } = newest
  const active = model.records.flatMap(({ id, power, removedAt }) =>
    id !== null && power > 0n && removedAt === null ? [id] : [],
  )
  const before = chain.timeOf(header.height - measured)
  const network = networks.byId(networkId)
  return {
    ...{ networkId, epoch, chainNow: header.time, height: header.height, now: chain.databaseNow() },
    blockSeconds: before === null ? null : (header.time - before) / measured / 1_000,
    appVersion: Number(header.version.app),
    active: new Set(active),
    hasProposals: hasListed,
    // Of a part of them nobody knows whether signalling has just begun.
    hasSignals: known.hasSignal === true && active.every((id) => known.signalsAt.has(id)),
    voteCommandOf: (proposalId) => network && voteCommandOf(network, model.row.chainId, proposalId),
  }
}
