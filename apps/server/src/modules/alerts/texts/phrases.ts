import type { Severity, Subject, Trigger } from '@roundsman/alerting/catalogue'
import type { VoteOption } from '@roundsman/contract/governance/governance'

/** The figures of an alert that its words may name; null: not known. Shares are fractions, spans are seconds. */
export interface Figures {
  /** Missed in a row; false in `isExact`: or more. */
  inARow: number | null
  isExact: boolean
  missed: number | null
  window: number | null
  secondsToJail: number | null
  /** False: jail may also come later. */
  isJailExact: boolean
  /** When that is, of what is so near that a clock says it; null: not near, not exact, or said in a call, which is heard now. */
  jailAt: Date | null
  /** False: more may have been missed, since nobody knows which misses left the window (W193). */
  isMissedExact: boolean
  /** What the condition is about, and where it turns; the time that a change is looked for in. */
  value: number | null
  threshold: number | null
  /** Counted over an outage that is over, of which a block now and then may have been signed. */
  isOfOutage?: true
  windowSeconds: number | null
  before: number | null
  after: number | null
  signedShare: number | null
  upgrade: { name: string; height: number } | null
  /** Of an upgrade's end: its block came; null: not known. */
  isReached: boolean | null
  /** What was voted on, and what was signalled; null: it is about none. */
  proposal: Proposal | null
  signals: Signals | null
  /** Of a bridge that is behind: since when its height has not risen, as a clock or a date says it; null: it rises, or nobody knows. */
  stillSince: { at: Date; isLongAgo: boolean } | null
  /** Of a grave one that rises, in an SMS: since when it is behind (D324). */
  behindSince: { at: Date; isLongAgo: boolean } | null
  /** Of an end that is told late: since when it is over (D325). */
  overSince: { at: Date; isLongAgo: boolean } | null
  /** It is said of several targets at once. */
  isSeveral: boolean
}

/** Shares of all that was cast, by option; fractions. */
export type Shares = Readonly<Record<VoteOption, number>>

/** What an alert about votes is about, as of when it is read. */
export interface Proposal {
  /** The chain's own number. */
  id: number
  /** As it may be shown anywhere; '': it has none. */
  title: string
  isExpedited: boolean
  /** It was expedited, failed, and goes on without the votes cast until then. */
  hasStartedOver: boolean
  endsAt: Date | null
  /** Until voting ends; zero or less: it is over. */
  secondsLeft: number | null
  /** From the alert itself to the end of voting: how long before the end a vote was seen. */
  secondsBefore: number | null
  /** What a validator voted; null: no vote was seen. */
  vote: readonly Cast[] | null
  /** It had voted otherwise. */
  hasChanged: boolean
  turnout: number | null
  quorum: number | null
  /** null: not known, or nobody had voted by the last count, which is hours old and may be wrong by now (V43). */
  shares: Shares | null
  failedReason: string | null
}

export interface Cast {
  option: VoteOption
  weight: number
}

/** Of x/signal: the version, and what part of the power has signalled it. */
export interface Signals {
  version: number
  share: number | null
  hasSignalled: boolean
}

/** How long until jail, where that is known. */
export type UntilJail = Pick<Figures, 'isJailExact' | 'jailAt'> & { secondsToJail: number }

/** How the reader's language writes numbers, times and spans; a call is given the words that are spoken. */
export interface Formats {
  number(value: number): string
  percent(fraction: number): string
  /** Of seconds, in its two greatest units; `isExact`: with the seconds of what is less than ten minutes. */
  span(seconds: number, isExact?: boolean): string
  /** "30M TIA" of base units; `unit`: what they count. */
  tokens(amount: number, unit: { symbol: string; decimals: number }): string
  /** "Nov 21, 12:30 UTC" */
  time(at: Date): string
  /** "Nov 21, 12:13 – 12:30 UTC"; in a call "November 21 from 12:13 to 12:30" */
  range(from: Date, to: Date): string
  /** "Nov 21, 12:30", "12:30", and from when to when: by the reader's own clock, without its zone (E181). */
  ownTime(at: Date): string
  ownRange(from: Date, to: Date): string
  /** The same of what is less than a day away. */
  clock(at: Date): string
  clockRange(from: Date, to: Date): string
  /** The field's own word behind a translated one; nothing in a call. */
  gloss(term: string): string
}

/** By the clock, and with its day where that would be taken for today's. */
export function timeOf(
  { at, isLongAgo }: { at: Date; isLongAgo: boolean },
  { clock, ownTime }: Formats,
): string {
  return isLongAgo ? ownTime(at) : clock(at)
}

/** What to do: as a mail says it, and in short sentences. */
export interface Advice {
  written: string
  short: string[]
  /** Of several at once, where that reads otherwise (E226). */
  ofSeveral?: { written: string; short: string[]; urgent?: string }
  /** In place of the short ones in an SMS of what is CRITICAL, which gives it whatever it costs (E336). */
  urgent?: string
  /** What must not be done, or be done by all means: said last, and in an SMS of what is CRITICAL first. */
  above?: { said: string; inShort: string }
}

/** What is the matter, without who and where: it follows a colon. */
export type What = (figures: Figures, formats: Formats) => string

/** Whether others missed the same blocks: nobody, few, some, or so many that it is the network. */
export type Cause = 'ALONE' | 'FEW' | 'SOME' | 'NETWORK'

/** Everything that messages about alerts say in one language. Sentences end with their full stop. */
export interface Phrases {
  severity: Readonly<Record<Severity, string>>
  /** As an SMS begins. */
  severityInShort: Readonly<Record<Severity, string>>
  /** The first words of a call. */
  thisIs: string
  /** What a call says that is taken when everything that it is about is over; `what`: whom and what, a few of them. */
  callOver(what: string): string
  /** And where a colleague has acknowledged it all by then; `who`: null where nobody knows. */
  callAnswered: (who: string | null, time: string) => string
  unnamedValidator: string
  unnamedBridge: string
  on: (who: string, network: string) => string
  what: Readonly<Record<Subject, Readonly<Record<Trigger, What>>>>
  /** Where an SMS says it in fewer letters. */
  whatInShort: Readonly<Partial<Record<Subject, Readonly<Partial<Record<Trigger, What>>>>>>
  since: (time: string) => string
  /** A time since when it is known, of what was so before: in place of the time. */
  orEarlier: (time: string) => string
  /** Of what was so before, only less: since when it is more (or less) than the threshold. */
  sinceOver: Readonly<Partial<Record<Subject, (time: string, threshold: number, formats: Formats) => string>>>
  place: (block: string | null, time: string) => string
  /** The block alone, where its time is said with the figures. */
  block: (block: string) => string
  /** Of figures that are told later than they were so: of when they are, and that nobody knows newer ones. */
  asOf: (time: string, isUnknown: boolean) => string
  /** Before a sentence that is as of now, beside what is as of an alert; its first letter is a small one. */
  now: (sentence: string) => string
  /** Of a chain that makes no more. */
  lastBlock: (block: string) => string
  /** Of a stake that changed: "From 30M to 22M TIA." */
  changed: (from: string, to: string) => string
  /** Of a slash: "3K TIA lost." */
  lostTokens: (amount: string) => string
  /** How long until jail; left out of what says it already; of less than a minute nobody counts the seconds (E245). */
  jailIn: (until: UntilJail, formats: Formats) => string
  jailInShort: (until: UntilJail, formats: Formats) => string
  /** In their place while it signs again, and it is not over yet. */
  signsAgain: string
  /** False in `isExact`: or more, since nobody knows which misses left the window (W193). */
  missedOfWindow: (missed: string, window: string, isExact: boolean) => string
  inARow: (count: string, isExact: boolean) => string
  /** From when it can be unjailed; `span` null: already. */
  unjail: (of: { time: string; span: string | null; isSeveral: boolean }, formats: Formats) => string
  /** As short as an SMS has it, with how it is done; `time` null: from when is not known. */
  unjailInShort: (of: { time: string | null; span: string | null; command: string | null }) => string
  unjailBy: (command: string, isSeveral: boolean) => string
  /** A time as it is said from one until another: "from 12:13 to 12:30". */
  fromTo: (from: string, to: string) => string
  /** In place of all three where it cannot be unjailed. */
  jailedForGood: (isSeveral: boolean) => string
  /** What an end ends. `isFew`: blocks in some seconds, which are left out; `isSeveral`: as many of each; `missed`: blocks; null: it is not about blocks, and `what` says what lasted. */
  lasted: (
    range: string,
    of: { span: string; isFew: boolean; missed: number | null; what: Lasted; isSeveral: boolean },
    formats: Formats,
  ) => string
  /** Behind from when to when, of what a jailing ended. */
  endedInJail: string
  /** As an SMS has it; `span` null: left to the times; `range` null: how many blocks alone. `mostMissed`: of several, of which one missed so many, and `missed` the fewest; that null: far fewer (E394). */
  lastedInShort: (
    range: string | null,
    of: { span: string | null; missed: number | null; mostMissed?: number; what: Lasted },
    formats: Formats,
  ) => string
  /** Of each condition that can end what is over then: an end names what is good again (E191). */
  lastedWhat: Readonly<Partial<Record<Subject, (threshold: number, formats: Formats) => Lasted>>>
  cause: Readonly<Record<Cause, (share: string) => string>>
  /** The same in as few letters as an SMS has. */
  causeInShort: Readonly<Record<Cause, (share: string) => string>>
  advice: Readonly<Partial<Record<Subject, Readonly<Partial<Record<Trigger, Advice>>>>>>
  /** In place of the advice about a slash where it is known for what it was. */
  slashedFor: Readonly<Record<'DOWNTIME' | 'DOUBLE_SIGN', Advice>>
  /** In place of the advice about misses where the network is to blame. */
  adviceWhereNetwork: Advice
  /** Of a bridge: when it last pushed, its height, how far behind, what it runs. */
  bridge: Readonly<Record<'lastPush' | 'height' | 'version', (value: string) => string>> & {
    lag(blocks: number, formats: Formats): string
  }
  flaps: (count: number, since: string, formats: Formats) => string
  /** The same of what is over. */
  flapped: (count: number, since: string, formats: Formats) => string
  /** Of a beginning that is told when it is over. */
  overByNow: string
  heldBack: Readonly<Record<string, string>>
  held: Readonly<Record<string, string>>
  /** Of what is told when a silence is over: since when it has been so, and until when it was silenced. */
  silenced: (since: string, until: string) => string
  /** Of what comes through planned work: until when that is. */
  plannedWork: (until: string) => string
  /** Which block it is, `place` says. */
  proven: string
  imported: string
  agreed: string
  single: (host: string | null) => string
  /** Units of a span: written, and as they are spoken after "in" or "for". */
  units: Readonly<Record<'day' | 'hour' | 'minute' | 'second', { written: string; spoken: Spoken }>>
  /** The first words of a reminder: how long its reader could have said that they have seen it. */
  unacknowledged: (span: string) => string
  /** The same after an acknowledgement that no end followed: how long ago that was. */
  acknowledgedAgo: (span: string) => string
  /** Of a step of a team that asks everyone, since nobody is on call, or its member left or is muted. */
  nobodyOnCall: string
  memberUnavailable: string
  /** In the subject of a reminder, before what it is about. */
  reminder: string
  /** Before what waited for the end of quiet hours. */
  afterQuiet: string
  /** What began and was over in them. */
  meanwhile: (items: string) => string
  /** Before what is mailed since its reader's SMS or calls are used up, until when (D275): all of them, or those for what is no graver. */
  inPlaceOf: Readonly<
    Record<'sms' | 'voice', Readonly<Record<'all' | 'share', (until: string) => string> & { wait: string }>>
  >
  /** Of a reminder none of whose channels reaches its reader any more. */
  toEveryContact: string
  /** The same of other networks: “…, here and on 9 other networks”; and what that is mostly. */
  alsoOn: (what: string, count: number, formats: Formats) => string
  siteItself: string
  /** What a mute that was said to a message holds for: until when, and what. */
  muted: (until: string, what: string) => string
  /** What a mute does not mute. */
  endNotMuted: string
  /** After a key: what still comes. */
  acknowledgedStill: string
  /** How near jail was, where nobody knows how near it is now; `time`: when the message expected it. */
  wasNearJail: (of: { time: string | null; isOver: boolean }) => string
  /** What is muted of a validator in answer to its missed blocks: all but jail within an hour, or what is no graver than that severity. */
  missesMuted: (upTo: string | null) => string
  /** What the keys do of a call about missed blocks alone: what is muted, and what is not (E305). */
  choiceOfMisses: string
  /** And where there is nothing left to acknowledge, of any and of missed blocks alone. */
  choiceToMute: { any: string; misses: string }
  openAlert: string
  openHistory: string
  /** Of a message about several alerts. */
  alerts: (count: number, formats: Formats) => string
  more: (count: string) => string
  /** Before what to do about one of several. */
  whatToDo: (title: string) => string
  /** Before the names of those whose end is told beside votes (V61). */
  besideVotes: Readonly<Record<'VALIDATOR' | 'BRIDGE', Readonly<Record<'one' | 'several', string>>>>
  /** What else is the matter with the same. */
  also: (whats: string) => string
}

/** What is over: as it stands before how long it lasted ("Was in jail for"), and before its times ("Was in jail"). */
export interface Lasted {
  beforeSpan: string
  beforeTimes: string
}

/** Forms of a noun by the plural rules of its language. */
type Spoken = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>
