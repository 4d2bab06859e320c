import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Participant } from '../watch/watch.public.ts'
import { forgetOld } from './forget-old.ts'
import { createRecorder } from './recorder.ts'

export { type PastSample, pastSamples } from './past.store.ts'

export interface Series {
  module: Module
  /** Records each network in the transactions of the process that follows it. */
  participant: Participant
}

const hourMs = 3_600_000

/** Samples of the four metrics of every validator, and the longer buckets they become. */
export function createSeries({ db, createLoop }: Platform): Series {
  const loop = createLoop({ name: 'series/forget', everyMs: hourMs, pass: () => forgetOld(db) })
  return { module: { name: 'series', loops: [{ role: 'watch', loop }] }, participant: createRecorder() }
}
