import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Assurance, FullHeader } from '../domain.ts'
import { decodeCommit } from '../rpc/cometbft.decode.ts'
import { createNodeClient, type NodeClient } from '../rpc/node-client.ts'
import type { RpcClient, RpcOutcome, RpcRequest } from '../rpc/rpc-client.ts'
import { proofRun, type ProofRunName } from '../testing/recorded-node.ts'
import { governedPool } from '../testing/governed-chain.ts'
import { createGovernanceReader, type GovernanceReader } from './governance-reader.ts'

/**
 * What nodes of three SDKs answered while four validators voted: the first said yes, the second split its vote, the third
 * had a grantee vote (authz), the fourth was silent.
 */
interface Recorded {
  above: FullHeader
  operators: readonly string[]
  nodes: readonly NodeClient[]
}

function recorded(name: ProofRunName): Recorded {
  const run = proofRun(name)
  const [above] = run.names(/^commit-/).map((one) => decodeCommit(run.result(one)).header)
  if (above === undefined) throw new Error('no header is recorded')
  const outcome = ({ params }: RpcRequest): RpcOutcome => {
    const { path, data } = params as { path: string; data: string }
    return { ok: true, result: run.result(`abci ${path} ${data}`.trim()) }
  }
  const nodes = ['a.example', 'b.example'].map((host) => {
    const rpc: RpcClient = {
      host,
      call: async (method, params) => {
        const one = outcome({ method, params })
        if (!one.ok) throw one.error
        return one.result
      },
      batch: async (requests) => requests.map(outcome),
      latencyMs: () => null,
      redact: (text) => text,
    }
    return createNodeClient(rpc, { newest: () => above.height })
  })
  return { above, operators: run.result('operators') as string[], nodes }
}

interface Expected {
  run: ProofRunName
  /** The proposal that was voted on, and the others in voting period. */
  voted: number
  open: readonly object[]
  params: object
  outcomes: readonly (readonly [id: number, status: string | null])[]
}

const params = {
  quorum: '0.334000000000000000',
  threshold: '0.500000000000000000',
  vetoThreshold: '0.334000000000000000',
  expeditedThreshold: '0.667000000000000000',
}
const plan = { name: 'v2', height: 100_000 }
const text = { title: 'A text', kind: 'TEXT', isExpedited: false, messages: [] }
const upgrade = { title: 'Upgrade to v2', kind: 'SOFTWARE_UPGRADE', isExpedited: true, messages: [{ plan }] }

const chains: readonly Expected[] = [
  {
    run: 'sdk-0.46-governance',
    voted: 1,
    open: [
      { id: 1, title: 'A text of 0.46', summary: 'Its metadata say so', proposer: null, kind: 'TEXT' },
      { id: 2, title: 'An old text', summary: 'Of **old**', kind: 'TEXT' },
      { id: 3, title: 'Upgrade', summary: 'To v2', kind: 'SOFTWARE_UPGRADE', messages: [{ plan }] },
    ],
    params: { ...params, expeditedThreshold: null },
    outcomes: [[9, null]],
  },
  {
    run: 'sdk-0.53-governance',
    voted: 4,
    open: [
      { id: 4, ...text },
      { id: 7, ...upgrade },
    ],
    params,
    // The first was expedited, failed as that, and went on.
    outcomes: [
      [1, 'REJECTED'],
      [2, 'REJECTED'],
      [5, 'DEPOSIT_PERIOD'],
      [6, null],
    ],
  },
  {
    run: 'sdk-0.55-governance',
    voted: 5,
    open: [
      { id: 5, ...text },
      { id: 6, ...upgrade },
    ],
    params,
    outcomes: [
      [1, 'PASSED'],
      [2, 'FAILED'],
      [3, null],
      [4, 'DEPOSIT_PERIOD'],
    ],
  },
]

describe.each(chains)('$run', ({ run, voted, open, params: expected, outcomes }) => {
  let chain: Recorded
  let blamed: Record<string, string>
  let reader: GovernanceReader

  beforeEach(() => {
    chain = recorded(run)
    const made = governedPool(chain.nodes)
    blamed = made.blamed
    reader = createGovernanceReader(made.pool)
  })

  afterEach(() => expect(blamed).toEqual({}))

  const at = (assurance: Assurance = 'PROVEN') => ({
    height: chain.above.height - 1,
    newest: { header: chain.above, assurance },
  })
  const both: Assurance[] = ['PROVEN', 'AGREED']

  test.each(both)('R102: its proposals in voting period, %s', async (assurance) => {
    const found = await reader.proposals(at(assurance))
    expect(found).toMatchObject({ proposals: open, source: { assurance } })
    expect(found).toMatchObject({ params: { value: expected, source: { assurance } } })
    expect((await reader.proposals(at())) as object).toMatchObject({ proposals: open })
  })

  test.each(both)('R103: its votes, %s', async (assurance) => {
    const { operators } = chain
    const found = await reader.votes({ ...at(assurance), proposalId: voted, operators })
    const weights = [...(found?.votes.values() ?? [])].map(({ options }) =>
      options === null ? null : options.map(({ option, weight }) => `${option} ${weight.slice(0, 3)}`).join(),
    )
    expect(weights).toEqual(['YES 1.0', 'YES 0.6,NO 0.3,ABSTAIN 0.1', 'NO_WITH_VETO 1.0', null])
    expect([...(found?.votes.values() ?? [])].map(({ source }) => source.assurance)).toEqual(
      operators.map(() => assurance),
    )
  })

  test.each(both)('R106: what became of the others, %s', async (assurance) => {
    for (const [proposalId, status] of outcomes) {
      const found = await reader.outcome({ ...at(assurance), proposalId })
      expect([proposalId, found?.proposal?.status ?? null, found?.source.assurance]).toEqual([
        proposalId,
        status,
        assurance,
      ])
      const reason =
        status === 'FAILED' ? /not allowed to receive/ : status === 'REJECTED' ? /enough votes/ : /^$/
      expect(found?.proposal?.failedReason ?? '').toMatch(reason)
      // Votes are gone with their period.
      expect(await reader.votes({ ...at(assurance), proposalId, operators: chain.operators })).toBeNull()
    }
  })

  test('R106: the tally of now is what the votes come to', async () => {
    const found = await reader.tally({ ...at(), proposalId: voted })
    // Self-delegations of 3000, 3100 and 3200 units.
    expect(found?.tally).toEqual({
      yes: 4_860_000_000n,
      abstain: 310_000_000n,
      no: 930_000_000n,
      noWithVeto: 3_200_000_000n,
    })
  })

  test('R105: it has no x/signal', async () => {
    expect(await reader.signals({ ...at(), operators: chain.operators, version: 6 })).toBe('NO_MODULE')
  })
})
