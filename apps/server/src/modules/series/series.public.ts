import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Watch } from '../watch/watch.public.ts'
import { createRecorder } from './recorder.ts'

export interface Series {
  module: Module
}

const hourMs = 3_600_000

/** Samples of the three metrics of every validator, recorded where its network is followed. */
export function createSeries(platform: Platform, watch: Watch): Series {
  const { db, clock, createLoop } = platform
  const recorder = createRecorder({ db, clock, watch })
  const record = createLoop({
    name: 'series/record',
    everyMs: 25_000,
    jitter: 0,
    async pass() {
      await recorder.record()
      return recorder.untilNext()
    },
  })
  const forget = createLoop({ name: 'series/forget', everyMs: hourMs, pass: () => recorder.forget() })
  return {
    module: {
      name: 'series',
      loops: [
        { role: 'watch', loop: record },
        { role: 'watch', loop: forget },
      ],
    },
  }
}
