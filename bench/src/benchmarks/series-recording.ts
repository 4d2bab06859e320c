import { z } from 'zod'
import type { Benchmark } from '../benchmark.ts'
import { startChild } from '../child.ts'

const [networks, validators, hours] = [10, 150, 5]
const file = 'bench/src/series-recording.ts'
const Report = z.object({ processorSeconds: z.number(), millisecondsEach: z.number(), bytes: z.number() })

async function recorded(layout: 'arrays' | 'rows') {
  const args = [networks, validators, hours].map(String)
  const child = startChild(['--import', 'tsx', file, ...args, layout])
  const report = await child.report(Report)
  await child.ended
  return { ...report, ofDay: (report.processorSeconds * 24) / hours, mebibytes: report.bytes / 1024 / 1024 }
}

export const seriesRecording: Benchmark = {
  name: 'series-recording',
  question:
    'What processor time do recording and roll-up of ten networks of 150 validators take for a day of data?',
  baseline: {
    what: 'a row for each validator and sample in the same engine, neither rolled up nor forgotten',
    command: `node --import tsx ${file} ${networks} ${validators} ${hours} rows`,
  },
  async run() {
    const ours = await recorded('arrays')
    const plain = await recorded('rows')
    return {
      figures: [
        { name: 'processor time for a day of data', value: ours.ofDay, unit: 's' },
        { name: 'of it, share of one core', value: (ours.ofDay / 86_400) * 100, unit: '%' },
        { name: 'a sample of one network, with what it rolls up', value: ours.millisecondsEach, unit: 'ms' },
        { name: `on disk after ${hours} hours`, value: ours.mebibytes, unit: 'MiB' },
        { name: 'rows: processor time for a day of data', value: plain.ofDay, unit: 's' },
        { name: 'rows: a sample of one network', value: plain.millisecondsEach, unit: 'ms' },
        { name: `rows: on disk after ${hours} hours`, value: plain.mebibytes, unit: 'MiB' },
      ],
      ratios: [{ name: 'processor time, ours to rows', value: ours.ofDay / plain.ofDay, unit: 'x' }],
      remarks: [
        `${hours} hours recorded by moving the clock, with every tier rolled up, and scaled to a day. The embedded engine, whose thread is counted in.`,
        'Making up the values is counted in on both sides.',
      ],
    }
  },
}
