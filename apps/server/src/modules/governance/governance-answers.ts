import type {
  CastVote,
  Proposal,
  ProposalDetails,
  Upgrade,
  ValidatorVote,
} from '@roundsman/contract/governance/governance'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import type { ProposalRow, StoredTally, VoteRow } from './governance.schema.ts'
import type { ListedProposal, signalledUpgrade } from './proposals.store.ts'

/** @param favourites of the caller, and `votes` theirs on this proposal in its period */
export function proposalAnswer(
  row: ListedProposal,
  favourites: readonly number[],
  votes: readonly VoteRow[],
): Proposal {
  const doing = new Map(votes.map((vote) => [vote.validatorId, doneBy(vote, row)]))
  const those = (what: 'voted' | 'not_voted') => favourites.filter((id) => doing.get(id) === what)
  return {
    id: row.id,
    proposal_id: row.proposalId,
    title: row.title,
    kind: row.kind,
    state: row.state,
    is_expedited: row.isExpedited,
    voting_start_at: timeOf(row.votingStart),
    voting_end_at: timeOf(row.votingEnd),
    turnout: row.turnout,
    quorum: row.quorum,
    tally: row.tally && tallyAnswer(row.tally),
    assurance: row.assurance,
    voted: those('voted'),
    not_voted: those('not_voted'),
    unknown: favourites.filter((id) => (doing.get(id) ?? 'unknown') === 'unknown'),
  }
}

/** Whoever had not voted some time before the end may have voted since, and nobody can know it any more. */
function doneBy({ options, isLast }: VoteRow, { state }: ListedProposal): 'voted' | 'not_voted' | 'unknown' {
  if (options !== null) return 'voted'
  return state === 'VOTING' || isLast ? 'not_voted' : 'unknown'
}

/** @param votes everybody's on this proposal in its period */
export function proposalDetails(
  row: ProposalRow,
  favourites: readonly number[],
  votes: readonly VoteRow[],
  voteCommand: string | null,
): ProposalDetails {
  const { isShortened, proposer, failedReason, messages } = row.content
  return {
    ...proposalAnswer(row, favourites, votes),
    summary: row.summary,
    is_shortened: isShortened,
    proposer,
    failed_reason: failedReason,
    vote_command: voteCommand,
    messages: messages.map(({ typeUrl, fields, plan }) => ({ type: typeUrl, fields: [...fields], plan })),
    votes: votes.map(voteAnswer),
  }
}

/** @param vote of the validator on this proposal in its period; undefined: nobody looked */
export function castVote(row: ListedProposal, vote: VoteRow | undefined): CastVote {
  const did = vote === undefined ? 'unknown' : doneBy(vote, row)
  const known = vote && voteAnswer(vote)
  return {
    proposal_id: row.proposalId,
    title: row.title,
    kind: row.kind,
    state: row.state,
    is_expedited: row.isExpedited,
    voting_end_at: timeOf(row.votingEnd),
    did: ({ voted: 'VOTED', not_voted: 'NOT_VOTED', unknown: 'UNKNOWN' } as const)[did],
    vote: known?.vote ?? null,
    at: known?.at ?? null,
    height: known?.height ?? null,
    assurance: known?.assurance ?? null,
  }
}

function voteAnswer({ validatorId, options, at, height, assurance }: VoteRow): ValidatorVote {
  return {
    validator_id: validatorId,
    vote: options && options.map(({ option, weight }) => ({ option, weight: Number(weight) })),
    at: timeOf(at),
    height,
    assurance,
  }
}

function tallyAnswer({ noWithVeto, ...others }: StoredTally): NonNullable<Proposal['tally']> {
  return { ...others, no_with_veto: noWithVeto }
}

interface UpgradeSources {
  /** Of x/upgrade, as it was read with the chain's state. */
  plan: { name: string; height: number; assurance: Upgrade['assurance'] } | null
  signalled: Awaited<ReturnType<typeof signalledUpgrade>>
  /** Ids of the active set. */
  active: readonly number[]
  status: Pick<NetworkStatus, 'height' | 'latest_block_at' | 'block_time_seconds'>
}

/** The next upgrade by what is planned, scheduled or signalled; null: none is as far as is known. */
export function upgradeAnswer({ plan, signalled, active, status }: UpgradeSources): Upgrade | null {
  const isAhead = ({ height }: { height: number }) => status.height === null || height > status.height
  const planned = plan !== null && isAhead(plan) ? plan : null
  const row = signalled?.row ?? null
  const scheduled =
    row !== null && row.version !== null && row.upgradeHeight !== null
      ? { version: row.version, height: row.upgradeHeight }
      : null
  const next = scheduled !== null && isAhead(scheduled) ? scheduled : null
  const tally = row?.tally ?? null
  const signalling =
    tally !== null && BigInt(tally.power) > 0n
      ? {
          version: tally.version,
          power_share: ratio(tally.power, tally.total),
          threshold: ratio(tally.threshold, tally.total),
          missing: active.filter((id) => {
            const version = signalled?.versions.get(id)
            return version !== undefined && (version ?? 0) < tally.version
          }),
        }
      : null
  if (planned === null && next === null && signalling === null) return null
  const height = planned?.height ?? next?.height ?? null
  return {
    name: planned?.name ?? null,
    version: next?.version ?? signalling?.version ?? null,
    height,
    at: height === null ? null : reckoned(height, status),
    assurance: planned?.assurance ?? row?.assurance ?? row?.tallyAssurance ?? 'SINGLE',
    signalling,
  }
}

/** When a height comes if blocks go on as they do. */
function reckoned(height: number, status: UpgradeSources['status']): string | null {
  const { height: newest, latest_block_at: latestAt, block_time_seconds: seconds } = status
  if (newest === null || latestAt === null || seconds === null) return null
  return timeOf(Date.parse(latestAt) + Math.round((height - newest) * seconds * 1000))
}

function ratio(part: string, whole: string): number {
  return BigInt(whole) === 0n ? 0 : Number((BigInt(part) * 10n ** 12n) / BigInt(whole)) / 1e12
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
