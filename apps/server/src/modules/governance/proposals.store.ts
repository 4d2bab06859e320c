import type { GovernanceQuery } from '@roundsman/contract/governance/governance'
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/database.ts'
import {
  governanceProposal,
  governanceSignal,
  governanceUpgrade,
  governanceVote,
  type ProposalRow,
  type UpgradeRow,
  type VoteRow,
} from './governance.schema.ts'

/** A chain, as long as it goes on. */
interface ChainEpoch {
  networkId: number
  epoch: number
}

/** A vote in the period that its proposal is in, or ended with: not in an expedited one that failed. */
const isInLastPeriod = and(
  eq(governanceProposal.id, governanceVote.proposal),
  eq(governanceProposal.votingEnd, governanceVote.votingEnd),
)

const isOf = ({ networkId, epoch }: ChainEpoch) =>
  and(eq(governanceProposal.networkId, networkId), eq(governanceProposal.epoch, epoch))

/** Without what only its own page shows, which may be long. */
export type ListedProposal = Omit<ProposalRow, 'summary' | 'content'>

/** Those that are open first, then the others; of each the newest first. */
export async function proposalsOf(
  orm: Queryable,
  chain: ChainEpoch,
  { state, before, limit }: Omit<GovernanceQuery, 'limit'> & { limit: number },
): Promise<ListedProposal[]> {
  const { summary: _summary, content: _content, ...columns } = getTableColumns(governanceProposal)
  const { id, proposalId } = columns
  const isOpen = eq(governanceProposal.state, 'VOTING')
  const isAfter = sql`(${isOpen}, ${proposalId}) < (
    select last.state = 'VOTING', last.proposal_id from governance_proposal last where last.id = ${before ?? 0})`
  return orm
    .select()
    .from(governanceProposal)
    .where(
      and(isOf(chain), state === 'OPEN' ? isOpen : undefined, before === undefined ? undefined : isAfter),
    )
    .orderBy(sql`${isOpen} desc`, desc(proposalId), desc(id))
    .limit(limit)
}

export async function proposalOf(
  orm: Queryable,
  chain: ChainEpoch,
  proposalId: number,
): Promise<ProposalRow | null> {
  const [row] = await orm
    .select()
    .from(governanceProposal)
    .where(and(isOf(chain), eq(governanceProposal.proposalId, proposalId)))
  return row ?? null
}

/** What is known of votes in the periods that proposals are in, or ended with. Without `validators`: of everybody. */
export async function votesOf(
  orm: Queryable,
  proposals: readonly Pick<ProposalRow, 'id'>[],
  validators?: readonly number[],
): Promise<VoteRow[]> {
  if (proposals.length === 0 || validators?.length === 0) return []
  const ids = proposals.map(({ id }) => id)
  const rows = await orm
    .select({ vote: governanceVote })
    .from(governanceVote)
    .innerJoin(governanceProposal, isInLastPeriod)
    .where(
      and(
        inArray(governanceVote.proposal, ids),
        validators === undefined ? undefined : inArray(governanceVote.validatorId, [...validators]),
      ),
    )
    .orderBy(asc(governanceVote.proposal), asc(governanceVote.validatorId))
  return rows.map(({ vote }) => vote)
}

/** Of the proposals whose vote ended last, how many validators voted in how many; without those that were cancelled. */
export async function participationIn(
  orm: Queryable,
  chain: ChainEpoch,
  most: number,
): Promise<{ proposals: number; validators: { id: number; voted: number; notVoted: number }[] }> {
  const { votingEnd } = governanceProposal
  const { validatorId, options, isLast } = governanceVote
  const last = await orm
    .select({ id: governanceProposal.id })
    .from(governanceProposal)
    .where(and(isOf(chain), inArray(governanceProposal.state, ['PASSED', 'REJECTED', 'FAILED'])))
    .orderBy(desc(votingEnd), desc(governanceProposal.id))
    .limit(most)
  if (last.length === 0) return { proposals: 0, validators: [] }
  const counted = (what: SQL) => sql<number>`(count(*) FILTER (WHERE ${what}))::int`
  const rows = await orm
    .select({
      id: validatorId,
      voted: counted(sql`${options} IS NOT NULL`),
      notVoted: counted(sql`${options} IS NULL AND ${isLast}`),
    })
    .from(governanceVote)
    .innerJoin(governanceProposal, isInLastPeriod)
    .where(
      inArray(
        governanceVote.proposal,
        last.map(({ id }) => id),
      ),
    )
    .groupBy(validatorId)
    .orderBy(asc(validatorId))
  return {
    proposals: last.length,
    validators: rows.filter(({ voted, notVoted }) => voted + notVoted > 0),
  }
}

/** What x/signal said last. */
export async function signalledUpgrade(
  orm: Queryable,
  { networkId, epoch }: ChainEpoch,
): Promise<{ row: UpgradeRow; versions: ReadonlyMap<number, number | null> } | null> {
  const [row] = await orm
    .select()
    .from(governanceUpgrade)
    .where(and(eq(governanceUpgrade.networkId, networkId), eq(governanceUpgrade.epoch, epoch)))
  if (!row) return null
  const { validatorId, version } = governanceSignal
  const signals = await orm
    .select({ validatorId, version })
    .from(governanceSignal)
    .where(and(eq(governanceSignal.networkId, networkId), eq(governanceSignal.epoch, epoch)))
  return { row, versions: new Map(signals.map((one) => [one.validatorId, one.version])) }
}
