import type { ChainState } from '../chain/chain-state.ts'
import type { ChainWorld } from '../chain/chain-world.ts'
import { cycleOf } from '../chain/cycle-plan.ts'
import { hasExpedited } from '../node-version.ts'
import { ballotsAt } from './ballots.ts'
import type { NaturalEvent } from './cycle-governance.ts'
import type { ProposalEvent, SignalEvent } from './governance-event.ts'
import {
  DEPOSIT_PERIOD,
  FAILED,
  type Governance,
  isOpen,
  NO_VOTES,
  PASSED,
  type ProposalDraft,
  type ProposalRecord,
  REJECTED,
  VOTING_PERIOD,
} from './governance-state.ts'
import { readyVersion } from './signals.ts'
import { tallyOf } from './tally.ts'

/** Decided proposals that a chain keeps, and no more, so that its state stays as small as it is. */
export const DECIDED_KEPT = 20

/** x/gov and x/signal of one block: its transactions, then what ends with it. Runs before x/staking ends the block. */
export function govern(state: ChainState, world: ChainWorld): void {
  const before = state.governance
  if (before === null) return
  const { height } = state
  const natural = naturalAt(state, world)
  const scripted = world.governanceAt(height)
  const ends = before.nextEndAt !== Infinity && before.nextEndAt <= world.timeOf(height)
  const upgrades = before.upgrade?.height === height || before.nextAppVersion !== before.appVersion
  if (natural.length === 0 && scripted.length === 0 && !ends && !upgrades) return
  let now: Governance = { ...before, appVersion: before.nextAppVersion }
  for (const event of natural) now = happenedNaturally(state, world, now, event)
  const endedByScript = new Set<number>()
  for (const event of scripted) {
    if (event.what === 'end_voting') endedByScript.add(event.proposal)
    now = happened(state, world, now, event)
  }
  now = endPeriods(state, world, now, endedByScript)
  now = endVersion(state, now)
  state.governance = { ...now, nextEndAt: nextEndOf(now.proposals) }
}

const nothing: readonly NaturalEvent[] = []

function naturalAt(state: ChainState, world: ChainWorld): readonly NaturalEvent[] {
  if (!world.natural) return nothing
  const { events } = world.planOf(cycleOf(world.profile, state.height)).governance
  if ((events[state.governedTo]?.at ?? Infinity) > state.height) return nothing
  const due: NaturalEvent[] = []
  while ((events[state.governedTo]?.at ?? Infinity) <= state.height) {
    const event = events[state.governedTo]
    state.governedTo += 1
    if (event?.at === state.height) due.push(event)
  }
  return due
}

function happenedNaturally(
  state: ChainState,
  world: ChainWorld,
  now: Governance,
  event: NaturalEvent,
): Governance {
  if (event.what === 'signal' || event.what === 'try_upgrade') return signalled(state, world, now, event)
  const { cell } = event
  if (event.what === 'submit') {
    const { draft, isFunded } = world.planOf(cycleOf(world.profile, state.height)).governance.draftOf(cell)
    return submitted(state, world, now, { draft, isFunded, cell })
  }
  const proposal = now.proposals.find((one) => one.cell === cell)
  if (proposal === undefined) return now
  return event.what === 'fund' ? funded(state, world, now, proposal) : canceled(now, proposal)
}

function happened(
  state: ChainState,
  world: ChainWorld,
  now: Governance,
  event: ProposalEvent | SignalEvent,
): Governance {
  if (event.what === 'signal' || event.what === 'try_upgrade') return signalled(state, world, now, event)
  if (event.what === 'submit_proposal') {
    const draft: ProposalDraft = {
      kind: event.kind ?? 'text',
      title: event.title ?? `Proposal ${now.nextId}`,
      summary: event.summary ?? '',
      proposer: world.indexOf(event.proposer ?? 0),
      expedited: event.expedited === true && hasExpedited(world.profile),
      plan: event.plan ?? null,
      fails: event.fails ?? null,
      start: now.nextId,
      mood: null,
    }
    return submitted(state, world, now, { draft, isFunded: event.funded ?? true, cell: null })
  }
  const proposal = now.proposals.find(({ id }) => id === event.proposal)
  if (proposal === undefined) return now
  if (event.what === 'fund_proposal') return funded(state, world, now, proposal)
  if (event.what === 'cancel_proposal' && hasExpedited(world.profile)) return canceled(now, proposal)
  return now
}

function submitted(
  state: ChainState,
  world: ChainWorld,
  now: Governance,
  { draft, isFunded, cell }: { draft: ProposalDraft; isFunded: boolean; cell: number | null },
): Governance {
  const at = world.timeOf(state.height)
  const depositMs = world.profile.governance?.depositMs ?? 0
  const proposal: ProposalRecord = {
    id: now.nextId,
    cell,
    draft,
    status: DEPOSIT_PERIOD,
    submittedAt: at,
    depositEndAt: at + depositMs,
    isFunded: false,
    votingStartAt: null,
    votingEndAt: null,
    expedited: draft.expedited,
    countsFrom: Infinity,
    countsForMs: 0,
    tally: NO_VOTES,
    failedReason: '',
  }
  const next = { ...now, nextId: now.nextId + 1, proposals: [...now.proposals, proposal] }
  return isFunded ? funded(state, world, next, proposal) : next
}

function funded(state: ChainState, world: ChainWorld, now: Governance, proposal: ProposalRecord): Governance {
  if (proposal.status !== DEPOSIT_PERIOD) return now
  const { votingMs = 0, expeditedMs = 0 } = world.profile.governance ?? {}
  const ms = proposal.expedited ? expeditedMs : votingMs
  const at = world.timeOf(state.height)
  return replaced(now, {
    ...proposal,
    status: VOTING_PERIOD,
    isFunded: true,
    votingStartAt: at,
    votingEndAt: at + ms,
    countsFrom: state.height,
    countsForMs: ms,
  })
}

/** Its votes go with it. */
function canceled(now: Governance, proposal: ProposalRecord): Governance {
  return isOpen(proposal) ? without(now, proposal) : now
}

function signalled(state: ChainState, world: ChainWorld, now: Governance, event: SignalEvent): Governance {
  const delay = world.profile.governance?.signalDelay ?? null
  if (delay === null || now.upgrade !== null) return now
  if (event.what === 'try_upgrade') {
    const version = readyVersion(state, now.signals)
    if (version === null || version <= now.appVersion) return now
    return { ...now, upgrade: { version, height: state.height + delay } }
  }
  const index = world.indexOf(event.validator)
  if (event.version < now.appVersion || (state.validators[index] ?? null) === null) return now
  return { ...now, signals: new Map(now.signals).set(index, event.version) }
}

/** x/gov's EndBlocker. */
function endPeriods(
  state: ChainState,
  world: ChainWorld,
  before: Governance,
  endedByScript: ReadonlySet<number>,
): Governance {
  const time = world.timeOf(state.height)
  let now = before
  for (const proposal of before.proposals) {
    if (proposal.status === DEPOSIT_PERIOD && proposal.depositEndAt <= time) now = without(now, proposal)
    const { status, votingEndAt } = proposal
    if (status !== VOTING_PERIOD || votingEndAt === null) continue
    if (votingEndAt <= time) now = decided(state, world, now, proposal)
    else if (endedByScript.has(proposal.id))
      now = decided(state, world, now, { ...proposal, votingEndAt: time })
  }
  return forgotten(now)
}

function decided(
  state: ChainState,
  world: ChainWorld,
  now: Governance,
  proposal: ProposalRecord,
): Governance {
  const { tally, passes } = tallyOf(state, ballotsAt(world, proposal, state.height), proposal.expedited)
  const { draft } = proposal
  if (passes) {
    const isTooLate = draft.plan !== null && draft.plan.height <= state.height
    const fails = isTooLate ? 'upgrade cannot be scheduled in the past: invalid request' : draft.fails
    if (fails !== null) return replaced(now, { ...proposal, status: FAILED, failedReason: fails, tally })
    const next = replaced(now, { ...proposal, status: PASSED, tally })
    return draft.plan === null ? next : { ...next, plan: { ...draft.plan, at: state.height } }
  }
  if (proposal.expedited) {
    const { votingMs = 0, expeditedMs = 0 } = world.profile.governance ?? {}
    return replaced(now, {
      ...proposal,
      expedited: false,
      votingEndAt: (proposal.votingStartAt ?? 0) + votingMs,
      countsFrom: state.height + 1,
      countsForMs: Math.max(0, votingMs - expeditedMs),
      tally,
    })
  }
  const failedReason = 'proposal did not get enough votes to pass'
  return replaced(now, { ...proposal, status: REJECTED, failedReason, tally })
}

/** The application's end of the last block of a version: the new one counts from the next block on. */
function endVersion({ height }: ChainState, now: Governance): Governance {
  if (now.upgrade?.height !== height) return now
  const { version } = now.upgrade
  const plan = { name: `v${version}`, height: height + 1, at: height }
  return { ...now, plan, nextAppVersion: version, signals: new Map(), upgrade: null }
}

function replaced(now: Governance, proposal: ProposalRecord): Governance {
  return { ...now, proposals: now.proposals.map((one) => (one.id === proposal.id ? proposal : one)) }
}

function without(now: Governance, proposal: ProposalRecord): Governance {
  return { ...now, proposals: now.proposals.filter(({ id }) => id !== proposal.id) }
}

function forgotten(now: Governance): Governance {
  const decidedOnes = now.proposals.filter((proposal) => !isOpen(proposal))
  const old = new Set(decidedOnes.slice(0, Math.max(0, decidedOnes.length - DECIDED_KEPT)))
  return old.size === 0 ? now : { ...now, proposals: now.proposals.filter((one) => !old.has(one)) }
}

function nextEndOf(proposals: readonly ProposalRecord[]): number {
  return Math.min(
    ...proposals.map(({ status, depositEndAt, votingEndAt }) => {
      if (status === DEPOSIT_PERIOD) return depositEndAt
      return status === VOTING_PERIOD ? (votingEndAt ?? Infinity) : Infinity
    }),
  )
}

/** What a chain, or a cycle, begins with: nothing that is open, and nothing that was decided before. */
export function firstGovernance(world: ChainWorld, height: number): Governance | null {
  const { profile } = world
  if (profile.governance === null || profile.staking === null) return null
  const cycle = world.natural ? cycleOf(profile, height) : 0
  const bySignals = profile.governance.signalDelay === null ? 0 : cycle
  const appVersion = profile.appProtocol + bySignals
  return {
    nextId: 1 + cycle * world.proposalsPerCycle + world.submittedBefore(height),
    proposals: [],
    nextEndAt: Infinity,
    plan: null,
    appVersion,
    nextAppVersion: appVersion,
    signals: new Map(),
    upgrade: null,
  }
}
