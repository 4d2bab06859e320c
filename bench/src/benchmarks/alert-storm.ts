import { z } from 'zod'
import type { Benchmark } from '../benchmark.ts'
import { startChild } from '../child.ts'

const entries = 1_000_000
const messages = 10_000

const Report = z.object({
  queuedMs: z.number(),
  perSecond: z.number(),
  lagP50Ms: z.number(),
  lagMaxMs: z.number(),
  codeP50Ms: z.number(),
  codeMaxMs: z.number(),
  codes: z.number(),
  resident: z.number(),
})

export const alertStorm: Benchmark = {
  name: 'alert-storm',
  question:
    'How long from a condition that a million entries want to their deliveries in the queue, and how do ten thousand SMS at once get through a provider that needs 100 ms for each?',
  baseline: {
    what: 'one SMS after the other, as a plain program sends them: ten a second at 100 ms',
    command: `node --import tsx bench/src/alert-storm.ts ${entries} ${messages}`,
  },
  async run() {
    const args = ['--import', 'tsx', 'bench/src/alert-storm.ts', String(entries), String(messages)]
    const child = startChild(args)
    const report = await child.report(Report)
    await child.ended
    const isServer = process.env['DATABASE_URL'] !== undefined
    return {
      figures: [
        {
          name: 'a million entries: alert, readers and deliveries written',
          value: report.queuedMs / 1000,
          unit: 's',
        },
        { name: 'SMS a second through the provider', value: report.perSecond, unit: 'SMS' },
        { name: 'lag of an SMS among ten thousand, median', value: report.lagP50Ms / 1000, unit: 's' },
        { name: 'lag of the last one', value: report.lagMaxMs / 1000, unit: 's' },
        {
          name: 'a code meanwhile, asked for until at the provider, median',
          value: report.codeP50Ms,
          unit: 'ms',
        },
        { name: 'the slowest of them', value: report.codeMaxMs, unit: 'ms' },
        { name: 'codes in that time', value: report.codes, unit: 'codes' },
        { name: 'resident memory at the end', value: report.resident, unit: 'MiB' },
      ],
      ratios: [{ name: 'SMS a second to one after the other', value: report.perSecond / 10, unit: 'x' }],
      remarks: [
        isServer ? 'On the PostgreSQL of DATABASE_URL.' : 'The embedded engine, on the disk.',
        'Each entry is another user’s. The alert is CRITICAL; codes go by a lane of their own.',
      ],
    }
  },
}
