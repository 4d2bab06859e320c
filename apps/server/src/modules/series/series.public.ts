import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Participant, Views } from '../watch/watch.public.ts'
import { databaseSeconds } from './database-seconds.ts'
import { forgetOld } from './forget-old.ts'
import { createRecorder } from './recorder.ts'
import { addSeriesRoutes } from './series.routes.ts'
import { createSqlSeriesStore } from './sql-series.store.ts'

export { type PastSample, pastSamples } from './past.store.ts'

export interface Series {
  module: Module
  /** Records each network in the transactions of the process that follows it. */
  participant: Participant
}

export interface SeriesDeps {
  /** What is shown of the networks, once all modules are there. */
  views: Pick<Views, 'of'>
}

const hourMs = 3_600_000

/** Samples of the four metrics of every validator, the longer buckets they become, and charts of them. */
export function createSeries({ db, createLoop }: Platform, { views }: SeriesDeps): Series {
  const loop = createLoop({ name: 'series/forget', everyMs: hourMs, pass: () => forgetOld(db) })
  const store = createSqlSeriesStore(db)
  return {
    module: {
      name: 'series',
      routes: (server) => addSeriesRoutes(server, { views, store, now: () => databaseSeconds(db) }),
      loops: [{ role: 'watch', loop }],
    },
    participant: createRecorder(),
  }
}
