import type {
  CurrentTally,
  KnownVote,
  OpenProposals,
  Proposal,
  ProposalOutcome,
  TallyResult,
  UpgradeSignals,
} from '@roundsman/cometbft/governance'
import type { Source } from '@roundsman/cometbft/domain'
import type { ProposalState } from '@roundsman/contract/governance/governance'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import {
  governanceProposal,
  governanceSignal,
  governanceUpgrade,
  governanceVote,
  type ProposalContent,
  type ProposalRow,
  type StoredTally,
} from './governance.schema.ts'

// All of it is written in transactions that hold the network's lease.

/** Of what chain, as of which state, and when it was read. */
export interface Reading {
  networkId: number
  epoch: number
  height: number
  /** Header time of `height`, Unix ms. */
  at: number
  /** By the database's clock, Unix ms. */
  readAt: number
  /** What is bonded then, base units; null: not known. */
  bondedTokens: bigint | null
}

/** What a process that begins to read has to know of the periods of votes that go on. */
export interface OpenPeriod
  extends Pick<ProposalRow, 'id' | 'proposalId' | 'votingStart' | 'votingEnd' | 'isExpedited'> {
  /** By validator id, whether it is known to have voted; who is not known is left out. */
  votes: Map<number, { hasVoted: boolean; isLast: boolean }>
}

export async function openPeriods(orm: Queryable, networkId: number, epoch: number): Promise<OpenPeriod[]> {
  const { id, proposalId, votingStart, votingEnd, isExpedited } = governanceProposal
  const rows = await orm
    .select({ id, proposalId, votingStart, votingEnd, isExpedited })
    .from(governanceProposal)
    .where(isOpenIn(networkId, epoch))
  const { validatorId, isLast } = governanceVote
  const seen = await orm
    .select({ id, validatorId, hasVoted: sql<boolean>`${isNotNull(governanceVote.options)}`, isLast })
    .from(governanceProposal)
    .innerJoin(
      governanceVote,
      and(eq(governanceVote.proposal, id), eq(governanceVote.votingEnd, governanceProposal.votingEnd)),
    )
    .where(isOpenIn(networkId, epoch))
  return rows.map((row) => {
    const votes = seen.filter((one) => one.id === row.id)
    return {
      ...row,
      votes: new Map(
        votes.map(({ validatorId: key, hasVoted, isLast: last }) => [key, { hasVoted, isLast: last }]),
      ),
    }
  })
}

const isOpenIn = (networkId: number, epoch: number) =>
  and(
    eq(governanceProposal.networkId, networkId),
    eq(governanceProposal.epoch, epoch),
    eq(governanceProposal.state, 'VOTING'),
  )

/** Writes the proposals in voting period as they are now. Those that are open here and not among them have ended: `outcome` says how. */
export async function storeOpen(
  tx: Tx,
  reading: Reading,
  { proposals, source, params }: OpenProposals,
): Promise<void> {
  const quorum = params === null ? null : Number(params.value.quorum)
  for (const proposal of proposals)
    await putProposal(tx, reading, { proposal, source, quorum, state: 'VOTING' })
}

interface Put {
  proposal: Proposal
  source: Source
  quorum: number | null
  state: ProposalState
}

/** What is older than what is known changes nothing. */
async function putProposal(
  tx: Tx,
  reading: Reading,
  { proposal, source, quorum, state }: Put,
): Promise<void> {
  const { votingStartAt, votingEndAt, finalTally } = proposal
  if (votingStartAt === null || votingEndAt === null) return
  const { networkId, epoch, height, at, readAt, bondedTokens } = reading
  const content: ProposalContent = {
    isShortened: proposal.isShortened,
    proposer: proposal.proposer,
    failedReason: proposal.failedReason === null ? null : keepable(proposal.failedReason),
    messages: proposal.messages.map(({ typeUrl, fields, plan }) => ({
      typeUrl: keepable(typeUrl),
      fields: fields.map(({ name, value }) => ({ name: keepable(name), value: keepable(value) })),
      plan: plan && { name: keepable(plan.name), height: plan.height },
    })),
  }
  const counted = state === 'VOTING' ? null : finalTally
  const values = {
    title: keepable(proposal.title),
    summary: keepable(proposal.summary),
    content,
    kind: proposal.kind,
    state,
    isExpedited: proposal.isExpedited,
    votingStart: votingStartAt,
    votingEnd: votingEndAt,
    tally: counted && storedTally(counted),
    tallyAt: counted && at,
    tallyAssurance: counted && source.assurance,
    turnout: counted && turnoutOf(counted, bondedTokens),
    quorum,
    ...{ assurance: source.assurance, host: source.host, height, at, readAt },
  }
  const was = governanceProposal
  // What was counted of the expedited period says nothing of the next one.
  const isSamePeriod = sql`${was.votingEnd} = excluded.voting_end`
  const kept = (column: 'tally' | 'tally_at' | 'tally_assurance' | 'turnout') =>
    sql`coalesce(${sql.raw(`excluded.${column}`)}, case when ${isSamePeriod} then ${was}.${sql.raw(column)} end)`
  await tx
    .insert(governanceProposal)
    .values({ networkId, epoch, proposalId: proposal.id, ...values })
    .onConflictDoUpdate({
      target: [was.networkId, was.epoch, was.proposalId],
      set: {
        ...values,
        expeditedEnd: sql`case when ${was.isExpedited} and not excluded.is_expedited and not ${isSamePeriod}
          then ${was.votingEnd} else ${was.expeditedEnd} end`,
        tally: kept('tally'),
        tallyAt: kept('tally_at'),
        tallyAssurance: kept('tally_assurance'),
        turnout: kept('turnout'),
        quorum: sql`coalesce(excluded.quorum, ${was.quorum})`,
      },
      setWhere: sql`${was.height} <= excluded.height`,
    })
}

/**
 * Writes what became of a proposal that was in voting period. One that the chain no longer has was cancelled: what was never
 * open is not known here.
 */
export async function storeOutcome(
  tx: Tx,
  reading: Reading,
  { proposalId, outcome }: { proposalId: number; outcome: Pick<ProposalOutcome, 'proposal' | 'source'> },
): Promise<void> {
  const { proposal, source } = outcome
  if (proposal !== null) {
    const state = proposal.status === 'VOTING_PERIOD' ? 'VOTING' : proposal.status
    if (state !== 'DEPOSIT_PERIOD') await putProposal(tx, reading, { proposal, source, quorum: null, state })
    return
  }
  const { networkId, epoch, height, at, readAt } = reading
  await tx
    .update(governanceProposal)
    .set({ state: 'CANCELLED', ...source, height, at, readAt })
    .where(and(isOpenIn(networkId, epoch), eq(governanceProposal.proposalId, proposalId)))
}

/** What the votes come to in a period, which may be over by now: then it changes nothing. */
export async function storeTally(
  tx: Tx,
  { networkId, epoch, at, bondedTokens }: Reading,
  {
    period,
    tally,
  }: { period: Pick<OpenPeriod, 'id' | 'votingEnd'>; tally: Pick<CurrentTally, 'tally' | 'source'> },
): Promise<void> {
  await tx
    .update(governanceProposal)
    .set({
      tally: storedTally(tally.tally),
      tallyAt: at,
      tallyAssurance: tally.source.assurance,
      turnout: turnoutOf(tally.tally, bondedTokens),
    })
    .where(
      and(
        isOpenIn(networkId, epoch),
        eq(governanceProposal.id, period.id),
        eq(governanceProposal.votingEnd, period.votingEnd),
      ),
    )
}

/**
 * Writes what validators are known to have done in a period. A vote that was seen stays: it can be changed and not be taken
 * back, so that nothing but a proof says that there was none.
 *
 * @param isLast as of the state before the votes were counted
 */
export async function storeVotes(
  tx: Tx,
  { height, at, readAt }: Reading,
  {
    period,
    votes,
    isLast,
  }: {
    period: Pick<OpenPeriod, 'id' | 'votingEnd'>
    votes: ReadonlyMap<number, KnownVote>
    isLast: boolean
  },
): Promise<void> {
  if (votes.size === 0) return
  const seen = { proposal: period.id, votingEnd: period.votingEnd, height, at, readAt, isLast }
  const was = governanceVote
  const isSame = sql`${was.options} = excluded.options and ${was.assurance} = excluded.assurance`
  await tx
    .insert(governanceVote)
    .values(
      [...votes].map(([validatorId, { options, source }]) => ({
        ...{ ...seen, seenHeight: height, seenAt: at, validatorId, options, ...source },
      })),
    )
    .onConflictDoUpdate({
      target: [was.proposal, was.votingEnd, was.validatorId],
      set: {
        options: sql`excluded.options`,
        height: sql`case when ${isSame} then ${was.height} else excluded.height end`,
        at: sql`case when ${isSame} then ${was.at} else excluded.at end`,
        seenHeight: sql`excluded.seen_height`,
        seenAt: sql`excluded.seen_at`,
        isLast: sql`excluded.is_last`,
        assurance: sql`excluded.assurance`,
        host: sql`excluded.host`,
        readAt: sql`excluded.read_at`,
      },
      setWhere: sql`${was.seenHeight} <= excluded.seen_height and (${was.options} is null
        or excluded.options is not null or excluded.assurance = 'PROVEN' and ${was.assurance} <> 'PROVEN')`,
    })
}

/** Writes what validators have signalled, and what x/signal says of the next upgrade. */
export async function storeSignals(
  tx: Tx,
  { networkId, epoch, height, at, readAt }: Reading,
  {
    signals,
    upgrade,
    source,
    tally,
  }: Pick<UpgradeSignals, 'upgrade' | 'source' | 'tally'> & {
    /** By validator id. */
    signals: ReadonlyMap<number, { version: number | null; source: Source }>
  },
): Promise<void> {
  const seen = { networkId, epoch, height, at, readAt }
  if (signals.size > 0)
    await tx
      .insert(governanceSignal)
      .values(
        [...signals].map(([validatorId, one]) => ({
          ...seen,
          validatorId,
          version: one.version,
          ...one.source,
        })),
      )
      .onConflictDoUpdate({
        target: [governanceSignal.networkId, governanceSignal.epoch, governanceSignal.validatorId],
        set: excludedOf('version', 'height', 'at', 'assurance', 'host', 'readAt'),
        setWhere: sql`${governanceSignal.height} <= excluded.height`,
      })
  const isKnown = source !== null
  const counted = tally && {
    version: tally.version,
    power: String(tally.power),
    threshold: String(tally.threshold),
    total: String(tally.total),
  }
  if (!isKnown && counted === null) return
  await tx
    .insert(governanceUpgrade)
    .values({
      ...seen,
      version: upgrade?.version ?? null,
      upgradeHeight: upgrade?.height ?? null,
      assurance: source?.assurance ?? null,
      tally: counted,
      tallyAssurance: tally?.source.assurance ?? null,
    })
    .onConflictDoUpdate({
      target: [governanceUpgrade.networkId, governanceUpgrade.epoch],
      set: {
        ...excludedOf('height', 'at', 'readAt'),
        ...(isKnown ? excludedOf('version', 'upgradeHeight', 'assurance') : {}),
        ...(counted ? excludedOf('tally', 'tallyAssurance') : {}),
      },
      setWhere: sql`${governanceUpgrade.height} <= excluded.height`,
    })
}

/** The same columns as they were to be inserted. */
function excludedOf<N extends string>(...names: readonly N[]) {
  const column = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(names.map((name) => [name, sql.raw(`excluded.${column(name)}`)])) as Record<
    N,
    ReturnType<typeof sql.raw>
  >
}

/** PostgreSQL keeps no U+0000, which a proposer may have written. */
function keepable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd')
}

function storedTally({ yes, abstain, no, noWithVeto }: TallyResult): StoredTally {
  return { yes: String(yes), abstain: String(abstain), no: String(no), noWithVeto: String(noWithVeto) }
}

/** What has voted of what is bonded, 0…1, to twelve digits; null where that is not known. */
function turnoutOf({ yes, abstain, no, noWithVeto }: TallyResult, bonded: bigint | null): number | null {
  if (bonded === null || bonded === 0n) return null
  const share = Number(((yes + abstain + no + noWithVeto) * 10n ** 12n) / bonded) / 1e12
  return Math.min(1, share)
}
