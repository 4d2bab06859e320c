import type { AlertingState, Outcome } from '@roundsman/alerting/deciding'
import type { Tx } from '../../../platform/db/database.ts'
import { failureOf } from '../../../platform/db/retryable.ts'
import type { Caution } from './careful.ts'
import type { DecidingLog } from './deciding-log.ts'

/** Writes down what is told, and to whom. */
export type Raise = (
  tx: Tx,
  networkId: number,
  outcomes: readonly Outcome[],
  state: AlertingState,
) => Promise<void>

export interface Raising {
  networkId: number
  outcomes: readonly Outcome[]
  state: AlertingState
}

/**
 * Writes down what is told, all at once; where that fails for good, one by one, without those that fail alone. Where
 * none can be written it is rather the database: nothing is left out before that has lasted.
 *
 * @throws Error that of the last one, where nothing can be left out yet
 */
export async function raiseOneByOne(
  tx: Tx,
  { raise, onDropped }: { raise: Raise; onDropped: DecidingLog['dropped'] },
  { networkId, outcomes, state }: Raising,
  { mayDrop }: Caution,
): Promise<void> {
  const failed: { outcome: Outcome; error: unknown }[] = []
  const all = await errorOf(() => tx.transaction((inner) => raise(inner, networkId, outcomes, state)))
  if (all === null) return
  for (const outcome of outcomes) {
    const alone = await errorOf(() => tx.transaction((inner) => raise(inner, networkId, [outcome], state)))
    if (alone !== null) failed.push({ outcome, ...alone })
  }
  const [first] = failed
  if (first && failed.length === outcomes.length && !mayDrop) throw first.error
  for (const { outcome, error } of failed) onDropped(networkId, outcome, error)
}

/** What it failed with for good; null: it did not. @throws Error what ends the whole transaction */
async function errorOf(work: () => Promise<unknown>): Promise<{ error: unknown } | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (failureOf(error) !== 'final') throw error
    return { error }
  }
}
