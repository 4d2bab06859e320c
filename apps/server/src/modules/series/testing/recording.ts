import type { Database, Tx } from '../../../platform/db/database.ts'
import type { ManualClock } from '../../../testing/manual-clock.ts'
import type { ChainChange, ValidatorValues } from '../../watch/watch.public.ts'
import { createRecorder } from '../recorder.ts'

export type Known = Pick<ValidatorValues, 'uptime' | 'power' | 'commissionRate' | 'tokens'>

/** A network as its writer would hand it to the recorder, by a clock that the test moves. */
export interface Recording {
  /** By slot; what the next commits say. */
  values: (Known | null)[]
  /** Whether an endpoint in step answers. */
  observed: boolean
  /** Whether the process has too much to do. */
  isOverloaded: boolean
  /** Whether the disk has room for alerts only. */
  isScarce: boolean
  change(): ChainChange
  /** A commit, as the writer does it. */
  commit(): Promise<void>
  /** Records in a transaction that the test ends. */
  commitIn(tx: Tx): Promise<void>
  /** Records in a transaction that is not there: it could take no statement. */
  commitNothing(): Promise<void>
  /** Commits every 25 s for so many seconds. */
  run(seconds: number): Promise<void>
  /** Another process, which remembers nothing. */
  startAgain(): void
}

/** `db` names buckets by the same clock. */
export function createRecording(
  { db, clock }: { db: Database; clock: ManualClock },
  key: { networkId: number; epoch: number },
): Recording {
  const load = { isHigh: () => recording.isOverloaded }
  const disk = { isScarce: () => recording.isScarce }
  let recorder = createRecorder({ load, disk })
  const recording: Recording = {
    values: [],
    observed: true,
    isOverloaded: false,
    isScarce: false,
    change() {
      const { observed, values } = recording
      return {
        ...key,
        now: clock.now(),
        observed,
        present: { values: () => values },
      } as unknown as ChainChange
    },
    async commit() {
      const made = recording.change()
      await db.transaction((tx) => recorder.commit(tx, made))
      recorder.committed(made)
    },
    commitIn: (tx) => recorder.commit(tx, recording.change()),
    commitNothing: () => recorder.commit({} as Tx, recording.change()),
    async run(seconds) {
      for (let passed = 0; passed < seconds; passed += 25) {
        await recording.commit()
        await clock.advance(25_000)
      }
    },
    startAgain() {
      recorder = createRecorder({ load, disk })
    },
  }
  return recording
}
