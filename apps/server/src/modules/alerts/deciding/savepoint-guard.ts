import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { failureOf } from '../../../platform/db/transaction.ts'

/** How alerts are written after deciding has failed. */
export interface RaiseMode {
  /** It has failed for so long that an alert which cannot be written is dropped, so that the others go out. */
  mayDrop: boolean
}

interface SavepointGuard {
  /**
   * Runs the deciding of a network in a transaction that stores what was seen of it. Where it fails for good, the
   * transaction fails with it, once; from then on it is run in a savepoint, so that watching goes on: what it would
   * have written is left out, and decided later from what is stored. `mode` null: nothing has failed lately.
   */
  run(tx: Tx, networkId: number, work: (tx: Tx, mode: RaiseMode | null) => Promise<void>): Promise<void>
}

/** Long enough for a transient fault to pass. */
const dropAfterMs = 60_000
/** How long after the last failure deciding still runs in a savepoint. */
const guardForMs = 3_600_000

/** `onFailed` is called for each failure: its changes have to be found once more. */
export function createSavepointGuard(
  clock: Pick<Clock, 'monotonic'>,
  onFailed: (networkId: number, error: unknown) => void,
): SavepointGuard {
  /** `since` null: it works at the moment. */
  const failures = new Map<number, { since: number | null; last: number }>()

  function note(networkId: number, error: unknown): void {
    const now = clock.monotonic()
    failures.set(networkId, { since: failures.get(networkId)?.since ?? now, last: now })
    onFailed(networkId, error)
  }

  async function inSavepoint(
    tx: Tx,
    work: (tx: Tx, mode: RaiseMode) => Promise<void>,
    failed: { since: number | null; last: number },
  ): Promise<void> {
    const mayDrop = failed.since !== null && clock.monotonic() - failed.since >= dropAfterMs
    await tx.transaction((inner) => work(inner, { mayDrop }))
    failed.since = null
  }

  return {
    async run(tx, networkId, work) {
      const failed = failures.get(networkId)
      const isGuarded = failed !== undefined && clock.monotonic() - failed.last < guardForMs
      try {
        await (isGuarded ? inSavepoint(tx, work, failed) : work(tx, null))
      } catch (error) {
        // A conflict or a lost connection ends the whole transaction, which is run again. So does what the database takes of
        // nobody: blocks that are kept without what they mean would be blips that nobody is told of.
        if (failureOf(error) !== 'final') throw error
        note(networkId, error)
        // Without a savepoint the transaction is void.
        if (!isGuarded) throw error
      }
    },
  }
}
