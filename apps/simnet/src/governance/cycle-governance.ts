import { createRandomStream, hashText, mix, type RandomStream } from '../chain/random.ts'
import type { GovernanceProfile, NetworkProfile } from '../network-profile.ts'
import { hasExpedited } from '../node-version.ts'
import type { ProposalKind } from './governance-event.ts'
import type { ProposalDraft } from './governance-state.ts'
import { moods, temperShares } from './moods.data.ts'
import { failureTexts, nastyTexts, proposalTexts } from './proposal-texts.data.ts'

/** What happens by itself in a cycle. `cell` names a proposal: they are counted through all cycles. */
export type NaturalEvent =
  | { at: number; what: 'submit' | 'fund' | 'cancel'; cell: number }
  | { at: number; what: 'signal'; validator: number; version: number }
  | { at: number; what: 'try_upgrade' }

interface CycleInput {
  seed: string
  profile: NetworkProfile
  /** Validators that are still there: who has left long ago votes on nothing. */
  voters: readonly number[]
  blockTimeMs: number
  cycle: number
  /** First height of the cycle. */
  from: number
}

/** Blocks by which the upgrade at the end of a cycle is known before. */
export const KNOWN_BEFORE = 12_000
/** Nothing is submitted in the first blocks of a cycle, and nothing is left open in its last ones. */
const QUIET = 50

interface Cells {
  governance: GovernanceProfile
  /** Proposals of every cycle, and the blocks that each of them has for itself. */
  count: number
  blocks: number
  deposit: number
  voting: number
}

/** Every cycle has the same number of proposals, so that any of them is known without those before. */
function cellsOf({ profile, blockTimeMs }: Pick<CycleInput, 'profile' | 'blockTimeMs'>): Cells | null {
  const { governance } = profile
  if (governance?.proposalEveryMs == null) return null
  const blocksOf = (ms: number) => Math.ceil(ms / blockTimeMs)
  const [blocks, deposit, voting] = [
    blocksOf(governance.proposalEveryMs),
    blocksOf(governance.depositMs),
    blocksOf(governance.votingMs),
  ]
  const room = profile.cycleBlocks - 2 * QUIET - Math.ceil(1.1 * (deposit + voting))
  return { governance, count: Math.max(0, Math.floor(room / blocks)), blocks, deposit, voting }
}

export function proposalsPerCycle(profile: NetworkProfile, blockTimeMs: number): number {
  return cellsOf({ profile, blockTimeMs })?.count ?? 0
}

/** Where the vote on the upgrade at the end of the cycle begins, so that it ends when the upgrade is to be known. */
function upgradeVote({ profile, from }: CycleInput, cells: Cells): { cell: number; at: number } | null {
  if (cells.governance.signalDelay !== null) return null
  const at = from + profile.cycleBlocks - KNOWN_BEFORE - cells.voting
  const cell = Math.floor((at - from - QUIET) / cells.blocks)
  return cell >= 0 && cell < cells.count ? { cell, at } : null
}

export interface CycleGovernance {
  /** In order of height. */
  events: readonly NaturalEvent[]
  /** Whether the upgrade at the end of the cycle is voted on; without it, it is only known in time. */
  isUpgradeVoted: boolean
  draftOf(cell: number): { draft: ProposalDraft; isFunded: boolean }
}

export const noGovernance: CycleGovernance = {
  events: [],
  isUpgradeVoted: false,
  draftOf() {
    throw new Error('nothing is proposed by itself')
  },
}

export function planGovernance(input: CycleInput): CycleGovernance {
  const cells = cellsOf(input)
  if (cells === null) return noGovernance
  const { cycle, from } = input
  const vote = upgradeVote(input, cells)
  const first = cycle * cells.count
  const proposalOf = (cell: number) =>
    naturalProposal(input, cells, cell, vote?.cell === cell - first ? vote.at : null)
  const events: NaturalEvent[] = []
  for (let cell = first; cell < first + cells.count; cell += 1) {
    const { at, fundedAt, canceledAt } = proposalOf(cell)
    events.push({ at, what: 'submit', cell })
    if (fundedAt !== null && fundedAt > at) events.push({ at: fundedAt, what: 'fund', cell })
    if (canceledAt !== null) events.push({ at: canceledAt, what: 'cancel', cell })
  }
  events.push(...signalling(input, cells.governance))
  const end = from + input.profile.cycleBlocks
  return {
    events: events.filter(({ at }) => at < end).sort((a, b) => a.at - b.at),
    isUpgradeVoted: vote !== null,
    draftOf(cell) {
      const { draft, at, fundedAt } = proposalOf(cell)
      return { draft, isFunded: fundedAt === at }
    },
  }
}

interface NaturalProposal {
  draft: ProposalDraft
  at: number
  /** null: it never is. */
  fundedAt: number | null
  canceledAt: number | null
}

function naturalProposal(
  input: CycleInput,
  cells: Cells,
  cell: number,
  upgradeAt: number | null,
): NaturalProposal {
  const { profile, cycle, from, voters, seed } = input
  const start = mix(hashText(`${seed}/${profile.slug}/governance`), cell)
  const random = createRandomStream(start)
  const kind = upgradeAt === null ? kindOf(random.next()) : 'upgrade'
  const cellStart = from + QUIET + (cell - cycle * cells.count) * cells.blocks
  const at = upgradeAt ?? cellStart + random.whole(0, Math.floor(cells.blocks / 2))
  const number = 1 + (cell % 90)
  const roll = random.next()
  const temper = temperShares.find(([upTo]) => roll < upTo)?.[1] ?? 'popular'
  const isNasty = random.next() < 0.14
  const { title, summary } = textOf(random, kind, isNasty, number)
  const [mayFail, isRushed, isWithdrawn] = [random.next() < 0.2, random.next() < 0.14, random.next() < 0.06]
  const [deposited, later, withdrawn] = [random.next(), random.next(), random.next()]
  const proposer = voters[random.whole(0, voters.length - 1)] ?? 0
  const isOfSdk50 = hasExpedited(profile)
  const draft: ProposalDraft = {
    kind,
    title: kind === 'upgrade' ? `Software upgrade v${cycle + 1}` : title,
    summary,
    proposer,
    expedited: isOfSdk50 && isRushed && kind !== 'upgrade',
    plan: kind === 'upgrade' ? { name: `v${cycle + 1}`, height: from + profile.cycleBlocks } : null,
    fails: mayFail ? (failureTexts[kind] ?? null) : null,
    start,
    mood: kind === 'upgrade' ? moods.landslide : moods[temper],
  }
  const isSure = kind === 'upgrade' || deposited < 0.68
  const delay = Math.max(1, Math.floor((0.15 + 0.7 * later) * cells.deposit))
  const fundedAt = isSure ? at : deposited < 0.87 ? at + delay : null
  const isCanceled = isOfSdk50 && isWithdrawn && kind !== 'upgrade' && fundedAt !== null
  const canceledAt = isCanceled
    ? fundedAt + Math.max(1, Math.floor((0.2 + 0.5 * withdrawn) * cells.voting))
    : null
  return { draft, at, fundedAt, canceledAt }
}

function kindOf(roll: number): ProposalKind {
  if (roll < 0.3) return 'text'
  if (roll < 0.55) return 'parameters'
  return roll < 0.82 ? 'spend' : 'other'
}

function textOf(random: RandomStream, kind: ProposalKind, isNasty: boolean, number: number) {
  const texts = isNasty ? nastyTexts : proposalTexts[kind]
  const { title, summary } = texts[random.whole(0, texts.length - 1)] ?? { title: '', summary: '' }
  return { title: isNasty ? title : title.replace('#', String(number)), summary }
}

/** Where upgrades are signalled: nearly everybody does so in the course of the cycle, the last of them when it is late. */
function signalling(input: CycleInput, { signalDelay }: GovernanceProfile): NaturalEvent[] {
  if (signalDelay === null) return []
  const { profile, cycle, from, voters, seed } = input
  // The block before is the last one of the old version.
  const scheduledAt = from + profile.cycleBlocks - 1 - signalDelay
  const begin = from + 2_000
  if (scheduledAt < begin + 100) return []
  const version = profile.appProtocol + cycle + 1
  const start = mix(hashText(`${seed}/${profile.slug}/signals`), cycle)
  const signals = voters.flatMap((validator, place): NaturalEvent[] => {
    const random = createRandomStream(mix(start, validator))
    // The largest are never among those who do not care: five sixths must come together.
    if (place >= 10 && random.next() < 0.1) return []
    const at = begin + Math.floor(random.next() ** 1.4 * (scheduledAt - begin - 50))
    return [{ at, what: 'signal', validator, version }]
  })
  return [...signals, { at: scheduledAt, what: 'try_upgrade' }]
}
