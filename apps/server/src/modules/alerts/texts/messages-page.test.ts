import { catalogue, type Setting } from '@roundsman/alerting/catalogue'
import type { Evidence } from '@roundsman/alerting/deciding'
import { languages } from '@roundsman/contract/accounts/users'
import { expect, test } from 'vitest'
import { smsText } from '../../notifications/channels/twilio/sms.channel.ts'
import { someFacts } from '../testing/some-facts.ts'
import { alertMessage } from './alert-message.ts'
import { bundleMessage } from './bundle-message.ts'
import { smsParts } from './sms-size.ts'
import type { AlertFacts, Reader } from './writing.ts'

const url = 'https://celestia.example.org/alerts-history?alert=4711'
const at = Date.UTC(2026, 10, 24, 13, 42)
const readers: readonly Reader[] = languages.map((language) => ({ language, timezone: 'Europe/Kyiv' }))
const minutes = (count: number) => at - count * 60_000

/** As the chain's figures are when each condition of a kind begins; what they leave out is not known then. */
const evidenceOf: Record<string, Partial<Evidence>> = {
  window_missed: {
    missed_blocks: 5_010,
    consecutive_missed: 1_754,
    seconds_to_jail: null,
    missed_with_you: 0,
  },
  missed_in_a_row: {
    missed_blocks: 50,
    consecutive_missed: 50,
    seconds_to_jail: 54_000,
    missed_with_you: 0.021,
  },
  jail_near: { missed_blocks: 4_460, consecutive_missed: 1_754, seconds_to_jail: 3_340, missed_with_you: 0 },
  slashed: { value: -0.0001 },
  stake_fell: { value: -0.26 },
  stake_rose: { value: 0.26 },
  power_share: { value: 0.334 },
  commission_above: { value: 0.55 },
  commission_lowered: { before: '0.1', after: '0.05' },
  no_update: {
    value: 903,
    bridge: { updated_at: at - 903_000, height: 2_466_120, lag: 75, version: 'v0.29.1' },
  },
  lagging: {
    value: 112,
    bridge: { updated_at: at - 4_000, height: 2_466_083, lag: 112, version: 'v0.29.1' },
  },
  stalled: { value: 301, bridge: { updated_at: at - 4_000, height: 2_466_120, lag: 48, version: 'v0.29.1' } },
  halted: { value: 902 },
  low_power: { signed_power_share: 0.691 },
  upgrade_near: { value: 3_420, upgrade: { name: 'v7', height: 2_466_765 } },
  unseen: { value: 301 },
}
const endedWith: Partial<Evidence> = { began_at: minutes(17), ended_at: minutes(1) }

function sample(setting: Setting, reader: Reader, change: Partial<Evidence> = {}): AlertFacts {
  const { targetType, subject } = someFacts(setting.id, {}, reader)
  const isEnd = setting.trigger === 'TRUE_TO_FALSE'
  const isUptime = setting.type === 'UPTIME'
  return someFacts(
    setting.id,
    {
      at: new Date(at),
      readAt: new Date(at + 2_000),
      height: 2_466_195,
      targetName: targetType === 'BRIDGE' ? 'bridge-fra-1' : 'Granite Cloud',
      jailedUntil: new Date(at + 600_000),
      unjailCommand: 'celestia-appd tx slashing unjail --from <key> --chain-id celestia',
      evidence: {
        assurance: 'PROVEN',
        host: 'rpc.example.org',
        observed_at: at,
        value: null,
        threshold: catalogue.meaning(setting.id)?.condition.threshold ?? null,
        signed_blocks_window: 10_000,
        before: '0.05',
        after: '0.1',
        ...evidenceOf[subject],
        ...(isEnd && { ...endedWith, ...(isUptime && { missed_since: 160 }) }),
        ...change,
        // It ends on the line.
        ...(isEnd &&
          subject === 'commission_above' && {
            value: catalogue.meaning(setting.id)?.condition.threshold ?? null,
          }),
      },
    },
    reader,
  )
}

/** The gravest setting of each kind and trigger: the others differ in a figure. */
function settings(): Setting[] {
  const gravest = new Map<string, Setting>()
  for (const setting of Object.values(catalogue.settings('en')).flat()) {
    const meaning = catalogue.meaning(setting.id)
    if (meaning) gravest.set(`${meaning.condition.subject} ${setting.trigger}`, setting)
  }
  return [...gravest.values()]
}

/** All others: lower steps, of which a figure differs. */
function lowerSteps(): Setting[] {
  const shown = new Set(settings().map(({ id }) => id))
  return Object.values(catalogue.settings('en'))
    .flat()
    .filter(({ id }) => !shown.has(id))
}

/** Figures as they are when a step is reached. */
function reached({ id }: Setting): Partial<Evidence> {
  const condition = catalogue.meaning(id)?.condition
  const { subject, threshold } = condition ?? { subject: null, threshold: null }
  if (threshold === null) return {}
  switch (subject) {
    case 'window_missed':
      return { missed_blocks: Math.round((1 - threshold) * 10_000) + 1, consecutive_missed: 12 }
    case 'missed_in_a_row':
      return { missed_blocks: threshold, consecutive_missed: threshold }
    case 'jail_near':
      return { seconds_to_jail: threshold - 60, missed_blocks: 2_600 }
    case 'stake_fell':
      return { value: -threshold }
    case 'stake_rose':
      return { value: threshold }
    case 'low_power':
      return { signed_power_share: threshold - 0.004 }
    case 'upgrade_near':
      return { value: threshold - 90 }
    case 'power_share':
    case 'commission_above':
      return { value: threshold + 0.004 }
    default:
      return { value: threshold + 1 }
  }
}

const quoted = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function rows(messageFor: (channel: string, reader: Reader) => ReturnType<typeof alertMessage>): string {
  return readers
    .flatMap((reader) => {
      const [sms, call, mail] = ['sms', 'voice', 'email'].map((channel) => messageFor(channel, reader))
      if (!sms || !call || !mail) return []
      const text = smsText(sms, 'https://celestia.example.org/a/2n9c-hx3Vd0pQ7sYk')
      return [
        `| ${reader.language} | SMS (${smsParts(text)}) | ${quoted(text)} |`,
        `| | call | ${quoted(call.paragraphs.join(' '))} |`,
        `| | mail | **${quoted(mail.subject)}**<br>${mail.paragraphs.map(quoted).join('<br>')} |`,
      ]
    })
    .join('\n')
}
const head = '| | | |\n|---|---|---|'

test('E99: docs/messages.md shows every condition in every channel and language as it is sent', async () => {
  const chapters = settings().map((setting) => {
    const of = rows((channel, reader) => alertMessage(channel, sample(setting, reader), reader, url))
    return `## ${setting.name}\n\n${head}\n${of}`
  })
  const [missed] = settings().filter(({ type }) => type === 'UPTIME')
  const isNetwork = missed
    ? rows((channel, reader) =>
        alertMessage(
          channel,
          sample(missed, reader, { missed_with_you: 0.41, consecutive_missed: 12 }),
          reader,
          url,
        ),
      )
    : ''
  const storm = rows((channel, reader) => {
    const alerts = settings()
      .filter(
        ({ type, trigger }) =>
          ['JAILED', 'UPTIME', 'OTEL_UPDATE'].includes(type) && trigger === 'FALSE_TO_TRUE',
      )
      .map((setting, index) => ({ ...sample(setting, reader), target: `validator:${index}` }))
    return bundleMessage(channel, alerts, reader, url)
  })
  const page = [
    '# Messages\n\nEvery alert as it is sent: each kind at its gravest step first, then all lower steps, misses that others share, and several at once. The number of parts stands beside an SMS, before the link that answers it. Made by `messages-page.test.ts`: after a change of the texts run it with `-u` and read this page again.',
    ...chapters,
    ...lowerSteps().map((setting) => {
      const of = rows((channel, reader) =>
        alertMessage(channel, sample(setting, reader, reached(setting)), reader, url),
      )
      return `## ${setting.name}\n\n${head}\n${of}`
    }),
    `## Misses that others share\n\n${head}\n${isNetwork}`,
    `## Several at once\n\n${head}\n${storm}`,
  ].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../../../../../../docs/messages.md')
})
