import { z } from 'zod'
import type { Benchmark } from '../benchmark.ts'
import { startChild } from '../child.ts'

const contacts = 10_000
const sharing = 20

const Report = z.object({
  seconds: z.number(),
  perSecond: z.number(),
  refused: z.number(),
  criticalP50Ms: z.number(),
  criticalMaxMs: z.number(),
  warningP50Ms: z.number(),
  processorMs: z.number(),
  residentFirst: z.number(),
  residentMost: z.number(),
  plainPerSecond: z.number(),
  plainLost: z.number(),
})

export const channelStorm: Benchmark = {
  name: 'channel-storm',
  question:
    'How does one storm get through to ten thousand contacts of five channels (Slack, Discord, PagerDuty, webhooks, ntfy), twenty to a webhook or key, whose providers enforce their limits?',
  baseline: {
    what: 'a plain loop over fetch, as many requests at once, with a row written for each, and no second try',
    command: `node --import tsx bench/src/channel-storm.ts ${contacts} ${sharing}`,
  },
  async run() {
    const args = ['--import', 'tsx', 'bench/src/channel-storm.ts', String(contacts), String(sharing)]
    const child = startChild(args)
    const report = await child.report(Report)
    await child.ended
    const isServer = process.env['DATABASE_URL'] !== undefined
    return {
      figures: [
        { name: 'all delivered, each once, after', value: report.seconds, unit: 's' },
        { name: 'messages a second', value: report.perSecond, unit: 'messages' },
        { name: 'refused by a limit on the way, and sent again', value: report.refused, unit: 'messages' },
        { name: 'lag of what is CRITICAL, median', value: report.criticalP50Ms / 1000, unit: 's' },
        { name: 'lag of the last of it', value: report.criticalMaxMs / 1000, unit: 's' },
        { name: 'lag of all else, written before it, median', value: report.warningP50Ms / 1000, unit: 's' },
        { name: 'processor time of a message', value: report.processorMs, unit: 'ms' },
        { name: 'resident memory after a quarter of the time', value: report.residentFirst, unit: 'MiB' },
        { name: 'most from then on', value: report.residentMost, unit: 'MiB' },
        { name: 'plain loop: delivered a second', value: report.plainPerSecond, unit: 'messages' },
        { name: 'plain loop: lost to limits', value: report.plainLost, unit: 'messages' },
      ],
      ratios: [
        {
          name: 'messages a second to what the plain loop delivers',
          value: report.perSecond / report.plainPerSecond,
          unit: 'x',
        },
        {
          name: 'delivered to what the plain loop delivers',
          value: contacts / (contacts - report.plainLost),
          unit: 'x',
        },
      ],
      remarks: [
        isServer ? 'On the PostgreSQL of DATABASE_URL.' : 'The embedded engine, on the disk.',
        'The time cannot be shorter than the limits: twenty messages to one webhook of Discord take 30 s, of Slack 19 s.',
      ],
    }
  },
}
