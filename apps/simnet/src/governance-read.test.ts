import { createEndpointPool } from '@roundsman/cometbft/endpoint-pool'
import { createGovernanceReader } from '@roundsman/cometbft/governance-reader'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { isOpen, VOTING_PERIOD } from './governance/governance-state.ts'
import { hasLegacyParams } from './node-version.ts'
import { plainLens } from './rpc/chain-lens.ts'
import { type Simnet, startSimnet } from './serve.ts'
import { reportedCommit } from './testing/checked-chain.ts'
import { tallyAt, voteAt } from './testing/governance-answers.ts'
import { manualClock } from './testing/manual-clock.ts'
import { profileOf } from './testing/small-chain.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

vi.setConfig({ testTimeout: 60_000 })

const running: Simnet[] = []
afterAll(async () => {
  for (const simnet of running) await simnet.close()
})

/** A network at a time at which something is voted on, and the product's reader of it. */
async function readerOf(blockchainId: number) {
  const clock = manualClock(NOW)
  const simnet = await startSimnet({ seed: 'read', networks: [profileOf(blockchainId)], clock })
  running.push(simnet)
  const chain = simnet.chains.get(blockchainId)
  if (chain === undefined) throw new Error(`no network ${blockchainId}`)
  const isVoting = () => {
    const { chain: what, latest } = chain.view()
    return what.history.at(latest - 2).governance?.proposals.some(({ status }) => status === VOTING_PERIOD)
  }
  for (let minutes = 0; minutes < 90 && isVoting() !== true; minutes += 1) clock.advance(60_000)
  const lens = plainLens(chain.view())
  const pool = createEndpointPool({
    urls: simnet.endpoints[blockchainId] ?? [],
    chainId: lens.chainId,
    fetch,
    clock: { now: clock.now, monotonic: () => 0 },
    // A busy machine is not to look like an endpoint that hangs.
    timeoutSignal: () => new AbortController().signal,
    random: () => 0.5,
  })
  await pool.probe()
  const height = lens.latest - 2
  const { header } = reportedCommit(lens, height + 1)
  const request = { height, newest: { header, assurance: 'PROVEN' as const } }
  return { lens, reader: createGovernanceReader(pool), request, height }
}

const numbers: Readonly<Record<string, number>> = { YES: 1, ABSTAIN: 2, NO: 3, NO_WITH_VETO: 4 }

describe('the product reads the votes of a simulated network', () => {
  // x/signal beside x/gov, SDK 0.46, and what most chains are.
  it.each([2, 7, 9].map((id) => [profileOf(id).slug, id]))(
    'N53: %s: everything that can be proven is, and is what the chain says',
    async (_slug, blockchainId) => {
      const { lens, reader, request, height } = await readerOf(Number(blockchainId))
      const governance = lens.chain.history.at(height).governance
      const voted = governance?.proposals.filter(({ status }) => status === VOTING_PERIOD) ?? []
      const found = await reader.proposals(request)
      if (found === null || found === 'NO_MODULE') throw new Error('nothing was read')
      expect([found.source.assurance, found.params?.source.assurance]).toEqual(['PROVEN', 'PROVEN'])
      expect(found.proposals.map(({ id, title, votingEndAt }) => [id, title, votingEndAt])).toEqual(
        // At 0.46 messages without content of former times have no title.
        voted.map(({ id, draft, votingEndAt }) => {
          const isUntitled = hasLegacyParams(lens.chain.profile) && draft.kind === 'other'
          return [id, isUntitled ? '' : draft.title, votingEndAt]
        }),
      )
      const proposalId = voted[0]?.id ?? 0
      const operators = lens.chain.roster.map(({ operatorAddress }) => operatorAddress)
      const votes = await reader.votes({ ...request, proposalId, operators })
      for (const [index, operator] of operators.entries()) {
        const { options, source } = votes?.votes.get(operator) ?? {}
        expect(source?.assurance).toBe('PROVEN')
        const said = options?.map(({ option, weight }) => [numbers[option], weight]) ?? null
        expect(said).toEqual(voteAt(lens, proposalId, index, height))
      }
      const tally = await reader.tally({ ...request, proposalId })
      expect(String(tally?.tally.yes)).toBe(tallyAt(lens, proposalId, height)?.yesCount)
      const decided = governance?.proposals.findLast((one) => !isOpen(one))
      const outcome = await reader.outcome({ ...request, proposalId: decided?.id ?? 0 })
      expect([outcome?.source.assurance, outcome?.proposal?.finalTally]).toEqual(['PROVEN', decided?.tally])
    },
  )

  it('N53: signals are proven, given or not', async () => {
    const { lens, reader, request, height } = await readerOf(2)
    const { signals, appVersion = 0 } = lens.chain.history.at(height).governance ?? {}
    const operators = lens.chain.roster.slice(0, 20).map(({ operatorAddress }) => operatorAddress)
    const found = await reader.signals({ ...request, operators, version: appVersion + 1 })
    if (found === null || found === 'NO_MODULE') throw new Error('nothing was read')
    for (const [index, operator] of operators.entries()) {
      const { version, source } = found.signals.get(operator) ?? {}
      expect([version, source?.assurance]).toEqual([signals?.get(index) ?? null, 'PROVEN'])
    }
    expect(found.tally?.power).toBeGreaterThan(0n)
  })
})
