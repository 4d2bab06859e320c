import type { GovernanceFacts, Signals, VotingPeriod } from '@roundsman/alerting/governance'
import type { WeightedOption } from '@roundsman/cometbft/governance'
import { and, eq, gte, inArray, or } from 'drizzle-orm'
import type { Queryable } from '../../../platform/db/database.ts'
import {
  governanceProposal,
  governanceSignal,
  governanceUpgrade,
  governanceVote,
  type ProposalRow,
  type VoteRow,
} from '../governance.schema.ts'

const dayMs = 24 * 3_600_000

/** A network at the moment that is decided of. Times of the chain, but `now`, which is the database's. */
export interface DecidingMoment {
  networkId: number
  epoch: number
  chainNow: number
  height: number
  now: number
  /** Seconds between blocks; null: not known. */
  blockSeconds: number | null
  appVersion: number
  /** Ids of the active set. */
  active: ReadonlySet<number>
  /** Whether somebody has read what is open, and what everybody has signalled, since this process has the network. */
  hasProposals: boolean
  hasSignals: boolean
  voteCommandOf(proposalId: number): string | null
}

/** What is known of a network's votes and signals, for what is decided of them. */
export async function governanceFacts(orm: Queryable, moment: DecidingMoment): Promise<GovernanceFacts> {
  const { epoch, chainNow, height, now, hasProposals, hasSignals } = moment
  return {
    ...{ epoch, chainNow, height, now },
    periods: hasProposals ? await periodsOf(orm, moment) : null,
    signals: hasSignals ? await signalsOf(orm, moment) : null,
  }
}

/** Those that are open, and those that ended, or were read, within the last day. */
async function periodsOf(orm: Queryable, moment: DecidingMoment): Promise<VotingPeriod[]> {
  const { networkId, epoch, chainNow, now } = moment
  const of = governanceProposal
  const rows = await orm
    .select()
    .from(of)
    .where(
      and(
        eq(of.networkId, networkId),
        eq(of.epoch, epoch),
        or(eq(of.state, 'VOTING'), gte(of.votingEnd, chainNow - dayMs), gte(of.readAt, now - dayMs)),
      ),
    )
    .orderBy(of.proposalId)
  const ids = rows.map(({ id }) => id)
  const votes =
    ids.length === 0
      ? []
      : await orm
          .select()
          .from(governanceVote)
          .where(inArray(governanceVote.proposal, ids))
          .orderBy(governanceVote.validatorId)
  const found = new Map<string, VoteRow[]>()
  for (const vote of votes) {
    const key = `${vote.proposal}/${vote.votingEnd}`
    const those = found.get(key)
    if (those) those.push(vote)
    else found.set(key, [vote])
  }
  return rows.flatMap((row) => {
    const command = moment.voteCommandOf(row.proposalId)
    const period = (votingEnd: number, over: Partial<VotingPeriod>) => ({
      ...periodIn(row, votingEnd, command),
      ...over,
      votes: (found.get(`${row.id}/${votingEnd}`) ?? []).map(readVote),
    })
    const moved =
      row.expeditedEnd === null ? [] : [period(row.expeditedEnd, { state: 'MOVED', isExpedited: true })]
    return [...moved, period(row.votingEnd, { wasExpedited: row.expeditedEnd !== null })]
  })
}

function periodIn(row: ProposalRow, votingEnd: number, voteCommand: string | null): VotingPeriod {
  const { proposalId, votingStart, state, title, kind, isExpedited, turnout, quorum, tally, content } = row
  const { assurance, host, height } = row
  return {
    ...{ proposalId, votingStart, votingEnd, state, title, kind, isExpedited, turnout, quorum },
    ...{ assurance, host, height, voteCommand, wasExpedited: false, votes: [] },
    tally: tally && { yes: tally.yes, no: tally.no, no_with_veto: tally.noWithVeto, abstain: tally.abstain },
    failedReason: content.failedReason,
    plan: content.messages.find(({ plan }) => plan !== null)?.plan ?? null,
  }
}

function readVote(row: VoteRow): VotingPeriod['votes'][number] {
  const { validatorId, options, at, seenAt, seenHeight, isLast, assurance, host } = row
  const weighted = ({ option, weight }: WeightedOption) => ({ option, weight: Number(weight) })
  return {
    validatorId,
    vote: options && options.map(weighted),
    at,
    seenAt,
    seenHeight,
    isLast,
    assurance,
    host,
  }
}

async function signalsOf(orm: Queryable, moment: DecidingMoment): Promise<Signals | null> {
  const { networkId, epoch, active, appVersion } = moment
  const [row] = await orm
    .select()
    .from(governanceUpgrade)
    .where(and(eq(governanceUpgrade.networkId, networkId), eq(governanceUpgrade.epoch, epoch)))
  if (!row) return null
  const signals = await orm
    .select()
    .from(governanceSignal)
    .where(and(eq(governanceSignal.networkId, networkId), eq(governanceSignal.epoch, epoch)))
    .orderBy(governanceSignal.validatorId)
  const { tally, at, height, version, upgradeHeight } = row
  const scheduled =
    version === null || upgradeHeight === null
      ? null
      : { version, height: upgradeHeight, at: reckoned(upgradeHeight, moment) }
  return {
    ...{ at, height, appVersion, host: null },
    assurance: row.assurance ?? row.tallyAssurance,
    tally: tally && {
      version: tally.version,
      powerShare: ratio(tally.power, tally.total),
      threshold: ratio(tally.threshold, tally.total),
    },
    upgrade: row.assurance === null ? undefined : scheduled,
    signals: signals
      .filter(({ validatorId }) => active.has(validatorId))
      .map((one) => ({
        ...{ validatorId: one.validatorId, version: one.version, at: one.at, height: one.height },
        ...{ assurance: one.assurance, host: one.host },
      })),
  }
}

/** When a height comes if blocks go on as they do. */
function reckoned(height: number, { height: newest, chainNow, blockSeconds }: DecidingMoment): number | null {
  return blockSeconds === null ? null : chainNow + Math.round((height - newest) * blockSeconds * 1_000)
}

function ratio(part: string, whole: string): number {
  return BigInt(whole) === 0n ? 0 : Number((BigInt(part) * 10n ** 12n) / BigInt(whole)) / 1e12
}
