import type { ChainEvent } from '@roundsman/simnet/chain/chain-event'
import type { NetworkProfile } from '@roundsman/simnet/network-profile'
import { networkProfiles } from '@roundsman/simnet/network-profiles.data'
import { type Simnet, startSimnet } from '@roundsman/simnet/serve'
import { createSimChain, type SimChain } from '@roundsman/simnet/sim-chain'
import { agreed } from './conformance/agreed-parameters.ts'
import type { Capability, ChainUnderTest, Governing } from './conformance/chain-under-test.ts'
import { chainParameters } from './localnet/chain-parameters.ts'
import { machine } from './localnet/machine.ts'

const start = Date.UTC(2026, 0, 1)
const blockTimeMs = 500
/** By then the fifth of the roster, who is to join later, has left and its unbonding is over. */
const firstHeight = 40
/** How far the clock goes between two polls. */
const tickMs = blockTimeMs / 2
/** Polls before a wait is in vain: 250 blocks. */
const mostTicks = 500
const pruningEndpoint = 3
const capabilities: Capability[] = [
  'nil_vote',
  'rotate_key',
  'tombstone',
  'join_and_leave',
  'prune',
  'new_id',
  'govern',
  'expedite',
  'signal',
]
const percent = 10n ** 16n
const choices = { YES: 'yes', ABSTAIN: 'abstain', NO: 'no', NO_WITH_VETO: 'no_with_veto' } as const

/** The real chain's parameters in the words of the simulation. */
function profile(keepHeights: number): NetworkProfile {
  const base = networkProfiles.find((one) => one.staking !== null && one.keyType === 'ed25519')
  if (!base?.staking) throw new Error('no simulated network is like a plain Cosmos SDK chain')
  return {
    ...base,
    chainId: 'sim-1',
    blockTimeMs,
    genesisTime: start,
    validators: chainParameters.stakes.length + 1,
    totalStake: 1_000_000,
    keepHeights,
    governance: {
      depositMs: 60_000,
      votingMs: chainParameters.votingMs,
      expeditedMs: chainParameters.expeditedVotingMs,
      minDeposit: 10,
      proposalEveryMs: null,
      // As the module has it for a chain that it does not know (celestia-app 6).
      signalDelay: 100_800,
    },
    staking: {
      ...base.staking,
      powerReduction: agreed.powerReduction,
      unbondingMs: 15_000,
      slashing: {
        signedBlocksWindow: agreed.signedBlocksWindow,
        minSignedPerWindow: 25n * percent,
        downtimeJailMs: agreed.downtimeJailMs,
        slashDowntime: percent,
        slashDoubleSign: 5n * percent,
      },
    },
  }
}

/** The stakes and commissions of the real chain's genesis, and nobody else. */
const opening: readonly ChainEvent[] = [
  ...chainParameters.stakes.flatMap((stake, validator): ChainEvent[] => [
    { at: 2, what: 'power', validator, tokens: stake * agreed.powerReduction },
    { at: 2, what: 'commission', validator, rate: 10n * percent },
  ]),
  { at: 2, what: 'leave', validator: 4 },
]

/** A simulated chain behind four endpoints, whose clock is moved by whoever waits. */
export async function openSimChain(): Promise<ChainUnderTest> {
  let now = start
  const clock = { now: () => now }
  const chainWith = (keepHeights: number): SimChain =>
    createSimChain({
      profile: profile(keepHeights),
      seed: 'conformance',
      clock,
      script: opening,
      natural: false,
      firstTime: start,
    })
  // Two that are the same chain, for one of the nodes forgets early.
  const chain = chainWith(100_000)
  const forgetful = chainWith(30)
  now = chain.shownAt(firstHeight)
  const { blockchainId } = chain.profile
  const open = (index: number): Promise<Simnet> =>
    startSimnet({
      seed: 'conformance',
      chains: [index === pruningEndpoint ? forgetful : chain],
      clock,
      endpoints: [{ blockchainId, name: `node${index}` }],
    })
  const nodes = await Promise.all(chainParameters.stakes.map((_, index) => open(index)))
  let joined = false
  const rotations = new Map<number, number>()

  const both = (action: (one: SimChain) => void) => {
    action(chain)
    action(forgetful)
  }
  /** Distributes over the union, so that each kind of event keeps its own fields. */
  type Unplaced<E> = E extends ChainEvent ? Omit<E, 'at'> : never
  const next = async (event: Unplaced<ChainEvent>) => {
    const placed = { ...event, at: chain.height() + 1 }
    both((one) => one.apply(placed))
  }
  const setEndpoint = (index: number, answers: boolean) =>
    nodes[index]?.setFaults(blockchainId, `node${index}`, answers ? [] : [{ kind: 'dropped' }])
  const setEndpoints = (answer: boolean) => {
    for (const index of nodes.keys()) setEndpoint(index, answer)
  }

  /** Ids begin with 1. */
  let proposed = 0
  const governing: Governing = {
    propose: async (proposer, { title, summary, plan, isExpedited = false }) => {
      const upgrade = plan === undefined ? {} : { kind: 'upgrade' as const, plan }
      await next({ what: 'submit_proposal', title, summary, proposer, expedited: isExpedited, ...upgrade })
      proposed += 1
      return proposed
    },
    vote: (validator, proposal, options) => {
      const weights = Object.fromEntries(options.map(({ option, weight }) => [choices[option], weight]))
      return next({ what: 'vote', proposal, validator, weights })
    },
    // It is stored under the validator, whoever sent it.
    voteThrough: (validator, _grantee, proposal, option) =>
      next({ what: 'vote', proposal, validator, option: choices[option] }),
    cancel: (_index, proposal) => next({ what: 'cancel_proposal', proposal }),
    signal: (validator, version) => next({ what: 'signal', validator, version }),
    tryUpgrade: () => next({ what: 'try_upgrade' }),
  }

  function tokensOf(index: number): bigint {
    const { chain: simulated, latest } = chain.view()
    return simulated.history.at(latest).validators[index]?.tokens ?? 0n
  }

  return {
    kind: 'the simulation',
    capabilities: new Set(capabilities),
    agreed,
    habits: { countsWhileJailed: false },
    firstHeight,
    chainId: () => chain.view().chainId,
    endpoints: nodes.map((node) => node.endpoints[blockchainId]?.[0] ?? ''),
    pruningEndpoint,
    members: () =>
      chain
        .view()
        .chain.roster.slice(0, joined ? 5 : 4)
        .map((entry, index) => {
          const times = rotations.get(index) ?? 0
          const earlier = Array.from({ length: times }, (_, nth) => entry.keyOf(nth).hex).reverse()
          return { operator: entry.operatorAddress, consensus: entry.keyOf(times).hex, earlier }
        }),
    fetch: machine.fetch,
    now: clock.now,
    timeoutSignal: machine.timeoutSignal,
    until: async (what, poll) => {
      for (let ticks = 0; ticks < mostTicks; ticks += 1) {
        const found = await poll().catch(() => null)
        if (found !== null) return found
        now += tickMs
      }
      throw new Error(`${what}: not within ${(mostTicks * tickMs) / blockTimeMs} blocks`)
    },
    stopValidator: async (index) => {
      await next({ what: 'down', validator: index })
      setEndpoint(index, false)
    },
    startValidator: async (index) => {
      await next({ what: 'up', validator: index })
      setEndpoint(index, true)
    },
    unjail: (index) => next({ what: 'unjail', validator: index }),
    prepareKey: async () => undefined,
    rotateKey: (index) => {
      rotations.set(index, (rotations.get(index) ?? 0) + 1)
      return next({ what: 'rotate_key', validator: index })
    },
    tombstone: (index) => next({ what: 'tombstone', validator: index }),
    endTombstone: async () => undefined,
    setCommission: (index, rate) =>
      next({ what: 'commission', validator: index, rate: eighteenDecimals(rate) }),
    delegate: (index, amount) => next({ what: 'power', validator: index, tokens: tokensOf(index) + amount }),
    voteNil: (index) => next({ what: 'nil', validator: index, blocks: 3 }),
    voteUsually: async () => undefined,
    join: (power) => {
      joined = true
      return next({ what: 'join', validator: 4, tokens: power * agreed.powerReduction })
    },
    leave: () => next({ what: 'leave', validator: 4 }),
    halt: async () => both((one) => one.halt()),
    resume: async () => both((one) => one.resume()),
    stopAll: async () => {
      both((one) => one.halt())
      setEndpoints(false)
    },
    startAll: async () => {
      both((one) => one.resume())
      setEndpoints(true)
    },
    restartWithNewId: async (chainId) => {
      both((one) => one.restart(chainId))
      while (chain.view().chainId !== chainId) now += tickMs
    },
    governing,
    close: async () => {
      await Promise.all(nodes.map((node) => node.close()))
    },
  }
}

function eighteenDecimals(fraction: string): bigint {
  const [whole = '0', decimals = ''] = fraction.split('.')
  return BigInt(whole + decimals.padEnd(18, '0').slice(0, 18))
}
