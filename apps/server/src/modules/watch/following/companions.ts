import type { NewestHeader } from '@roundsman/cometbft/block-walk'
import type { EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import type { Database, Tx } from '../../../platform/db/database.ts'
import type { CreateLoop, Loop } from '../../../platform/loop.ts'
import type { ChainModel } from '../model/chain-model.ts'
import type { Follower } from './follower.ts'
import type { NetworkLease } from './leases.ts'

/** Reads more of chains than the followers do, beside them and at a pace of its own, in the process that follows each. */
export interface ChainCompanion {
  /** For log lines, and the name of its loops. */
  name: string
  /**
   * Looks at a chain that this process follows; gives the ms until the next look at it. One at a time for each chain. What
   * endpoints do not answer is no reason to reject; that the database fails is.
   */
  look(chain: CompanionChain): Promise<number>
  /** Every newest header that a poll has come to believe, before anything else is asked for. Must not throw. */
  saw?(chain: CompanionChain, newest: NewestHeader): void
  /** This network is not followed any more. */
  left?(networkId: number): void
}

/** A chain that this process follows at a moment. */
export interface CompanionChain {
  networkId: number
  epoch: number
  /** Of the lease. What is remembered of a chain under another one may have been changed by another process since. */
  fence: bigint
  /** Another one whenever endpoints or the chain changed. */
  pool: EndpointPool
  /** The newest header that is believed; its app hash is the state of the block below. */
  newest: NewestHeader | null
  /** As the last commit left it. */
  model: Pick<ChainModel, 'row' | 'records'>
  /** Header time of a block whose letters are kept, Unix ms; null of any other. */
  timeOf(height: number): number | null
  /** The database's clock, Unix ms. */
  databaseNow(): number
  /** Runs `work` in a transaction that first makes sure of the lease; false: this process has it no more. */
  write(work: (tx: Tx) => Promise<void>): Promise<boolean>
}

interface CompanionDeps {
  db: Pick<Database, 'transaction'>
  createLoop: CreateLoop
  follower: Pick<Follower, 'followed'>
  lease: Pick<NetworkLease, 'hold' | 'held'>
  databaseNow: () => number
}

/** While a network is followed by another process, or nothing of it is known yet. */
const waitingMs = 1_000
const longestPauseMs = 60_000

interface NetworkCompanions {
  /** To be called after each poll. */
  polled(): void
  /** A loop for each companion: a slow one holds up no other. */
  loops(): Loop[]
  left(): void
}

/** The companions of one network. */
export function createNetworkCompanions(
  networkId: number,
  companions: readonly ChainCompanion[],
  { db, createLoop, follower, lease, databaseNow }: CompanionDeps,
): NetworkCompanions {
  let seen: NewestHeader | null = null

  function chain(): CompanionChain | null {
    const followed = follower.followed()
    if (followed === null) return null
    const { fence, model, connection } = followed
    const { ring } = model
    return {
      networkId,
      epoch: model.row.epoch,
      fence,
      pool: connection.pool,
      newest: connection.newest,
      model,
      timeOf: (height) => ring.time(height),
      databaseNow,
      write: (work) =>
        db.transaction(async (tx) => {
          if (lease.held()?.fence !== fence || !(await lease.hold(tx))) return false
          await work(tx)
          return true
        }),
    }
  }

  return {
    polled() {
      const now = chain()
      if (now === null || now.newest === null || now.newest === seen) return
      seen = now.newest
      for (const companion of companions) companion.saw?.(now, now.newest)
    },
    loops: () =>
      companions.map((companion) =>
        createLoop({
          name: `${companion.name}/${networkId}`,
          everyMs: waitingMs,
          longestPauseMs,
          pass: async () => {
            const now = chain()
            return now === null ? waitingMs : companion.look(now)
          },
        }),
      ),
    left() {
      for (const companion of companions) companion.left?.(networkId)
    },
  }
}
