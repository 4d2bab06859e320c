import {
  type Governance,
  governanceEndpoints,
  type Participation,
  type Proposal,
  type ProposalDetails,
  proposalLimit,
  type Upgrade,
  type ValidatorVotes,
} from '@roundsman/contract/governance/governance'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApiClient } from '../api/api-client.ts'
import { mayRetry } from '../api/errors.ts'
import { type Fetched, type PagedFetch, useFetch, usePages } from '../api/operation.ts'
import { useServices } from '../services/services.ts'
import { participationKey } from './validators.ts'

/** How often proposals and votes, which the stream does not bring, are asked for again, ms. */
const againMs = 60_000

type GovernanceKey = readonly ['governance', blockchainId: number]

/** Proposals page by page, the open ones first; with each page comes what is planned next. */
function governanceQuery(client: ApiClient, blockchainId: number) {
  return infiniteQueryOptions<
    Governance[],
    Error,
    InfiniteData<Governance[], number | null>,
    GovernanceKey,
    number | null
  >({
    queryKey: ['governance', blockchainId],
    queryFn: async ({ pageParam, signal }) => [
      await client.callTo(governanceEndpoints.governance, {
        params: { blockchainId },
        query: { limit: proposalLimit.usual, ...(pageParam !== null && { before: pageParam }) },
        signal,
      }),
    ],
    initialPageParam: null,
    getNextPageParam: ([last]) =>
      last === undefined || last.proposals.length < proposalLimit.usual
        ? undefined
        : last.proposals.at(-1)?.id,
    refetchInterval: againMs,
    retry: mayRetry,
  })
}

interface KnownGovernance {
  open: readonly Proposal[]
  past: readonly Proposal[]
  upgrade: Upgrade | null
}

/** What is voted on and planned on the page's network. */
export function useGovernance(): { pages: PagedFetch<Governance>; governance: KnownGovernance | undefined } {
  const { client, network } = useServices()
  const pages = usePages(governanceQuery(client, network.blockchain_id))
  const { known } = pages
  const governance = useMemo(() => {
    if (known === undefined) return undefined
    // A proposal that came meanwhile moves the others to the next page.
    const proposals = [
      ...new Map(known.flatMap((page) => page.proposals).map((one) => [one.id, one])).values(),
    ]
    return {
      open: proposals
        .filter(({ state }) => state === 'VOTING')
        .toSorted((a, b) => Date.parse(a.voting_end_at) - Date.parse(b.voting_end_at)),
      past: proposals.filter(({ state }) => state !== 'VOTING'),
      upgrade: known[0]?.upgrade ?? null,
    }
  }, [known])
  return { pages, governance }
}

/** A proposal in full, by the chain's number. */
function proposalQuery(client: ApiClient, blockchainId: number, proposalId: number) {
  return queryOptions<ProposalDetails>({
    queryKey: ['governance', blockchainId, proposalId],
    queryFn: ({ signal }) =>
      client.callTo(governanceEndpoints.proposal, { params: { blockchainId, proposalId }, signal }),
    refetchInterval: againMs,
    retry: mayRetry,
  })
}

export function useProposal(proposalId: number): Fetched<ProposalDetails, null> {
  const { client, network } = useServices()
  return useFetch(proposalQuery(client, network.blockchain_id, proposalId), null)
}

/** Who voted in the votes that ended last, of the whole network. */
export function useParticipation(): Fetched<Participation, null> {
  const { client, network } = useServices()
  const { blockchain_id: blockchainId } = network
  return useFetch(
    queryOptions<Participation>({
      queryKey: participationKey(blockchainId),
      queryFn: ({ signal }) =>
        client.callTo(governanceEndpoints.participation, { params: { blockchainId }, signal }),
      refetchInterval: againMs,
      retry: mayRetry,
    }),
    null,
  )
}

/** What a validator did on each proposal. */
export function useValidatorVotes(validatorId: number): Fetched<ValidatorVotes, null> {
  const { client, network } = useServices()
  const { blockchain_id: blockchainId } = network
  return useFetch(
    queryOptions<ValidatorVotes>({
      queryKey: ['governance', blockchainId, 'votes', validatorId],
      queryFn: ({ signal }) =>
        client.callTo(governanceEndpoints.validatorVotes, { params: { blockchainId, validatorId }, signal }),
      refetchInterval: againMs,
      retry: mayRetry,
    }),
    null,
  )
}
