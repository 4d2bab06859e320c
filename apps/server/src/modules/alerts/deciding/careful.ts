import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { failureOf } from '../../../platform/db/retryable.ts'

/** How deciding goes on after it has failed. */
export interface Caution {
  /** It has failed for so long that what alone cannot be written is left out, so that the rest is told. */
  mayDrop: boolean
}

export interface Careful {
  /**
   * Runs the deciding of a network in a transaction that stores what was seen of it. Where it fails for good, the
   * transaction fails with it, once; from then on it is run in a savepoint, so that watching goes on: what it would
   * have written is left out, and decided later from what is stored. `caution` null: nothing has failed lately.
   */
  run(tx: Tx, networkId: number, work: (tx: Tx, caution: Caution | null) => Promise<void>): Promise<void>
}

export interface CarefulDeps {
  clock: Pick<Clock, 'monotonic'>
  /** Told of each failure; its changes have to be found once more. */
  onFailed(networkId: number, error: unknown): void
}

/** Long enough for a passing fault to pass. */
const dropAfterMs = 60_000
/** So long after the last failure the savepoint is spared again. */
const carefulForMs = 3_600_000

export function createCareful({ clock, onFailed }: CarefulDeps): Careful {
  /** `since` null: it works at the moment. */
  const failures = new Map<number, { since: number | null; last: number }>()

  function note(networkId: number, error: unknown): void {
    const now = clock.monotonic()
    failures.set(networkId, { since: failures.get(networkId)?.since ?? now, last: now })
    onFailed(networkId, error)
  }

  async function inSavepoint(
    tx: Tx,
    work: (tx: Tx, caution: Caution) => Promise<void>,
    failed: { since: number | null; last: number },
  ): Promise<void> {
    const mayDrop = failed.since !== null && clock.monotonic() - failed.since >= dropAfterMs
    await tx.transaction((inner) => work(inner, { mayDrop }))
    failed.since = null
  }

  return {
    async run(tx, networkId, work) {
      const failed = failures.get(networkId)
      const isCareful = failed !== undefined && clock.monotonic() - failed.last < carefulForMs
      try {
        await (isCareful ? inSavepoint(tx, work, failed) : work(tx, null))
      } catch (error) {
        // A conflict or a lost connection ends the whole transaction, which is run again.
        if (failureOf(error) !== 'final') throw error
        note(networkId, error)
        // Without a savepoint the transaction is void.
        if (!isCareful) throw error
      }
    },
  }
}
