import { catalogue, type Setting } from '@roundsman/alerting/catalogue'
import { languages } from '@roundsman/contract/accounts/users'
import { spokenIn } from '@roundsman/phone/twilio/twilio-request'
import { expect, test } from 'vitest'
import type { Message } from '../../notifications/notifications.public.ts'
import { spokenTwiml, wordsTwiml } from '../../notifications/channels/twilio/twiml.ts'
import { smsText } from '../../notifications/channels/twilio/sms.channel.ts'
import { overWords } from '../answers/call-words.ts'
import { factsOf } from '../messages/alert-facts.ts'
import { governanceAlert, governanceAlerts, raiseBlockSize } from '../testing/governance-alerts.ts'
import { type SimulatedAlert, simulatedAlerts } from '../testing/simulated-alerts.ts'
import { alertMessage } from './alert-message.ts'
import { bundleMessage } from './bundles/bundle-message.ts'
import { alertText } from './alert-text.ts'
import { smsParts } from './sms-size.ts'
import { type AlertFacts, type Reader, writingFor } from './writing.ts'

const url = 'https://celestia.example.org/alerts-history?alert=4711'
const answer = 'https://celestia.example.org/a/2n9c-hx3Vd0pQ7sYk'
const network = { name: 'Celestia Mainnet', chain_id: 'celestia', symbol: 'TIA' }
const readers: readonly Reader[] = languages.map((language) => ({ language, timezone: 'Europe/Kyiv' }))

/** An alert with the evidence that the decider gave it, as a message reads it two seconds later, or a reminder after its minutes. */
function factsFrom(
  { outcome, targetName, jailedUntil }: SimulatedAlert,
  { language }: Reader,
  minutes: number,
  change: Partial<Pick<AlertFacts, 'watchedAs' | 'unbondingMs' | 'downtimeSlash' | 'isSigning'>> = {},
): AlertFacts {
  const { settingId, target, severity, height, evidence, key, phone } = outcome
  const at = new Date(outcome.at)
  const facts = factsOf(
    {
      id: 4_711,
      networkId: 1,
      chainId: network.chain_id,
      createdAt: at,
      endedAt: null,
      incidentId: null,
      settingId: settingId ?? 0,
      severity,
      at,
      height,
      evidence,
      targetName,
      jailedUntil,
      heldBack: null,
      occurrence: key,
      phonesWait: phone === 'AFTER_CONFIRMED',
      validatorKeys: [],
      bridgeKey: null,
      type: catalogue.condition(outcome.conditionId)?.type ?? 'NETWORK',
      validatorId: target.type === 'VALIDATOR' ? target.id : null,
      bridgeId: target.type === 'BRIDGE' ? target.id : null,
    },
    network,
    language,
    { readAt: new Date(evidence.observed_at + 2_000 + minutes * 60_000) },
  )
  if (facts === null) throw new Error(`no setting ${settingId}`)
  return { ...facts, ...change }
}

const everySetting = Object.values(catalogue.settings('en')).flat()
const kindOf = ({ id, trigger }: Setting) => `${catalogue.meaning(id)?.condition.subject} ${trigger}`
/** The gravest of each kind and trigger first: the others differ in a figure. */
const gravest = [...new Map(everySetting.map((setting) => [kindOf(setting), setting])).values()]
const chaptersOf = [...gravest, ...everySetting.filter((setting) => !gravest.includes(setting))]

const keysUrl = 'https://celestia.example.org/keys'

/**
 * As it is said where keys reach the site: how it begins, then once what is so when it is taken (D290), with what the keys do; an end
 * is said as it was made, and they do nothing (E190).
 */
function spoken(call: Message, { language }: Reader, isOver: boolean): string {
  if (isOver) return (spokenIn(spokenTwiml(call, language, null)) ?? [])[0]?.text ?? ''
  const { opening = [] } = call.call ?? {}
  const said = spokenIn(wordsTwiml(call, { language, severity: call.severity ?? 'INFO' }, { keysUrl })) ?? []
  return [...opening, ...said.slice(0, 2).map(({ text }) => text)].join(' ')
}

/** Of what is over as the call is taken that is said, and no key is asked for (E426). */
function spokenOver(call: Message, all: readonly AlertFacts[], reader: Reader): string {
  const { whole, single } = overWords(
    all.map((facts) => ({ facts })),
    reader,
  )
  const over: Message = { subject: '', paragraphs: [whole], isOver: true }
  return spoken(
    { ...over, call: { opening: call.call?.opening ?? [], rest: [single ?? whole] } },
    reader,
    false,
  )
}

const quoted = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** `remindedMinutes`: how long nobody has acknowledged; null: it is no reminder. `change`: what else is so as it is told. */
function chapter(
  title: string,
  alerts: readonly SimulatedAlert[],
  remindedMinutes: number | null = null,
  change: Parameters<typeof factsFrom>[3] = {},
): string {
  const rows = readers.flatMap((reader) => {
    const { phrases, written, spoken: said } = writingFor(reader)
    const leadOf = (channel: string) =>
      remindedMinutes === null
        ? []
        : [phrases.unacknowledged((channel === 'voice' ? said : written).span(remindedMinutes * 60))]
    const all = alerts.map((one) => factsFrom(one, reader, remindedMinutes ?? 0, change))
    const isOver = all.every(({ settingId }) => catalogue.isEnd(settingId))
    const isSigning = all.every((one) => one.isSigning)
    const [first, ...others] = all
    if (first === undefined) throw new Error(`no alert of ${title}`)
    const of = (channel: string) =>
      others.length === 0
        ? alertMessage(channel, first, reader, url, { lead: leadOf(channel) })
        : bundleMessage(channel, all, reader, url, { lead: leadOf(channel) })
    const [sms, call, mail] = [smsText(of('sms'), answer), of('voice'), of('email')]
    expect([sms, smsParts(sms) <= 3]).toEqual([sms, true])
    return [
      `| ${reader.language} | SMS (${smsParts(sms)}) | ${quoted(sms)} |`,
      `| | call | ${quoted(isSigning ? spokenOver(call, all, reader) : spoken(call, reader, isOver))} |`,
      `| | mail | **${quoted(mail.subject)}**<br>${mail.paragraphs.map(quoted).join('<br>')} |`,
    ]
  })
  return [`## ${title}`, '', '| | | |\n|---|---|---|', ...rows].join('\n')
}

const delegated = { watchedAs: 'DELEGATOR', unbondingMs: 21 * 86_400_000, downtimeSlash: 0.0001 } as const

/** What a delegator is told where an operator is told something else: what a mail, a call and an SMS have of it. */
function delegatorChapter(alerts: readonly SimulatedAlert[]): string {
  const rows = alerts.flatMap((one) =>
    readers.flatMap((reader, index) => {
      const facts = factsFrom(one, reader, 0, delegated)
      const text = alertText(facts, reader)
      const said = alertText(facts, reader, 'spoken')
      if (text.advice.length === 0) return []
      const sms = [...text.adviceOfSms.must, ...text.adviceOfSms.may].join(' ')
      return [
        `| ${index === 0 ? quoted(facts.title) : ''} | ${reader.language} | ${quoted([...text.left, ...text.advice].join(' '))} | ${quoted([...said.left, ...said.adviceInShort].join(' '))} | ${quoted(sms)} |`,
      ]
    }),
  )
  return [
    '## Advice to a delegator',
    '',
    'Whoever delegates to a validator gets the same messages with other advice (E291), here of a chain with 21 days of unbonding that slashes 0.01% for downtime.',
    '',
    '| | | mail | call | SMS |\n|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** What a call says last that is made again where no key is pressed (E409). */
function chapterOfCallsAgain(): string {
  const rows = readers.flatMap(({ language }) =>
    (['MINUTE', 'TWO_MINUTES', 'MINUTES'] as const).map((calledAgain, index) => {
      const message = { subject: '', paragraphs: ['…'], severity: 'CRITICAL' as const, calledAgain }
      const said = spokenIn(wordsTwiml(message, { language, severity: 'CRITICAL' }, { keysUrl })) ?? []
      return `| ${index === 0 ? language : ''} | ${said.at(-1)?.text ?? ''} |`
    }),
  )
  return [
    '## The end of a call',
    '',
    'What is CRITICAL and waits for an answer ends its call with within how long its listener is called again, but for the last of its calls (E409).',
    '',
    '| | |\n|---|---|',
    ...rows,
  ].join('\n')
}

/** What is special of votes: an expedited one, one that starts over, what is told later, several at once. */
function chaptersOfVotes(): string[] {
  const [voting, dayLeft, sixHoursLeft, hourLeft] = [10_011, 11_021, 11_031, 11_041]
  const notVoted = (settingId: number, hoursBefore: number, targetName = 'Granite Cloud', evidence = {}) =>
    governanceAlert({ settingId, hoursBefore, targetName, evidence: { ...raiseBlockSize, ...evidence } })
  const other = {
    proposal_id: 43,
    title: 'Fund the relayers for another year',
    vote_command: raiseBlockSize.vote_command?.replace(' 42 ', ' 43 '),
  }
  return [
    chapter('A vote that is expedited', [notVoted(hourLeft, 1, 'Granite Cloud', { is_expedited: true })]),
    chapter('An expedited vote that failed and starts over', [
      notVoted(voting, 160, 'Granite Cloud', { was_expedited: true, turnout: 0, tally: null }),
    ]),
    chapter('A vote that is told later: a reminder', [notVoted(hourLeft, 1)], 20),
    chapter('A vote that is told when voting is over', [notVoted(hourLeft, 0.1)], 20),
    chapter('Votes on two proposals at once', [
      notVoted(sixHoursLeft, 6),
      notVoted(dayLeft, 6, 'Granite Cloud', other),
    ]),
    chapter(
      'Votes of several validators at once',
      ['Granite Cloud', 'Polar Node', 'Ada Staking'].map((name, index) => {
        const { outcome, ...of } = notVoted(sixHoursLeft, 6, name)
        const id = 9 - index
        return { ...of, outcome: { ...outcome, target: { ...outcome.target, id, key: `validator:${id}` } } }
      }),
    ),
  ]
}

test('E99 D189 E291 V40: docs/messages.md shows every condition in every channel and language as it is sent, of what was really decided', async () => {
  const ofChain = simulatedAlerts().filter(({ outcome: { kind } }) => kind !== 'HELD' && kind !== 'CONFIRMED')
  const alerts = [...ofChain, ...governanceAlerts()]
  const isOf = (id: number) => (one: SimulatedAlert) => one.outcome.settingId === id
  const at = (height: number) => alerts.filter(({ outcome }) => outcome.height === height)
  const [jailed, missedThree] = [2011, 1121]
  const heldBack = alerts.filter(isOf(missedThree)).filter(({ outcome }) => outcome.evidence.held_back)
  const cyrillic = alerts
    .filter(isOf(jailed))
    .filter(({ targetName }) => /^\p{sc=Cyrillic}+$/u.test(targetName ?? ''))
  const sixJailed = alerts
    .filter(isOf(jailed))
    .filter(({ outcome }, _, all) => outcome.height === all.at(-1)?.outcome.height)
  const ofDelegators = gravest.flatMap(({ id }) =>
    alerts
      .filter(isOf(id))
      .filter(({ outcome }) => outcome.target.type !== 'BRIDGE')
      .slice(0, 1),
  )
  const page = [
    '# Messages\n\nEvery alert as it is sent: each kind at its gravest step first, then all lower steps, then what is special. The number of parts stands beside an SMS, before the link that answers it. The texts are of what the server decides of a simulated day and a half (`simulated-alerts.ts`): its figures are those that it would have stored. Made by `messages-page.once.test.ts`: after a change of the texts run it with `-u` and read this page again.',
    ...chaptersOf.map(({ id, name }) => chapter(name, alerts.filter(isOf(id)).slice(0, 1))),
    delegatorChapter(ofDelegators),
    chapter('Sent late: others missed the same blocks first', heldBack.slice(0, 1)),
    chapter('Over as it is told', alerts.filter(isOf(missedThree)).slice(0, 1), null, { isSigning: true }),
    chapter('A name in another script', cyrillic.slice(0, 1)),
    chapter('Several at once: of one block', at(cyrillic[0]?.outcome.height ?? 0)),
    chapter('Several at once: one thing of many', sixJailed),
    chapter('A reminder: nobody has acknowledged it', cyrillic.slice(0, 1), 5),
    chapter('A reminder of several', sixJailed, 65),
    ...chaptersOfVotes(),
    chapterOfCallsAgain(),
  ].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../../../../../../docs/messages.md')
}, 120_000)
