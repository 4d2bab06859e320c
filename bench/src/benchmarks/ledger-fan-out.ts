import { z } from 'zod'
import type { Benchmark } from '../benchmark.ts'
import { startChild } from '../child.ts'

const rows = 1_000_000
/** Enqueued one by one, with a sealed text each, for comparison. */
const single = 5_000

const Report = z.object({
  insertMs: z.number(),
  singleMs: z.number(),
  firstClaimMs: z.number(),
  sentPerSecond: z.number(),
  codeP50Ms: z.number(),
  codeMaxMs: z.number(),
  codesSent: z.number(),
  mebibytes: z.number(),
  resident: z.number(),
})

export const ledgerFanOut: Benchmark = {
  name: 'ledger-fan-out',
  question:
    'How long does it take to write alerts for a million recipients, how fast are they sent, and how long does a code wait meanwhile?',
  baseline: {
    what: 'one row after the other, each with its sealed text, in one transaction',
    command: `node --import tsx bench/src/ledger-storm.ts ${rows} ${single}`,
  },
  async run() {
    const child = startChild(['--import', 'tsx', 'bench/src/ledger-storm.ts', String(rows), String(single)])
    const report = await child.report(Report)
    await child.ended
    const perRow = (report.insertMs / rows) * 1000
    const singleRow = (report.singleMs / single) * 1000
    return {
      figures: [
        { name: 'a million rows by one INSERT … SELECT', value: report.insertMs / 1000, unit: 's' },
        { name: 'of it per row', value: perRow, unit: 'µs' },
        { name: 'per row, one after the other', value: singleRow, unit: 'µs' },
        { name: 'the first claim among a million', value: report.firstClaimMs, unit: 'ms' },
        { name: 'sent in a second, both lanes of alerts', value: report.sentPerSecond, unit: 'rows' },
        {
          name: 'a code during the storm, asked for until handed over, p50',
          value: report.codeP50Ms,
          unit: 'ms',
        },
        { name: 'the slowest of them', value: report.codeMaxMs, unit: 'ms' },
        { name: 'codes in that time', value: report.codesSent, unit: 'codes' },
        { name: 'the table and its indexes', value: report.mebibytes, unit: 'MiB' },
        { name: 'resident memory at the end', value: report.resident, unit: 'MiB' },
      ],
      ratios: [{ name: 'a row alone to a row of the million', value: singleRow / perRow, unit: 'x' }],
      remarks: [
        'The embedded engine, on the disk. The provider answers at once, so that what is measured is the ledger.',
        'The embedded engine has one session: while the million is being written, everything else waits for it.',
      ],
    }
  },
}
