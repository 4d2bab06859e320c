import { Params, Proposal, type TallyResult, Vote, type VoteOption } from 'cosmjs-types/cosmos/gov/v1/gov'
import type { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import type { Chain } from '../chain/create-chain.ts'
import type { Ballot } from '../governance/ballots.ts'
import type { VoteChoice } from '../governance/governance-event.ts'
import type { ProposalRecord, Tally } from '../governance/governance-state.ts'
import { tallyRules } from '../governance/tally.ts'
import type { GovernanceProfile, NetworkProfile } from '../network-profile.ts'
import { hasExpedited, hasLegacyParams } from '../node-version.ts'
import { proposalMessages, proposalMetadata } from './proposal-messages.ts'
import { durationOf, timestampOf } from './record-bytes.ts'

const options: Readonly<Record<VoteChoice, VoteOption>> = { yes: 1, abstain: 2, no: 3, no_with_veto: 4 }

/** A record is never changed, so its bytes are made once. */
const encoded = new WeakMap<ProposalRecord, Uint8Array>()

/** cosmos.gov.v1.Proposal, as x/gov stores it and as its queries list it. */
export function proposalBytes({ profile, roster }: Chain, proposal: ProposalRecord): Uint8Array {
  const known = encoded.get(proposal)
  if (known !== undefined) return known
  const { draft } = proposal
  const titled = hasLegacyParams(profile)
    ? {}
    : { title: draft.title, summary: draft.summary, proposer: roster[draft.proposer]?.accountAddress ?? '' }
  const newest = hasExpedited(profile)
    ? { expedited: proposal.expedited, failedReason: proposal.failedReason }
    : {}
  const bytes = Proposal.encode(
    Proposal.fromPartial({
      id: BigInt(proposal.id),
      messages: proposalMessages(profile, draft),
      status: proposal.status,
      finalTallyResult: tallyMessage(proposal.tally),
      submitTime: timestampOf(proposal.submittedAt),
      depositEndTime: timestampOf(proposal.depositEndAt),
      totalDeposit: [depositOf(profile, proposal.isFunded ? 1n : 4n)],
      ...(proposal.votingStartAt === null ? {} : { votingStartTime: timestampOf(proposal.votingStartAt) }),
      ...(proposal.votingEndAt === null ? {} : { votingEndTime: timestampOf(proposal.votingEndAt) }),
      metadata: proposalMetadata(profile, draft),
      ...titled,
      ...newest,
    }),
  ).finish()
  encoded.set(proposal, bytes)
  return bytes
}

export function tallyMessage({ yes, abstain, no, noWithVeto }: Tally): TallyResult {
  return {
    yesCount: String(yes),
    abstainCount: String(abstain),
    noCount: String(no),
    noWithVetoCount: String(noWithVeto),
  }
}

/** cosmos.gov.v1.Vote of the account of a validator's operator. */
export function voteBytes(
  { roster }: Chain,
  proposal: number,
  { index, options: chosen }: Ballot,
): Uint8Array {
  return Vote.encode({
    proposalId: BigInt(proposal),
    voter: roster[index]?.accountAddress ?? '',
    options: chosen.map(({ choice, weight }) => ({ option: options[choice], weight })),
    metadata: '',
  }).finish()
}

/** cosmos.gov.v1.Params, of SDK 0.50 and newer. */
export function governanceParams(profile: NetworkProfile, governance: GovernanceProfile): Params {
  return Params.fromPartial({
    minDeposit: [depositOf(profile, 1n)],
    maxDepositPeriod: durationOf(governance.depositMs),
    votingPeriod: durationOf(governance.votingMs),
    quorum: tallyRules.quorum,
    threshold: tallyRules.threshold,
    vetoThreshold: tallyRules.vetoThreshold,
    minInitialDepositRatio: '0.000000000000000000',
    proposalCancelRatio: '0.500000000000000000',
    expeditedVotingPeriod: durationOf(governance.expeditedMs),
    expeditedThreshold: tallyRules.expeditedThreshold,
    expeditedMinDeposit: [depositOf(profile, 1n, 5n)],
    burnVoteVeto: true,
    minDepositRatio: '0.010000000000000000',
  })
}

/** The same as SDKs up to 0.46 keep it in x/params, one JSON value a key. */
export function legacyGovernanceParams(
  profile: NetworkProfile,
  { depositMs, votingMs }: GovernanceProfile,
): ReadonlyMap<string, string> {
  const { quorum, threshold, vetoThreshold } = tallyRules
  const nanoseconds = (ms: number) => String(BigInt(ms) * 1_000_000n)
  const deposit = { min_deposit: [depositOf(profile, 1n)], max_deposit_period: nanoseconds(depositMs) }
  return new Map([
    ['gov/depositparams', JSON.stringify(deposit)],
    ['gov/tallyparams', JSON.stringify({ quorum, threshold, veto_threshold: vetoThreshold })],
    ['gov/votingparams', JSON.stringify({ voting_period: nanoseconds(votingMs) })],
  ])
}

/** The least deposit, a part of it, or several times as much. */
export function depositOf({ staking, governance }: NetworkProfile, part: bigint, times = 1n): Coin {
  const unit = 10n ** BigInt(staking?.decimals ?? 0)
  const least = BigInt(governance?.minDeposit ?? 0) * unit
  return { denom: staking?.denom ?? '', amount: String((least * times) / part) }
}
