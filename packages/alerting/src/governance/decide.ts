import type { Subject } from '../catalogue/condition.ts'
import type { Basis } from '../deciding/observation.ts'
import type { Detail } from '../deciding/outcome.ts'
import type { Truth } from '../deciding/state.ts'
import type { GovernanceFacts, ReadSignal, ReadVote, Signals, VotingPeriod } from './facts.ts'
import {
  conditionsOf,
  decideEvent,
  decideLevel,
  type GovernanceDecision,
  type GovernanceState,
  matterIn,
  matterOf,
  type MatterReading,
  openGovernance,
  type OpenGovernance,
} from './matters.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** What came so lately is news also to whoever did not see it come. */
const newsForMs = hour
/**
 * After the end the last state before the count is read, which says whether somebody voted at the last moment, and what voting came to:
 * an end waits so long for both.
 */
const lastVotesMs = 2 * minute
/** What was decided is kept for a replay of seven days. */
const keptMs = 8 * day
/** Signals are asked for every quarter of an hour. */
const signalsFreshMs = hour

/**
 * For how long after a reading a validator is still said not to have voted: a twentieth of what is left, since it is looked at
 * every hundredth (V12), and never less than what some failed questions take.
 */
export function freshForMs(leftMs: number): number {
  return Math.max(10 * minute, leftMs / 20)
}

/**
 * Decides from what is known now. Pure. What is UNKNOWN neither begins nor ends anything; what was there at the first look is
 * noted and not told, but that somebody has not voted, or signalled, is still to be done.
 */
export function decideGovernance(before: GovernanceState, facts: GovernanceFacts): GovernanceDecision {
  const open = openGovernance(before, facts)
  if (facts.periods !== null) {
    for (const period of facts.periods) decidePeriod(open, period)
    open.head.proposalsSince ??= facts.chainNow
  }
  if (facts.signals !== null) {
    decideSignals(open, facts.signals)
    open.head.signalsSince ??= facts.chainNow
  }
  for (const key of open.keys()) {
    const overAt = open.matter(key)?.overAt ?? null
    if (overAt !== null && facts.chainNow - overAt > keptMs) open.close(key)
  }
  return open.done()
}

/** A period as its matters name it: by the proposal and the end. */
export function aboutPeriod({
  proposalId,
  votingEnd,
}: Pick<VotingPeriod, 'proposalId' | 'votingEnd'>): string {
  return `${proposalId}:${votingEnd.toString(36)}`
}

type EventSubject = Extract<Subject, `proposal_${string}` | 'upgrade_proposal_voting'>

const outcomes: Readonly<Partial<Record<VotingPeriod['state'], EventSubject>>> = {
  PASSED: 'proposal_passed',
  REJECTED: 'proposal_rejected',
  FAILED: 'proposal_failed',
}

function decidePeriod(open: OpenGovernance, period: VotingPeriod): void {
  const { facts, head } = open
  const { chainNow } = facts
  const about = aboutPeriod(period)
  const matter = matterOf(null, about)
  const wasKnown = open.matter(matter.key) !== undefined
  const isFirstLook = head.proposalsSince === null
  const isVoting = period.state === 'VOTING' && chainNow < period.votingEnd
  const basis: Basis = { assurance: period.assurance, host: period.host }
  const { height } = period
  // Of what nobody saw open, nothing is told.
  if (!wasKnown && !isVoting && !isFirstLook) return
  const said = detailOf(period, chainNow)
  const tell = (subject: EventSubject, isNews: boolean, isOn: boolean, at: number) => {
    const detail = { ...said, value: null }
    const event = { at: timeOfEvent(at, chainNow), height, basis, detail, isNews, isOn }
    for (const condition of conditionsOf(subject)) decideEvent(open, matter, condition, event)
  }
  open.putOver(matter.key, period.votingEnd)
  tell('proposal_voting', !wasKnown && !isFirstLook, isVoting, period.votingStart)
  if (period.kind === 'SOFTWARE_UPGRADE')
    tell('upgrade_proposal_voting', !wasKnown && !isFirstLook, isVoting, period.votingStart)
  const outcome = outcomes[period.state]
  if (outcome !== undefined) tell(outcome, wasKnown, false, period.votingEnd)
  for (const vote of period.votes) decideVoter(open, { period, said, vote, isFirstLook })
}

/** When it happened by the chain, where that was lately. */
function timeOfEvent(at: number, chainNow: number): number {
  return chainNow - at <= newsForMs ? Math.min(at, chainNow) : chainNow
}

/** Once voting is over a count is told only where it is the chain's own: an older one would read as the result (E351). */
function countOf({ state, votingEnd, turnout, tally }: VotingPeriod, chainNow: number) {
  const isRunning = state === 'VOTING' && chainNow < votingEnd
  const isCounted = outcomes[state] !== undefined
  return isRunning || isCounted ? { turnout, tally } : { turnout: null, tally: null }
}

function detailOf(period: VotingPeriod, chainNow: number): Omit<Detail, 'value'> {
  const { proposalId, title, kind, votingEnd, isExpedited, wasExpedited, quorum } = period
  return {
    proposal_id: proposalId,
    title,
    kind,
    voting_end_at: new Date(votingEnd).toISOString(),
    is_expedited: isExpedited,
    ...(wasExpedited && { was_expedited: true as const }),
    quorum,
    ...countOf(period, chainNow),
    vote_command: period.voteCommand,
    ...(period.failedReason !== null && { failed_reason: period.failedReason }),
    ...(period.plan !== null && { upgrade: period.plan }),
  }
}

/** Whether somebody has voted: OVER where nobody will know any more, or it is known that they did not. */
function doneBy(vote: ReadVote, period: VotingPeriod, chainNow: number): 'VOTED' | 'NOT' | 'STALE' | 'OVER' {
  if (vote.vote !== null) return 'VOTED'
  const left = period.votingEnd - chainNow
  if (period.state === 'VOTING' && left > 0)
    return chainNow - vote.seenAt <= freshForMs(left) ? 'NOT' : 'STALE'
  // Of all at once: one voting ends once (V62).
  const isCounted = period.state !== 'VOTING' && period.votes.every((one) => one.isLast || one.vote !== null)
  const isOver = period.state === 'CANCELLED' || isCounted || -left > lastVotesMs
  return isOver ? 'OVER' : 'STALE'
}

interface Voter {
  period: VotingPeriod
  said: ReturnType<typeof detailOf>
  vote: ReadVote
  isFirstLook: boolean
}

function decideVoter(open: OpenGovernance, { period, said, vote, isFirstLook }: Voter): void {
  const { chainNow } = open.facts
  const matter = matterOf(vote.validatorId, aboutPeriod(period))
  const known = open.matter(matter.key)
  const does = doneBy(vote, period, chainNow)
  const left = Math.round((period.votingEnd - chainNow) / second)
  const isOver = does === 'OVER' || (does === 'VOTED' && (left <= 0 || period.state !== 'VOTING'))
  // Whose voting is over before anybody knew of it has nothing to be told.
  if (known === undefined && (isOver || does === 'STALE')) return
  open.putOver(matter.key, period.votingEnd)
  const wasKnownNotToHave = conditionsOf('not_voted').some(({ id }) => known?.conditions[id] !== undefined)
  const detail: Detail = {
    ...said,
    value: Math.max(0, left),
    ...(does !== 'NOT' && { vote: vote.vote }),
  }
  const reading: Omit<MatterReading, 'truth'> = {
    // Whatever is known only after the end had come by then.
    at: left > 0 ? chainNow : timeOfEvent(period.votingEnd, chainNow),
    ...{ height: vote.seenHeight, readAt: vote.seenAt, detail },
    basis: { assurance: vote.assurance, host: vote.host },
  }
  for (const condition of conditionsOf('not_voted')) {
    const from = period.votingEnd - (condition.threshold ?? 0) * second
    decideLevel(open, matter, condition, { ...reading, truth: truthOfVote(does, { from, chainNow, vote }) })
  }
  if (vote.vote === null) return
  const text = vote.vote.map(({ option, weight }) => `${option} ${weight}`).join(', ')
  const isNews = !isFirstLook && (wasKnownNotToHave || vote.at - period.votingStart <= newsForMs)
  const at = timeOfEvent(vote.at, chainNow)
  for (const condition of conditionsOf('voted'))
    decideEvent(open, matter, condition, {
      ...{ ...reading, at, vote: text, isNews, isOn: true },
      detail: { ...detail, value: null, vote: vote.vote },
    })
}

/** `from`: when so little is left as the condition says; only a state from then on says that nobody had voted by then. */
function truthOfVote(
  does: ReturnType<typeof doneBy>,
  { from, chainNow, vote }: { from: number; chainNow: number; vote: ReadVote },
): Truth {
  if (does === 'VOTED' || does === 'OVER') return 'FALSE'
  if (chainNow < from) return 'FALSE'
  return does === 'NOT' && vote.seenAt >= from ? 'TRUE' : 'UNKNOWN'
}

function decideSignals(open: OpenGovernance, signals: Signals): void {
  const { chainNow } = open.facts
  const { tally, upgrade, appVersion, height, assurance, host } = signals
  const isFirstLook = open.head.signalsSince === null
  const basis: Basis = { assurance, host }
  const isFresh = chainNow - signals.at <= signalsFreshMs
  const isPending = upgrade !== undefined && upgrade !== null && upgrade.height > open.facts.height
  const current = tally !== null && tally.version > appVersion && !isPending ? tally : null
  if (current !== null && current.powerShare > 0) {
    const matter = matterOf(null, `v${current.version}`)
    open.putOver(matter.key, null)
    const detail = { ...signalled(current), value: current.powerShare, threshold: current.threshold }
    const event = { at: signals.at, height, basis, detail, isNews: !isFirstLook, isOn: true }
    for (const condition of conditionsOf('signalling_began')) decideEvent(open, matter, condition, event)
  }
  if (isPending) {
    const matter = matterOf(null, `v${upgrade.version}:${upgrade.height}`)
    open.putOver(matter.key, null)
    const detail: Detail = {
      value: null,
      version: upgrade.version,
      upgrade: { name: `v${upgrade.version}`, height: upgrade.height },
      upgrade_at: upgrade.at === null ? null : new Date(upgrade.at).toISOString(),
    }
    const event = { at: signals.at, height, basis, detail, isNews: !isFirstLook, isOn: true }
    for (const condition of conditionsOf('upgrade_scheduled')) decideEvent(open, matter, condition, event)
  }
  for (const signal of signals.signals) {
    if (current === null) break
    decideSignal(open, { signal, current, isKnown: isFresh && upgrade !== undefined, signals })
  }
  endSignalling(open, { signals, current, isPending, isFresh })
}

type Tally = NonNullable<Signals['tally']>

function signalled({ version, powerShare }: Tally): Omit<Detail, 'value'> {
  return { version, power_share: powerShare }
}

function decideSignal(
  open: OpenGovernance,
  of: { signal: ReadSignal; current: Tally; isKnown: boolean; signals: Signals },
): void {
  const { signal, current, isKnown } = of
  const { chainNow } = open.facts
  const has = (signal.version ?? 0) >= current.version
  const matter = matterOf(signal.validatorId, `v${current.version}`)
  if (has && open.matter(matter.key) === undefined) return
  const isFresh = isKnown && chainNow - signal.at <= signalsFreshMs
  open.putOver(matter.key, null)
  for (const condition of conditionsOf('not_signalled')) {
    const isPassed = current.powerShare > (condition.threshold ?? 1)
    const truth: Truth = has ? 'FALSE' : isFresh ? (isPassed ? 'TRUE' : 'FALSE') : 'UNKNOWN'
    decideLevel(open, matter, condition, {
      ...{ truth, at: chainNow, height: signal.height, readAt: signal.at },
      basis: { assurance: signal.assurance, host: signal.host },
      detail: {
        ...signalled(current),
        value: current.powerShare,
        ...(has && { has_signalled: true as const }),
      },
    })
  }
}

/** Signalling of a version is over where it is scheduled, runs, or another one is what is signalled. */
function endSignalling(
  open: OpenGovernance,
  of: { signals: Signals; current: Tally | null; isPending: boolean; isFresh: boolean },
): void {
  const { signals, current, isPending, isFresh } = of
  const { chainNow, height } = open.facts
  for (const key of open.keys()) {
    const matter = matterIn(key)
    const [, version, at] = /^v(\d+)(?::(\d+))?$/.exec(matter.about) ?? []
    if (version === undefined || (open.matter(key)?.overAt ?? null) !== null) continue
    const isRun = Number(version) <= signals.appVersion || (at !== undefined && Number(at) <= height)
    const isOther = current !== null && current.version !== Number(version) && at === undefined
    if (!isRun && !(isFresh && (isOther || (isPending && at === undefined)))) continue
    open.putOver(key, chainNow)
    const basis = { assurance: signals.assurance, host: signals.host }
    const detail = { value: null, version: Number(version) }
    const subjects: readonly Subject[] =
      matter.validatorId === null ? ['signalling_began', 'upgrade_scheduled'] : ['not_signalled']
    for (const condition of subjects.flatMap(conditionsOf)) {
      const known = open.matter(key)?.conditions[condition.id]
      if (known === undefined) continue
      if (matter.validatorId === null) open.put(key, condition.id, { ...known, is: 0 })
      else
        decideLevel(open, matter, condition, {
          ...{ truth: 'FALSE', at: chainNow, height: signals.height, basis, detail, readAt: signals.at },
        })
    }
  }
}
