import type { NewestHeader } from '@roundsman/cometbft/block-walk'
import type { FullHeader } from '@roundsman/cometbft/domain'
import type { EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import type { KnownVote, Proposal } from '@roundsman/cometbft/governance'
import type { GovernanceReader } from '@roundsman/cometbft/governance-reader'
import type { TestDatabase } from '../../../testing/test-database.ts'
import type { ManualClock } from '../../../testing/manual-clock.ts'
import type { CompanionChain } from '../../watch/watch.public.ts'
import { allOpen, someSource, someTally, start } from './some-proposal.ts'

const blockMs = 1_000

export interface Asked {
  kind: 'proposals' | 'votes' | 'outcome' | 'tally' | 'signals'
  at: number
  height: number
  proposalId?: number
  /** Who was asked about, without what all have in common. */
  voters?: string
  isProven: boolean
}

export interface VotingChain {
  /** What the chain says from now on. */
  proposals: Proposal[]
  votes: Map<string, KnownVote>
  signals: Map<string, number>
  hasSignal: boolean
  /** Answers nothing of these, or of these voters. */
  silent: Set<string>
  asked: Asked[]
  /** With each other one, what was remembered is void. */
  fence: bigint
  /** False: the network was lost. */
  isHeld: boolean
  /** Heights whose letters nobody has. */
  unknown: Set<number>
  reader: GovernanceReader
  /** As the follower has it now: a block a second. */
  now(): CompanionChain
  newest(): NewestHeader
}

/** A chain that begins with `start`, a block a second by the test's clock, and answers what a test has it answer. */
export function createVotingChain(
  clock: ManualClock,
  { db }: Pick<TestDatabase, 'db'>,
  operators: readonly string[],
  ids: readonly number[],
): VotingChain {
  const began = clock.monotonic()
  const height = () => 100 + Math.floor((clock.monotonic() - began) / blockMs)
  const timeOf = (at: number) => start + (at - 100) * blockMs
  const answer = <T>(
    kind: Asked['kind'],
    request: { height: number; newest: unknown },
    more: Partial<Asked>,
    value: T,
  ) => {
    const isProven = request.newest !== null
    chain.asked.push({ kind, at: clock.monotonic(), height: request.height, isProven, ...more })
    return Promise.resolve(chain.silent.has(kind) ? null : value)
  }
  const pick = <T>(asked: readonly string[], from: ReadonlyMap<string, T>, none: T) =>
    new Map(asked.filter((one) => !chain.silent.has(one)).map((one) => [one, from.get(one) ?? none] as const))
  const notVoted: KnownVote = { options: null, source: someSource() }
  const source = someSource()
  const pool = {} as EndpointPool
  const isOpen = ({ status }: Proposal) => status === 'VOTING_PERIOD'
  const chain: VotingChain = {
    proposals: [],
    votes: new Map(),
    signals: new Map(),
    hasSignal: false,
    silent: new Set(),
    asked: [],
    fence: 1n,
    isHeld: true,
    unknown: new Set(),
    reader: {
      proposals: (request) =>
        answer('proposals', request, {}, allOpen(chain.proposals.filter(isOpen), { height: request.height })),
      votes: (request) => {
        const { proposalId, operators: asked } = request
        const proposal = chain.proposals.find(({ id }) => id === proposalId)
        const end = proposal?.votingEndAt ?? 0
        const more = { proposalId, voters: asked.join(' ') }
        // Votes are there until they are counted, at whatever height one asks.
        if (!proposal || timeOf(request.height) >= end) return answer('votes', request, more, null)
        const votes = pick(asked, chain.votes, notVoted)
        return answer('votes', request, more, { proposalId, height: request.height, votingEndAt: end, votes })
      },
      outcome: (request) => {
        const { proposalId } = request
        const proposal = chain.proposals.find(({ id }) => id === proposalId) ?? null
        return answer('outcome', request, { proposalId }, { height: request.height, proposal, source })
      },
      tally: (request) =>
        answer(
          'tally',
          request,
          { proposalId: request.proposalId },
          { height: request.height, tally: someTally, source },
        ),
      signals: (request) => {
        const { operators: asked, version } = request
        const signals = pick(
          asked,
          new Map([...chain.signals].map(([one, said]) => [one, { version: said, source }])),
          {
            version: null,
            source,
          } as never,
        )
        const tally = version === null ? null : { version, power: 6n, threshold: 9n, total: 10n, source }
        const found = { height: request.height, upgrade: null, source, signals, tally }
        return answer('signals', request, { voters: asked.join(' ') }, chain.hasSignal ? found : 'NO_MODULE')
      },
    },
    newest() {
      const header = {
        height: height(),
        time: timeOf(height()),
        version: { block: 11n, app: 3n },
      } as FullHeader
      return { header, assurance: 'PROVEN', host: 'rpc.example.org', nextSet: null }
    },
    now: () => ({
      networkId: 1,
      epoch: 1,
      fence: chain.fence,
      pool,
      newest: chain.newest(),
      model: {
        row: { hasStaking: true, bondedTokens: 1_000n } as CompanionChain['model']['row'],
        records: operators.map(
          (operatorAddress, index) =>
            ({
              id: ids[index] ?? null,
              operatorAddress,
              power: 1n,
              removedAt: null,
            }) as CompanionChain['model']['records'][number],
        ),
      },
      timeOf: (at) => (at < height() && !chain.unknown.has(at) ? timeOf(at) : null),
      databaseNow: () => clock.now(),
      write: async (work) => {
        if (!chain.isHeld) return false
        await db.transaction(work)
        return true
      },
    }),
  }
  return chain
}
