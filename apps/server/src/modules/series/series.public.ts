import { Counter } from 'prom-client'
import type { Loop } from '../../platform/loop.ts'
import type { Module } from '../../platform/process/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Participant, Views } from '../watch/watch.public.ts'
import { databaseSeconds, forgetOld } from './bucket.store.ts'
import { importedUntil } from './imported-buckets.store.ts'
import { createPrometheusSeriesStore } from './prometheus/prometheus-series-store.ts'
import type { SendOutcome } from './prometheus/sample-writer.ts'
import { createSender, createSenderLoop, type RefusedSamples } from './prometheus/sender.ts'
import { createStoreClient } from '../../platform/clients/store-client.ts'
import { createRecorder } from './recorder.ts'
import type { SeriesStore } from './series-store.ts'
import { addSeriesRoutes } from './series.routes.ts'
import { createSqlSeriesStore } from './sql-series.store.ts'

export { pastSamples } from './bucket.store.ts'
export { putImportedBuckets } from './imported-buckets.store.ts'

interface Series {
  module: Module
  /** Records each network in the transactions of the process that follows it. */
  participant: Participant
}

const hourMs = 3_600_000

/**
 * Samples of the four metrics of every validator, the longer buckets they become, and charts of them: from the database,
 * or from a Prometheus-compatible store, to which the samples are sent then.
 */
export function createSeries(platform: Platform, views: Pick<Views, 'of'>): Series {
  const { db, createLoop, config, load, disk } = platform
  const outside = config.seriesUrl === null ? null : createOutside(platform, config.seriesUrl)
  const pass = () => forgetOld(db, { isSent: outside !== null })
  const forget = createLoop({ name: 'series/forget', everyMs: hourMs, pass })
  const store = outside?.store ?? createSqlSeriesStore(db)
  const loops = outside ? [forget, outside.loop] : [forget]
  return {
    module: {
      name: 'series',
      routes: (server) =>
        addSeriesRoutes(server, views, store, {
          now: () => databaseSeconds(db),
          // A store outside has nothing but what was recorded here.
          importedUntil: (series) => (outside ? Promise.resolve(null) : importedUntil(db.orm, series)),
        }),
      loops: loops.map((loop) => ({ role: 'watch', loop }) as const),
    },
    participant: createRecorder({ onRecorded: () => outside?.loop.wake(), load, disk }),
  }
}

/** A Prometheus-compatible store, and what sends samples there. */
function createOutside(
  { db, clock, ids, fetch, log, metrics, createLoop }: Platform,
  url: string,
): { store: SeriesStore; loop: Loop } {
  const client = createStoreClient(url, { fetch, clock })
  const buckets = new Counter({
    name: 'roundsman_series_buckets_total',
    help: 'Samples of a network on their way to the store: taken, sent again, refused.',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  const count = (outcome: SendOutcome, many = 1) => buckets.inc({ outcome }, many)
  const onRefused = (about: RefusedSamples) =>
    log.warn(
      { ...about, store: client.host },
      'the store rejects samples of a network; they are skipped once it accepts others',
    )
  const sender = createSender({ db, client, ids, clock, count, onRefused })
  return {
    store: createPrometheusSeriesStore(client, db),
    loop: createSenderLoop(db, createLoop, sender, ids.uuid()),
  }
}
