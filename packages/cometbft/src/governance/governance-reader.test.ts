import { beforeEach, describe, expect, test } from 'vitest'
import type { Assurance } from '../domain.ts'
import { ChainReadError } from '../errors.ts'
import type { StateClaim } from '../proof/state-proof.ts'
import type { ModuleQuery } from '../rpc/abci-reader.ts'
import {
  END_NS,
  governedChain,
  type GovernedHost,
  governedPool,
  governedStores,
  type ProposalFields,
  proposalBytes,
  proposalEntry,
  putProposal,
  voteBytes,
  voteEntry,
} from '../testing/governed-chain.ts'
import { voteKey } from './store-keys.ts'
import { createGovernanceReader, type GovernanceReader } from './governance-reader.ts'

const VOTED = 'cosmosvaloper1gfpyysjzgfpyysjzgfpyysjzgfpyysjz89lhg2'
const SILENT = 'cosmosvaloper1qp4j6m7jxlngry0x8hzr74y3vwsjyy2k5juejy'
const open: ProposalFields[] = [
  { id: 3, endNs: END_NS + 9n },
  { id: 5, title: 'Upgrade' },
  // Ends before the one that came earlier.
  { id: 8, endNs: END_NS - 1n, isExpedited: true },
]

/** What the chain truly holds. */
function stores() {
  const all = governedStores()
  for (const fields of open) putProposal(all, fields)
  for (const [id, status] of [
    [1, 3],
    [2, 4],
    [4, 1],
    [6, 5],
  ] as const)
    putProposal(all, { id, status, tally: ['5', '0', '1', '0'] })
  all.gov.set(
    voteEntry(5, VOTED),
    voteBytes(5, VOTED, [
      [1, '0.7'],
      [3, '0.3'],
    ]),
  )
  return all
}

let chain: ReturnType<typeof governedChain>
let reader: GovernanceReader

beforeEach(() => {
  chain = governedChain(stores())
  reader = createGovernanceReader(chain.pool)
})

const at = (assurance: Assurance = 'PROVEN') => ({
  height: chain.height,
  newest: { header: chain.above, assurance },
})
const unproven = () => at('AGREED')
const alone = (host: GovernedHost) => {
  reader = createGovernanceReader(governedPool([host]).pool)
}
const ids = (found: Awaited<ReturnType<GovernanceReader['proposals']>>) =>
  found === null || found === 'NO_MODULE' ? found : found.proposals.map(({ id }) => id)
const howKnown = (found: Awaited<ReturnType<GovernanceReader['proposals']>>) =>
  found === null || found === 'NO_MODULE' ? found : `${found.source.assurance} ${found.source.host}`
const without = (entry: string) => (host: GovernedHost) => host.says.gov.delete(entry)
const failure = (query: ModuleQuery, log: string) =>
  new ChainReadError({ kind: 'abci', host: '', method: query.path, reason: log, code: 18 })

describe('R102: the proposals in voting period', () => {
  test('are proven to be all, by another host than the one that lists them', async () => {
    const found = await reader.proposals(at())
    expect([ids(found), howKnown(found)]).toEqual([[3, 5, 8], 'PROVEN b.example'])
    expect(found).toMatchObject({
      params: {
        value: { quorum: '0.334000000000000000', expeditedThreshold: '0.667000000000000000' },
        source: { assurance: 'PROVEN', host: 'b.example' },
      },
    })
    // The list, and two for each of them and two more.
    expect(chain.hosts.map(({ asked }) => asked.length)).toEqual([1, 2 * 3 + 2, 0])
    expect(chain.blamed).toEqual({})
  })

  test('are none where the queue is proven to be empty', async () => {
    chain = governedChain(governedStores())
    reader = createGovernanceReader(chain.pool)
    expect(ids(await reader.proposals(at()))).toEqual([])
  })

  test('that a list hides are found, and it has lied: whoever proved them lists them', async () => {
    without(proposalEntry(5))(chain.hosts[0])
    const found = await reader.proposals(at())
    expect([ids(found), howKnown(found)]).toEqual([[3, 5, 8], 'PROVEN b.example'])
    expect(Object.keys(chain.blamed)).toEqual(['a.example'])
    expect(chain.blamed['a.example']).toMatch(/lists the proposals 3, 8 .* b\.example proves them: 3, 5, 8/)
  })

  test.each<[string, (host: GovernedHost) => unknown]>([
    ['made up', (host) => host.says.gov.set(proposalEntry(7), proposalBytes({ id: 7 }))],
    [
      'of another title',
      (host) => host.says.gov.set(proposalEntry(5), proposalBytes({ id: 5, title: 'Harmless' })),
    ],
    [
      'with another end',
      (host) => host.says.gov.set(proposalEntry(5), proposalBytes({ id: 5, endNs: END_NS + 10n ** 15n })),
    ],
  ])('%s in a list are not taken, and it has lied', async (_name, lie) => {
    const honest = await reader.proposals(at())
    lie(chain.hosts[0])
    expect(await reader.proposals(at())).toEqual(honest)
    expect(Object.keys(chain.blamed)).toEqual(['a.example'])
  })

  test('that every host lists otherwise than the queue has them are nobody’s lie', async () => {
    for (const host of chain.hosts) without(proposalEntry(5))(host)
    expect(ids(await reader.proposals(at()))).toEqual([3, 5, 8])
    expect(chain.blamed).toEqual({})
  })

  test('are proven one by one where nobody lists them', async () => {
    for (const host of chain.hosts) host.fails = (query) => failure(query, 'out of gas')
    expect(ids(await reader.proposals(at()))).toEqual([3, 5, 8])
    expect(chain.hosts[0].asked.filter((one) => one.startsWith('gov '))).toHaveLength(2 * 3 + 2)
  })

  test('that a host makes up by the hundred are not asked for one by one', async () => {
    for (let id = 100; id < 200; id++) chain.hosts[0].says.gov.set(proposalEntry(id), proposalBytes({ id }))
    for (const id of [3, 5, 8]) chain.hosts[0].says.gov.delete(proposalEntry(id))
    expect(ids(await reader.proposals(at()))).toEqual([3, 5, 8])
    expect(Object.keys(chain.blamed)).toEqual(['a.example'])
    // Fifty twice, what there is, and the list of who proved it.
    expect(chain.hosts[1].asked).toHaveLength(2 * 50 + 2 * 3 + 2 + 1)
  })

  test('whose entry was left in the queue, or which are gone, are not among them', async () => {
    const all = stores()
    all.gov.set(proposalEntry(3), proposalBytes({ id: 3, status: 3 }))
    all.gov.delete(proposalEntry(8))
    chain = governedChain(all)
    reader = createGovernanceReader(chain.pool)
    expect(ids(await reader.proposals(at()))).toEqual([5])
    expect(chain.blamed).toEqual({})
  })

  test('of SDK 0.46, whose parameters lie in x/params', async () => {
    const all = stores()
    all.gov.delete('30')
    all.params.set(
      Buffer.from('gov/tallyparams').toString('hex'),
      Buffer.from('{"quorum":"0.400000000000000000","threshold":"0.5","veto_threshold":"0.334"}'),
    )
    chain = governedChain(all)
    reader = createGovernanceReader(chain.pool)
    expect(await reader.proposals(at())).toMatchObject({
      proposals: [{ id: 3 }, { id: 5 }, { id: 8 }],
      params: { value: { quorum: '0.400000000000000000', expeditedThreshold: null } },
    })
  })
})

/** How a host makes a false claim of what it proves. */
const forgeries: [string, (claim: StateClaim) => StateClaim][] = [
  ['the absence of what is there', (claim) => ({ ...claim, value: null })],
  ['another value', (claim) => ({ ...claim, value: claim.value && Uint8Array.of(...claim.value, 0x28, 1) })],
  [
    'a vote out of nothing',
    (claim) => ({ ...claim, value: claim.value ?? voteBytes(5, SILENT, [[1, '1']]) }),
  ],
  ['no proof', (claim) => ({ ...claim, ops: [] })],
]

const proven = (host: string) => ({ assurance: 'PROVEN', host })
const options = [
  { option: 'YES', weight: '0.700000000000000000' },
  { option: 'NO', weight: '0.300000000000000000' },
]
const votes = (request: ReturnType<typeof at>, proposalId = 5, operators = [VOTED, SILENT]) =>
  reader.votes({ ...request, proposalId, operators })
/** All that is true, known alike. */
const truth = (source: object) => ({
  proposalId: 5,
  height: chain.height,
  votingEndAt: Number(END_NS / 1_000_000n),
  votes: new Map([
    [VOTED, { options, source }],
    [SILENT, { options: null, source }],
  ]),
})

describe('R103: who has voted', () => {
  test('is proven by one key each: a vote by its record, none by its absence', async () => {
    expect(await votes(at())).toEqual(truth(proven('a.example')))
    expect(chain.hosts.map(({ asked }) => asked.length)).toEqual([3, 0, 0])
    expect(chain.hosts[0].asked).toContain(`gov ${voteEntry(5, SILENT)}`)
  })

  test.each(forgeries)(
    '%s is refused, and its host has lied once another one proves it',
    async (_name, lie) => {
      chain.hosts[0].proves = lie
      expect(await votes(at())).toEqual(truth(proven('b.example')))
      expect(Object.keys(chain.blamed)).toEqual(['a.example'])
    },
  )

  test('the vote of another, proven as it is, is not taken for this one', async () => {
    const [liar, honest] = chain.hosts
    liar.storeValues = async (keys) => {
      const [, other = voteKey(5, VOTED)] = keys
      const claims = await honest.storeValues([other], chain.height)
      return keys.map((key) => ({ ...(claims[0] ?? { value: null, ops: [] }), ...key }))
    }
    expect(await votes(at())).toEqual(truth(proven('b.example')))
    expect(Object.keys(chain.blamed)).toEqual(['a.example'])
  })

  test('a vote that is proven and cannot be read is UNKNOWN, and costs nothing else', async () => {
    const all = stores()
    all.gov.set(voteEntry(5, VOTED), Uint8Array.of(0xff))
    chain = governedChain(all)
    reader = createGovernanceReader(chain.pool)
    expect([...((await votes(at()))?.votes.keys() ?? [])]).toEqual([SILENT])
  })

  test.each([
    [1, 'that has passed'],
    [4, 'in its deposit period'],
    [9, 'that the chain has no more'],
  ])('nobody has "not voted" on proposal %i %s: votes go when they are counted', async (id) => {
    expect([await votes(at(), id), await votes(unproven(), id)]).toEqual([null, null])
  })

  test('who is no operator is left out', async () => {
    expect((await votes(at(), 5, ['cosmos1abc', '', VOTED]))?.votes.size).toBe(1)
    expect((await votes(unproven(), 5, ['cosmos1abc', '', VOTED]))?.votes.size).toBe(1)
  })
})

describe('R104: where nothing can be proven', () => {
  test('votes that two hosts say alike are AGREED, by one question each', async () => {
    expect(await votes(unproven())).toEqual(truth({ assurance: 'AGREED', host: 'a.example' }))
    expect(chain.hosts.map(({ asked }) => asked)).toEqual([
      ['Proposal', 'Vote', 'Vote'],
      ['Proposal', 'Vote', 'Vote'],
      [],
    ])
  })

  test.each<[string, (host: GovernedHost) => unknown]>([
    ['hidden', without(voteEntry(5, VOTED))],
    ['forged', (host) => host.says.gov.set(voteEntry(5, SILENT), voteBytes(5, SILENT, [[1, '1']]))],
    ['turned', (host) => host.says.gov.set(voteEntry(5, VOTED), voteBytes(5, VOTED, [[4, '1']]))],
    [
      'of a proposal that is over',
      (host) => host.says.gov.set(proposalEntry(5), proposalBytes({ id: 5, status: 3 })),
    ],
    ['another’s', (host) => host.says.gov.set(voteEntry(5, SILENT), voteBytes(5, VOTED, [[1, '1']]))],
  ])('a vote %s beside two honest hosts is never taken, wherever the liar stands', async (_name, lie) => {
    for (const liar of chain.hosts) {
      const honest = new Map(liar.says.gov)
      lie(liar)
      for (let count = 0; count < 4; count++) {
        const found = await votes(unproven())
        expect([...(found?.votes ?? [])].map(([operator, one]) => [operator, one.options])).toEqual([
          [VOTED, options],
          [SILENT, null],
        ])
        expect(found?.votes.get(VOTED)?.source.assurance).toBe('AGREED')
      }
      liar.says.gov = honest
    }
  })

  test.each([
    ['a malformed request', 'rpc error: code = InvalidArgument desc = empty voter address: invalid request'],
    ['another proposal', `rpc error: desc = voter: x not found for proposal: 51: invalid request`],
    ['a panic', 'panic'],
  ])('an error of a node is not "not voted": %s', async (_name, log) => {
    for (const host of chain.hosts)
      host.fails = (query) => (query.path.endsWith('/Vote') ? failure(query, log) : null)
    const found = await votes(unproven())
    expect([found?.votingEndAt, found?.votes.size]).toEqual([Number(END_NS / 1_000_000n), 0])
  })

  test('of two that differ nothing is taken', async () => {
    const [a, b] = chain.hosts
    without(voteEntry(5, VOTED))(a)
    reader = createGovernanceReader(governedPool([a, b]).pool)
    for (let count = 0; count < 4; count++)
      expect([...((await votes(unproven()))?.votes.keys() ?? [])]).toEqual([SILENT])
  })

  test('what one alone says is taken after three reads that say the same', async () => {
    const [only] = chain.hosts
    alone(only)
    expect([await votes(unproven()), await votes(unproven())]).toEqual([null, null])
    expect(await votes(unproven())).toEqual(truth({ assurance: 'SINGLE', host: 'a.example' }))
    without(voteEntry(5, VOTED))(only)
    expect([...((await votes(unproven()))?.votes.keys() ?? [])]).toEqual([SILENT])
    await votes(unproven())
    expect((await votes(unproven()))?.votes.get(VOTED)?.options).toBeNull()
  })

  test('proposals and parameters are AGREED', async () => {
    const found = await reader.proposals(unproven())
    expect([ids(found), howKnown(found)]).toEqual([[3, 5, 8], 'AGREED a.example'])
    expect(found).toMatchObject({ params: { source: { assurance: 'AGREED' } } })
  })

  test('a list that hides or makes up a proposal beside two honest hosts is never taken', async () => {
    without(proposalEntry(5))(chain.hosts[0])
    for (let count = 0; count < 4; count++) {
      const found = await reader.proposals(unproven())
      expect([ids(found), howKnown(found)]).toEqual([[3, 5, 8], 'AGREED b.example'])
    }
  })

  test('a list of one host alone is taken after three reads', async () => {
    alone(chain.hosts[0])
    expect([await reader.proposals(unproven()), await reader.proposals(unproven())]).toEqual([null, null])
    expect(howKnown(await reader.proposals(unproven()))).toBe('SINGLE a.example')
  })

  test('hosts that refuse `/store` are compared, and not asked for it again at once', async () => {
    for (const host of chain.hosts) host.proves = null
    for (let count = 0; count < 33; count++)
      expect((await votes(at()))?.votes.get(VOTED)?.source.assurance).toBe('AGREED')
    const asked = () => chain.hosts[0].asked.filter((one) => one.startsWith('gov ')).length
    expect(asked()).toBe(3 * 3)
    await votes(at())
    expect(asked()).toBe(4 * 3)
  })

  test('after a proof nobody whose proof is false now is asked for a word', async () => {
    alone(chain.hosts[0])
    expect((await votes(at()))?.votes.size).toBe(2)
    chain.hosts[0].proves = (claim) => ({ ...claim, ops: [] })
    const before = chain.hosts[0].asked.length
    for (let count = 0; count < 3; count++)
      expect([await votes(at()), await reader.proposals(at())].map((one) => one === null)).toEqual([
        true,
        true,
      ])
    expect(chain.hosts[0].asked.slice(before).filter((one) => one === 'Vote')).toEqual([])
  })

  test('nothing that fails is thrown', async () => {
    for (const host of chain.hosts) {
      host.storeValues = () =>
        Promise.reject(new ChainReadError({ kind: 'timeout', host: host.host, method: '', reason: '' }))
      host.moduleAnswers = host.storeValues as never
    }
    const request = { ...at(), proposalId: 5 }
    expect([
      await reader.proposals(at()),
      await reader.votes({ ...request, operators: [VOTED] }),
      await reader.outcome(request),
      await reader.tally(request),
      await reader.signals({ ...at(), operators: [VOTED], version: 6 }),
    ]).toEqual([null, null, null, null, null])
  })
})

describe('R105: a chain without the module', () => {
  const unknown = (query: ModuleQuery) => failure(query, 'unknown query path: unknown request')

  test('is one of which two hosts say so; it is asked again after thirty reads', async () => {
    for (const host of chain.hosts) host.fails = unknown
    for (let count = 0; count < 31; count++) expect(await reader.proposals(unproven())).toBe('NO_MODULE')
    const asked = chain.hosts.map((host) => host.asked.length)
    await reader.proposals(unproven())
    expect(chain.hosts.map((host) => host.asked.length)).not.toEqual(asked)
  })

  test('one host that says so hides nothing', async () => {
    chain.hosts[0].fails = unknown
    expect(ids(await reader.proposals(at()))).toEqual([3, 5, 8])
    expect(ids(await reader.proposals(unproven()))).toEqual([3, 5, 8])
    expect(howKnown(await reader.proposals(unproven()))).toBe('AGREED b.example')
  })

  test('one alone is believed after three reads', async () => {
    chain.hosts[0].fails = unknown
    alone(chain.hosts[0])
    expect([await reader.proposals(unproven()), await reader.proposals(unproven())]).toEqual([null, null])
    expect(await reader.proposals(unproven())).toBe('NO_MODULE')
  })
})

describe('R106: what became of a proposal', () => {
  const outcome = (request: ReturnType<typeof at>, proposalId: number) =>
    reader.outcome({ ...request, proposalId })

  test.each([
    [1, 'PASSED'],
    [2, 'REJECTED'],
    [6, 'FAILED'],
    [8, 'VOTING_PERIOD'],
  ])('%i has %s, by its record', async (id, status) => {
    const found = await outcome(at(), id)
    expect([found?.proposal?.status, found?.source]).toEqual([status, proven('a.example')])
    expect(await outcome(unproven(), id)).toEqual({
      ...found,
      source: { assurance: 'AGREED', host: 'a.example' },
    })
    if (id === 1)
      expect(found?.proposal?.finalTally).toEqual({ yes: 5n, abstain: 0n, no: 1n, noWithVeto: 0n })
  })

  test('one that was cancelled is proven to be gone', async () => {
    expect(await outcome(at(), 9)).toEqual({
      height: chain.height,
      proposal: null,
      source: proven('a.example'),
    })
    expect(await outcome(unproven(), 9)).toMatchObject({ proposal: null, source: { assurance: 'AGREED' } })
  })

  test('one that a host hides is not gone', async () => {
    chain.hosts[0].proves = (claim) => ({ ...claim, value: null })
    without(proposalEntry(1))(chain.hosts[0])
    expect((await outcome(at(), 1))?.proposal?.status).toBe('PASSED')
    expect((await outcome(unproven(), 1))?.proposal?.status).toBe('PASSED')
  })

  test('an error of a node is not "gone"', async () => {
    for (const host of chain.hosts) host.fails = (query) => failure(query, `proposal 11 doesn't exist`)
    expect(await outcome(unproven(), 1)).toBeNull()
  })

  test('the tally of now is what two hosts count alike, or one at once', async () => {
    const tally = { yes: 700n, abstain: 10n, no: 200n, noWithVeto: 90n }
    const request = { ...at(), proposalId: 5 }
    expect(await reader.tally(request)).toEqual({
      height: chain.height,
      tally,
      source: { assurance: 'AGREED', host: 'a.example' },
    })
    expect(chain.hosts.map(({ asked }) => asked)).toEqual([['TallyResult'], ['TallyResult'], []])
    alone(chain.hosts[0])
    expect(await reader.tally(request)).toMatchObject({ source: { assurance: 'SINGLE' } })
  })
})
