import type { Platform } from '../../../platform/platform.ts'
import { type ClockAlarm, createClockAlarm } from '../../../platform/process/clock-offset.ts'
import type { Loop } from '../../../platform/loop.ts'
import { createBlockTimes } from '../model/block-times.ts'
import { newestBlocks } from '../model/model.store.ts'

const everyMs = 10_000
/** A block that comes early has no other cause; one that is late may have come a long way. */
const boundMs = { ahead: 10_000, behind: 2_000 }

type ClockPlatform = Pick<Platform, 'db' | 'log' | 'metrics' | 'createLoop'>

/** Judges the database's clock, by which everything that is told has its time, by the blocks of the networks. */
export function createDatabaseClockWatch({ db, log, metrics, createLoop }: ClockPlatform): {
  loop: Loop
  alarm: ClockAlarm
} {
  const times = createBlockTimes()
  const alarm = createClockAlarm(
    {
      // The embedded one has that of the machine.
      clock: db.engine === 'embedded' ? "this machine's clock" : "the database's clock",
      against: "the chains' blocks",
      mend: 'that machine',
      boundMs,
      metric: {
        name: 'roundsman_database_clock_offset_seconds',
        help: "How far the database's clock is ahead of the times of blocks, beyond what blocks may differ by; NaN: not known just now.",
      },
    },
    { log, metrics },
  )
  const loop = createLoop({
    name: 'database-clock',
    everyMs,
    async pass() {
      const { blocks, now } = await newestBlocks(db)
      times.learn(blocks, now)
      alarm.learn(times.offsetMs())
    },
  })
  return { loop, alarm }
}
