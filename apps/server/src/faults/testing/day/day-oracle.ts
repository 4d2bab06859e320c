import { catalogue } from '@roundsman/alerting/catalogue'
import { gatheredDetail } from '../../../modules/alerts/telling/recurring.ts'
import type { DayFault } from './day-faults.ts'
import type { Truth } from './day-truth.ts'
import type { HookCall } from './hook-stand-in.ts'

// Compares what must be told with what was.

/** What the product itself says that it told: an item of the history. */
export interface HistoryItem {
  id: number
  deliveries: readonly { id: number; channel: string; state: string; detail: string | null }[]
}

export interface Day {
  truths: readonly Truth[]
  calls: readonly HookCall[]
  /** With the times at which they really were. */
  faults: readonly DayFault[]
  history: readonly HistoryItem[]
  /** What the SMS provider took. */
  sms: readonly { to: string; body: string }[]
  /** When no chain went on any more, and when it was looked what had been told. */
  endedAt: number
  lookedAt: number
  /** How many times as long as on a machine of its own it may take. */
  tolerance: number
}

export interface Verdict {
  /** What is wrong, in words; empty: nothing. */
  findings: string[]
  /** Alerts that had to be told, and were. */
  told: number
  /** Those that nobody could have been sure of. */
  unsure: number
  /** Repeated under the same key: the answer to the first was lost with a fault. */
  repeated: number
  /** ms from when it could be known until it was told: where nothing was broken meanwhile, and everywhere. */
  lateWhenWell: number[]
  lateMs: number[]
}

/**
 * How long it may take from the block until somebody is told while all is well. Mostly it is a second or two; this is for
 * machines that have much else to do, and says no more than that it did not wait for something else to come by. How long it
 * took is among the figures.
 */
const usualMs = 45_000
/** A state is read every 20 s (W15), and once more where the first one was discarded. */
const stateMs = 75_000
/** After the end of a fault: leases run out (8 s), programs start, endpoints that were left are asked again. */
const recoveryMs = 20_000
/** How often the product looks at what only time decides (E82), twice: it may have been busy. */
const clockMs = 10_000
const unseen = 931
const unseenAfterMs = 300_000

type Decides = 'block' | 'state' | 'clock'

function decides(setting: number): Decides {
  const meaning = catalogue.meaning(setting)
  if (meaning === null) throw new Error(`there is no setting ${setting}`)
  const { type, subject } = meaning.condition
  if (type === 'UPTIME' || subject === 'low_power') return 'block'
  return subject === 'halted' || subject === 'unseen' ? 'clock' : 'state'
}

const subjectOf = (setting: number) => catalogue.meaning(setting)?.condition.subject

export function judge(day: Day): Verdict {
  const truths = [...day.truths, ...unseenTruths(day.faults)]
  const verdict: Verdict = { findings: [], told: 0, unsure: 0, repeated: 0, lateWhenWell: [], lateMs: [] }
  const alerts = firstCalls(day, verdict)
  const groups = new Map<string, { truths: Truth[]; alerts: HookCall[] }>()
  const groupOf = (key: string) => {
    const known = groups.get(key) ?? { truths: [], alerts: [] }
    groups.set(key, known)
    return known
  }
  for (const truth of truths)
    groupOf(`${truth.network} ${truth.target ?? 'network'} ${truth.setting}`).truths.push(truth)
  for (const call of alerts) {
    const { network, target, setting } = subjectOfCall(call)
    groupOf(`${network} ${target ?? 'network'} ${setting}`).alerts.push(call)
  }
  for (const [key, { truths: expected, alerts: came }] of groups) compare(day, verdict, key, expected, came)
  compareHistory(day, verdict, alerts)
  return verdict
}

/** The first call of each alert that was taken. */
function firstCalls({ calls, faults }: Day, verdict: Verdict): HookCall[] {
  const first = new Map<number, HookCall>()
  for (const call of calls) {
    if (call.answer === 'refused') continue
    const id = call.notice.data.alert_id
    const before = first.get(id)
    if (before === undefined) {
      first.set(id, call)
      continue
    }
    verdict.repeated += 1
    if (before.key !== call.key) verdict.findings.push(`alert ${id} was told under two keys: ${named(call)}`)
    const isExcused = faults.some(
      ({ what, from, until }) =>
        what !== 'endpoint' && what !== 'away' && from < call.at && until + recoveryMs > before.at,
    )
    if (!isExcused) verdict.findings.push(`alert ${id} was told twice with nothing broken: ${named(call)}`)
  }
  return [...first.values()]
}

function compare(
  day: Day,
  verdict: Verdict,
  key: string,
  expected: readonly Truth[],
  came: readonly HookCall[],
): void {
  const left = new Set(came)
  for (const truth of expected) {
    const { due, isWell } = dueOf(truth, day)
    const [found] = [...left]
      .filter((call) => isOf(truth, Date.parse(call.notice.timestamp), due, isWell))
      .sort((a, b) => distance(truth, a) - distance(truth, b))
    if (found === undefined) {
      if (due > day.lookedAt || isUnsureAt(truth, truth.at, day)) verdict.unsure += 1
      else verdict.findings.push(`nobody was told: ${key} at ${truth.height} (${timeOf(truth.chainAt)})`)
      continue
    }
    left.delete(found)
    verdict.told += 1
    const late = found.at - truth.at
    verdict.lateMs.push(late)
    if (isWell) verdict.lateWhenWell.push(late)
    if (found.at > due)
      verdict.findings.push(
        `told ${Math.round(late / 1000)} s late: ${key} at ${truth.height} (${timeOf(truth.chainAt)})`,
      )
  }
  for (const call of left) {
    if (isMaybe(call, day)) verdict.unsure += 1
    else
      verdict.findings.push(
        `nothing of it is true: ${named(call)} (${key}, ${call.notice.timestamp}; true was ${trueNear(call, expected)})`,
      )
  }
}

/** When it was true, nearest first, for whoever looks why it was told otherwise. */
function trueNear(call: HookCall, expected: readonly Truth[]): string {
  const near = [...expected].sort((a, b) => distance(a, call) - distance(b, call)).slice(0, 3)
  return near.map(({ height, chainAt }) => `${height} (${timeOf(chainAt)})`).join(', ') || 'never'
}

const distance = (truth: Truth, call: HookCall) => Math.abs(Date.parse(call.notice.timestamp) - truth.chainAt)

/**
 * Whether what was told with this time of the chain may be this: what a block decides bears the time of that block. How
 * much of a window is missed is known by a state, which is read at the tip (W17): after a while of not seeing it is known
 * from there on.
 */
function isOf(truth: Truth, chainAt: number, due: number, isWell: boolean): boolean {
  const kind = decides(truth.setting)
  const isExact = kind === 'block' && (isWell || subjectOf(truth.setting) !== 'window_missed')
  if (isExact) return chainAt === truth.chainAt
  return chainAt > truth.chainAt - clockMs && chainAt < due
}

/** Until when somebody must be told: what is broken meanwhile puts it off until that is mended. */
function dueOf(truth: Truth, { faults, tolerance }: Day): { due: number; isWell: boolean } {
  const slack = tolerance * (decides(truth.setting) === 'block' ? usualMs : stateMs)
  let due = truth.at + slack
  let isWell = true
  for (let isMoved = true; isMoved; ) {
    isMoved = false
    for (const fault of faults) {
      const until = mendedAt(fault, truth.network) + slack
      if (fault.from > due || until <= due || fault.until < truth.at - recoveryMs) continue
      due = until
      isMoved = true
      isWell = false
    }
  }
  return { due, isWell }
}

/** When nothing waits for it any more; 0: nobody ever waits for it. */
function mendedAt(fault: DayFault, network: number): number {
  switch (fault.what) {
    case 'endpoint':
    case 'twilio':
      return 0
    case 'away':
      return fault.network === network ? fault.until + recoveryMs : 0
    case 'process':
    case 'database':
      return fault.until + recoveryMs
    case 'hooks':
      // Tried again after 5 s, doubling, with half as much again (D5): at most three times as late as it began.
      return fault.until + 3 * (fault.until - fault.from) + 15_000
  }
}

/** While it lasts, and until things are as before, the product does not see a network. */
const isBlind = (fault: DayFault, network: number) =>
  fault.what === 'process' ||
  fault.what === 'database' ||
  (fault.what === 'away' && fault.network === network)

function blindsOf(faults: readonly DayFault[], network: number) {
  return faults
    .filter((fault) => isBlind(fault, network))
    .map(({ from, until }) => ({ from: from - clockMs, until: until + recoveryMs }))
}

const jailings = [2011, 2012, 3011, 4011, 4012]

/**
 * What began or ended while nobody saw the network, and was otherwise again when it was seen, is nothing that anybody can
 * know. So it is with ages (a halt, seen from its middle on, is younger than it is), with a plan that came and went, and with
 * missed blocks of somebody who was jailed or came back meanwhile: the state is read at the tip (W17), and who is in jail has
 * no vote (E10).
 */
function isMaybe(call: HookCall, day: Day): boolean {
  const subject = subjectOfCall(call)
  const kind = subjectOf(subject.setting)
  // The chains stand still while it is looked what was told.
  if (kind === 'halted' && call.at > day.endedAt) return true
  if (kind === 'unseen') return mayBeUnseen(call, day.faults)
  return isUnsureAt(subject, Date.parse(call.notice.timestamp), day)
}

function subjectOfCall({ notice }: HookCall): Pick<Truth, 'network' | 'target' | 'setting'> {
  const { network, target, setting_id: setting } = notice.data
  return { network: network.blockchain_id, target: target.address, setting }
}

function isUnsureAt(
  { network, target, setting }: Pick<Truth, 'network' | 'target' | 'setting'>,
  at: number,
  { truths, faults }: Day,
): boolean {
  const meaning = catalogue.meaning(setting)
  if (meaning === null) return false
  const { condition } = meaning
  const isOfAge = condition.subject === 'halted' || condition.subject === 'upgrade_near'
  const [before, after] = isOfAge ? [120_000, usualMs] : [usualMs, usualMs]
  const blinds = blindsOf(faults, network).filter(
    ({ from, until }) => from < at + after && until > at - before,
  )
  if (isOfAge || blinds.length === 0) return blinds.length > 0
  // What of this target, while nobody saw it, makes that nobody can know.
  const others = [
    ...(condition.type === 'UPTIME' ? jailings : []),
    ...(isOfTurns(condition.subject) ? [condition.id * 10 + 1, condition.id * 10 + 2] : []),
  ]
  const hidden = truths.filter(
    (one) =>
      one.network === network &&
      one.target === target &&
      one.setting !== setting &&
      others.includes(one.setting),
  )
  return blinds.some(({ from, until }) =>
    hidden.some((one) => one.at > from - usualMs && one.at < until + usualMs),
  )
}

/** What is known by states alone, which may show neither that it turned nor that it turned back; no event says so (W20). */
const isOfTurns = (subject: string) =>
  ['window_missed', 'bonded', 'power_share', 'commission_above'].includes(subject)

/** Networks whose endpoints were all away for long enough, with nothing that would have begun its age anew. */
function unseenTruths(faults: readonly DayFault[]): Truth[] {
  return faults.flatMap((away): Truth[] => {
    if (away.what !== 'away') return []
    const quiet = Math.min(
      away.until,
      ...faults.filter((one) => isSite(one) && one.until > away.from).map(({ from }) => from),
    )
    const begun = faults
      .filter((one) => isSite(one) && one.from < away.from)
      .map(({ until }) => until + recoveryMs)
    const from = Math.max(away.from, ...begun)
    if (quiet - from < unseenAfterMs + clockMs) return []
    const of = { network: away.network, target: null, height: null }
    const began = from + unseenAfterMs
    return [
      { ...of, setting: unseen * 10 + 1, chainAt: began, at: began },
      { ...of, setting: unseen * 10 + 2, chainAt: away.until, at: away.until },
    ]
  })
}

const isSite = ({ what }: DayFault) => what === 'process' || what === 'database'

/** A network whose endpoints were away for less than five minutes is never told to be unseen. */
const mayBeUnseen = (call: HookCall, faults: readonly DayFault[]) =>
  faults.some(
    (one) =>
      one.what === 'away' &&
      one.network === call.notice.data.network.blockchain_id &&
      one.until - one.from > unseenAfterMs &&
      call.at > one.from + unseenAfterMs - clockMs,
  )

/** What the history says was sent is what came, once each. */
function compareHistory({ history, sms }: Day, { findings }: Verdict, alerts: readonly HookCall[]): void {
  const came = new Set(alerts.map(({ notice }) => notice.data.alert_id))
  const sent = new Set<number>()
  for (const { id, deliveries } of history) {
    for (const { channel, state, detail, id: delivery } of deliveries) {
      if (channel === 'WEBHOOK' && (state === 'DELIVERED' || state === 'SENT') && !came.has(id))
        findings.push(`the history says that alert ${id} was told by webhook; it was not`)
      const isGathered = state === 'QUEUED' && detail === gatheredDetail
      if ((state === 'QUEUED' && !isGathered) || state === 'SENDING' || state === 'FAILED')
        findings.push(`alert ${id} by ${channel} is ${state} at the end (${detail ?? 'without a reason'})`)
      if (channel === 'SMS' && (state === 'DELIVERED' || state === 'SENT')) sent.add(delivery)
    }
    came.delete(id)
  }
  for (const id of came) findings.push(`alert ${id} was told and is not in the history`)
  if (sent.size !== sms.length)
    findings.push(`${sent.size} SMS were sent by the history, ${sms.length} by the provider`)
  // Each has a link of its own, which a repetition has too (D31).
  const texts = new Map<string, number>()
  for (const { to, body } of sms) texts.set(`${to} ${body}`, (texts.get(`${to} ${body}`) ?? 0) + 1)
  for (const [text, count] of texts) if (count > 1) findings.push(`an SMS came ${count} times: ${text}`)
}

const timeOf = (ms: number) => new Date(ms).toISOString()
const named = ({ notice }: HookCall) =>
  `${notice.data.network.blockchain_id} ${notice.data.target.name ?? 'network'} ${notice.data.setting_id} “${notice.data.message.slice(0, 80)}”`
