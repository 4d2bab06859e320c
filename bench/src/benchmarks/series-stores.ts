import { z } from 'zod'
import type { Benchmark, Figure } from '../benchmark.ts'
import { startChild } from '../child.ts'

const [validators, days, charts] = [50, 31, 300]
const file = 'bench/src/series-stores.ts'

const Store = z.object({ p50: z.number(), p99: z.number(), bytes: z.number(), disk: z.number() })
const Report = z.object({
  recorded: z.number(),
  own: z.object({ ...Store.shape, cells: z.number() }),
  prometheus: z.nullable(Store),
  victoriaMetrics: z.nullable(Store),
})

type Store = z.infer<typeof Store>

const figuresOf = (name: string, store: Store, recorded: number): Figure[] => [
  { name: `${name}: a chart, p50`, value: store.p50, unit: 'ms' },
  { name: `${name}: a chart, p99`, value: store.p99, unit: 'ms' },
  { name: `${name}: its answer`, value: store.bytes / 1024, unit: 'KiB' },
  { name: `${name}: on disk`, value: store.disk / 1024 / 1024, unit: 'MiB' },
  { name: `${name}: on disk, of each sample recorded`, value: store.disk / recorded, unit: 'bytes' },
]

const ratiosOf = (name: string, own: Store, store: Store): Figure[] => [
  { name: `a chart, p50, ours to ${name}`, value: own.p50 / store.p50, unit: 'x' },
  { name: `a chart, p99, ours to ${name}`, value: own.p99 / store.p99, unit: 'x' },
  { name: `on disk, ours to ${name}`, value: own.disk / store.disk, unit: 'x' },
]

export const seriesStores: Benchmark = {
  name: 'series-stores',
  question:
    'How long does a chart of 10 validators, 3 metrics and 180 points take, and what does a sample take of the disk?',
  baseline: {
    what: 'query_range of Prometheus and of VictoriaMetrics with the same samples',
    command: `node --import tsx ${file} ${validators} ${days} ${charts}`,
  },
  async run() {
    const child = startChild(['--import', 'tsx', file, ...[validators, days, charts].map(String)])
    const { recorded, own, prometheus, victoriaMetrics } = await child.report(Report)
    await child.ended
    const others = [
      ['Prometheus', prometheus],
      ['VictoriaMetrics', victoriaMetrics],
    ] as const
    return {
      figures: [
        { name: 'samples recorded, of the three metrics', value: recorded, unit: 'samples' },
        ...figuresOf('ours', own, recorded),
        { name: 'ours: on disk, of each value kept', value: own.disk / own.cells, unit: 'bytes' },
        ...others.flatMap(([name, store]) => (store ? figuresOf(name, store, recorded) : [])),
      ],
      ratios: others.flatMap(([name, store]) => (store ? ratiosOf(name, own, store) : [])),
      remarks: [
        `${validators} validators over ${days} days; all of it over HTTP on loopback, without a session. The embedded engine.`,
        'Ours keeps samples for two hours and longer buckets after that, the others every sample; they answer three requests at once where ours answers one.',
        'Prometheus as of a snapshot, without its write-ahead log; VictoriaMetrics merged.',
        ...(prometheus ? [] : ['Prometheus or VictoriaMetrics is not on this machine.']),
      ],
    }
  },
}
