import { bech32 } from '@scure/base'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ChainState, StakingValidator } from '../domain.ts'
import { asKnown } from '../testing/as-known.ts'
import {
  headerAbove,
  NOBODY,
  poolOf,
  type RecordedNode,
  recordedNode,
  recordedRequest,
  recordedState,
  setAfter,
} from '../testing/recorded-node.ts'
import type { KnownValidator } from './state-doubts.ts'
import { createStateReader, type StateRequest } from './state-reader.ts'

let a: RecordedNode
let b: RecordedNode
let c: RecordedNode
let request: StateRequest

beforeEach(() => {
  a = recordedNode('a.example')
  b = recordedNode('b.example')
  c = recordedNode('c.example')
  request = recordedRequest()
})

const edit = (node: RecordedNode, change: Partial<StakingValidator>, index = 0) => {
  const before = node.says.validators[index]
  if (before !== undefined) node.says.validators[index] = { ...before, ...change }
}

/** What was known is other than what the chain says now: a change that is to be reported. */
const knownOther = (change: Partial<KnownValidator>) =>
  asKnown(recordedState()).map((record, index) => (index === 0 ? { ...record, ...change } : record))

const operator = (index: number) => recordedState().validators[index]?.operatorAddress ?? ''

describe('R86: what differs from what was known is proven before anything is reported', () => {
  const changes: [string, Partial<KnownValidator>][] = [
    ['jailed', { jailed: true }],
    ['tombstoned', { tombstoned: true }],
    ['the time until which it is jailed', { jailedUntil: 1 }],
    ['the bond', { bondStatus: 'BOND_STATUS_UNBONDING' }],
    ['the commission', { commissionRate: '0.500000000000000000' }],
    ['the tokens', { tokens: 1n }],
    ['small changes of tokens that add up to one that is reported', { reportedTokens: 1n }],
    ['the worth of a share', { delegatorShares: 1n }],
    ['the key', { consensusAddress: 'AB'.repeat(20) }],
    ['the name', { moniker: 'other' }],
    ['its address on the web', { website: 'https://other.example' }],
    ['whose picture it has', { identity: '0123456789ABCDEF' }],
    ['the end of its unbonding', { unbondingAt: 1 }],
  ]
  test.each(changes)('%s, by another host than the one that gave the list', async (_name, before) => {
    const { pool, blamed } = poolOf([a, b, c])
    const state = await createStateReader(pool).read({ ...request, known: knownOther(before) })
    expect(state.source).toEqual({ assurance: 'PROVEN', host: 'a.example' })
    expect(state.sources.get(operator(0))).toEqual({ assurance: 'PROVEN', host: 'b.example' })
    expect([a.asked, blamed]).toEqual([[], {}])
  })

  const lies: [string, (node: RecordedNode) => void, RegExp][] = [
    ['jailed flipped', (node) => edit(node, { jailed: true }), /jailed true .*proven: false/],
    ['a bond that ends', (node) => edit(node, { status: 'BOND_STATUS_UNBONDED' }), /status/],
    [
      'another commission',
      (node) => edit(node, { commissionRate: '0.900000000000000000' }),
      /commissionRate/,
    ],
    ['fewer tokens', (node) => edit(node, { tokens: 5n }), /tokens 5/],
    [
      'shares that are worth less, as after a slash',
      (node) => edit(node, { delegatorShares: (recordedState().validators[0]?.delegatorShares ?? 0n) * 2n }),
      /delegatorShares/,
    ],
    [
      'an address on the web',
      (node) => edit(node, { website: 'https://forged.example' }),
      /another website than the proven one/,
    ],
    [
      'somebody to write to',
      (node) => edit(node, { securityContact: 'forged@example.org' }),
      /securityContact/,
    ],
    ['another key', (node) => edit(node, { consensus: '42'.repeat(20) }), /consensus/],
    ['a validator left out', (node) => node.says.validators.shift(), /nothing \(proven: it is there\)/],
    [
      'a validator made up',
      (node) =>
        node.says.validators.push({
          ...recordedState().validators[0],
          operatorAddress: NOBODY,
        } as StakingValidator),
      /something \(proven: it is not there\)/,
    ],
    [
      'a tombstone',
      (node) => {
        node.says.infos = node.says.infos.map((info) => ({ ...info, tombstoned: true }))
      },
      /tombstoned true/,
    ],
    [
      'another window',
      (node) => {
        node.says.slashingParams = { ...node.says.slashingParams, signedBlocksWindow: 5 }
      },
      /signed_blocks_window 5 \(proven: 20\)/,
    ],
    [
      'a shorter unbonding time',
      (node) => {
        node.says.stakingParams = { ...node.says.stakingParams, unbondingMs: 1 }
      },
      /unbonding time/,
    ],
    [
      'another set',
      (node) => {
        node.says.set = setAfter().map((member) => ({ ...member, power: member.power + 1n }))
      },
      /validator set of height 78 is not that of the block/,
    ],
  ]
  test.each(lies)('%s is thrown away, and its host has lied', async (_name, lie, reason) => {
    const { pool, blamed } = poolOf([a, b, c])
    lie(a)
    const state = await createStateReader(pool).read(request)
    expect(state.source).toEqual({ assurance: 'PROVEN', host: 'b.example' })
    expect(state.staking?.validators).toEqual(recordedState().validators)
    expect(Object.keys(blamed)).toEqual(['a.example'])
    expect(blamed['a.example']).toMatch(reason)
  })

  test('a false proof is refused, and its host has lied once another one proves it', async () => {
    const { pool, blamed } = poolOf([a, b, c])
    b.proves = (claim) => ({ ...claim, value: Uint8Array.of(...(claim.value ?? []), 0) })
    const state = await createStateReader(pool).read({ ...request, known: knownOther({ jailed: true }) })
    expect(state.sources.get(operator(0))).toEqual({ assurance: 'PROVEN', host: 'c.example' })
    expect(Object.keys(blamed)).toEqual(['b.example'])
  })

  test('an empty answer without a proof is never "no such validator"', async () => {
    const { pool } = poolOf([a, b, c])
    b.proves = (claim) => ({ ...claim, value: null, ops: [] })
    a.says.validators.shift()
    const state = await createStateReader(pool).read(request)
    expect(state.staking?.validators).toHaveLength(4)
  })

  test('a liar alone with its true proofs: nothing is reported after anything has once been proven', async () => {
    const { pool, blamed } = poolOf([a])
    const reader = createStateReader(pool)
    expect((await reader.read(request)).source.assurance).toBe('PROVEN')
    edit(a, { jailed: true })
    await expect(reader.read(request)).rejects.toThrow('jailed true')
    expect(blamed).toEqual({})
  })
})

test('R86: who is in the set that the chain signed, and said to be jailed, unbonded or not there, is looked at', async () => {
  const { pool, blamed } = poolOf([a, b, c])
  // Nothing was known before, so only the set can say.
  a.says.validators = a.says.validators.filter(({ moniker }) => moniker !== 'val-3')
  const known: KnownValidator[] = []
  const state = await createStateReader(pool).read({ ...request, known })
  expect(state.staking?.validators).toHaveLength(4)
  expect(blamed['a.example']).toMatch(/nothing of .* proven to be a validator/)
})

describe('R89: a first list, before which nothing was known', () => {
  const first = () => ({ ...request, known: [], counters: new Map() })
  // No header says who is in the set, and nobody is in turn: only another host shows what to look at.
  const read = (hosts: readonly RecordedNode[]) => {
    const { pool, blamed } = poolOf(hosts)
    const reader = createStateReader(pool, { perTurn: 0 })
    return { blamed, state: reader.read({ ...first(), nextSet: null }) }
  }
  const assurances = ({ sources }: ChainState) =>
    recordedState().validators.map(({ operatorAddress }) => sources.get(operatorAddress)?.assurance)

  test('two hosts that say the same are believed; those in turn are proven', async () => {
    const { pool } = poolOf([a, b])
    const state = await createStateReader(pool, { perTurn: 1 }).read(first())
    expect(state.source.assurance).toBe('PROVEN')
    expect(assurances(state).sort()).toEqual(['AGREED', 'AGREED', 'AGREED', 'PROVEN'])
  })

  const lies: [string, (node: RecordedNode) => void, RegExp][] = [
    ['jailed', (node) => edit(node, { jailed: true }), /jailed true .*proven: false/],
    ['commission', (node) => edit(node, { commissionRate: '0.900000000000000000' }), /commissionRate/],
    ['somebody left out', (node) => node.says.validators.shift(), /nothing \(proven: it is there\)/],
    [
      'a tombstone',
      (node) => {
        node.says.infos = node.says.infos.map((info) => ({ ...info, tombstoned: true }))
      },
      /tombstoned true/,
    ],
  ]
  test.each(lies)(
    '%s: what two say otherwise of is proven, and who is refuted has lied',
    async (_name, lie, reason) => {
      lie(a)
      const { blamed, state } = read([a, b, c])
      expect((await state).staking?.validators).toEqual(recordedState().validators)
      expect((await state).slashing?.infos).toEqual(recordedState().infos)
      expect(blamed['a.example']).toMatch(reason)
      expect(Object.keys(blamed)).toEqual(['a.example'])
    },
  )

  test('where the other host lies, the list of the first one is proven right', async () => {
    edit(b, { jailed: true })
    const { blamed, state } = read([a, b])
    expect((await state).source.host).toBe('a.example')
    expect(assurances(await state)).toEqual(
      recordedState().validators.map((_one, index) => (index === 0 ? 'PROVEN' : 'AGREED')),
    )
    expect(blamed).toEqual({})
  })

  test('of one alone everybody is proven, and SINGLE where that fails', async () => {
    expect(assurances(await read([a]).state)).toEqual(recordedState().validators.map(() => 'PROVEN'))
    // The parameters, and nothing else.
    a.proves = (claim) => (claim.key.length > 1 ? { ...claim, value: null, ops: [] } : claim)
    expect(assurances(await read([a]).state)).toEqual(recordedState().validators.map(() => 'SINGLE'))
  })

  test('one alone that gives the operators of another network is not believed', async () => {
    const asElsewhere = (address: string) =>
      bech32.encode('evilvaloper', bech32.decode(address as `${string}1${string}`).words)
    a.says.validators = a.says.validators.map((one) => ({
      ...one,
      operatorAddress: asElsewhere(one.operatorAddress),
    }))
    await expect(read([a]).state).rejects.toThrow('operatorAddress')
  })

  test('one alone that lies is not believed', async () => {
    edit(a, { jailed: true })
    const { blamed, state } = read([a])
    await expect(state).rejects.toThrow('jailed true')
    expect(blamed).toEqual({})
  })
})

test('R86: five validators are looked at with each state in turn, whether they changed or not', async () => {
  const { pool, blamed } = poolOf([a, b, c])
  // Nothing differs from what is known, since the lie was taken before.
  edit(a, { details: 'x', tokens: 2_970_000_001n })
  const known = asKnown(a.says)
  const state = await createStateReader(pool).read({ ...request, known })
  expect(state.source.host).toBe('b.example')
  expect([...state.sources.keys()].sort()).toEqual(
    recordedState()
      .validators.map((one) => one.operatorAddress)
      .sort(),
  )
  expect(blamed['a.example']).toMatch(/tokens/)
})

describe('R87: what cannot be proven', () => {
  const forbid = () => {
    for (const node of [a, b, c]) node.proves = null
  }

  test('two hosts that say the same are believed, and nobody is blamed', async () => {
    forbid()
    const { pool, blamed } = poolOf([a, b, c])
    const state = await createStateReader(pool).read(request)
    expect(state.source).toEqual({ assurance: 'AGREED', host: 'a.example' })
    expect(state.sources.get(operator(0))?.assurance).toBe('AGREED')
    expect(blamed).toEqual({})
  })

  test('one alone is SINGLE', async () => {
    forbid()
    const { pool } = poolOf([a])
    expect((await createStateReader(pool).read(request)).source.assurance).toBe('SINGLE')
  })

  test('a change waits for three reads, for the proof may come back', async () => {
    forbid()
    const { pool } = poolOf([a, b, c])
    const reader = createStateReader(pool)
    const changed = { ...request, known: knownOther({ jailed: true }) }
    await expect(reader.read(changed)).rejects.toThrow('disabled')
    await expect(reader.read(changed)).rejects.toThrow('disabled')
    expect((await reader.read(changed)).source.assurance).toBe('AGREED')
    // Then proofs are left alone for a while, and asked for again.
    for (const node of [a, b, c]) node.proves = (claim) => claim
    for (let count = 0; count < 30; count++)
      expect((await reader.read(changed)).source.assurance).toBe('AGREED')
    expect((await reader.read(changed)).source.assurance).toBe('PROVEN')
  })

  test('a read without a change that met refusals lets no change pass unproven after it', async () => {
    const { pool } = poolOf([a])
    const reader = createStateReader(pool)
    expect((await reader.read(request)).source.assurance).toBe('PROVEN')
    forbid()
    expect((await reader.read(request)).source.assurance).toBe('SINGLE')
    const changed = { ...request, known: knownOther({ jailed: true }) }
    await expect(reader.read(changed)).rejects.toThrow('disabled')
    await expect(reader.read(changed)).rejects.toThrow('disabled')
    expect((await reader.read(changed)).source.assurance).toBe('SINGLE')
    // The next change waits as long, though the last one has waited.
    await expect(reader.read(changed)).rejects.toThrow('disabled')
    // And as soon as a proof is to be had it is taken.
    a.proves = (claim) => claim
    expect((await reader.read(changed)).source.assurance).toBe('PROVEN')
  })

  test('changes of others do not keep one waiting for ever', async () => {
    const { pool } = poolOf([a])
    const reader = createStateReader(pool)
    await reader.read(request)
    forbid()
    const changedAt = (index: number) => ({
      ...request,
      known: asKnown(recordedState()).map((record, at) =>
        at === index ? { ...record, moniker: 'other' } : record,
      ),
    })
    for (const index of [0, 1, 2, 3, 0])
      await expect(reader.read(changedAt(index))).rejects.toThrow('disabled')
    expect((await reader.read(changedAt(1))).source.assurance).toBe('SINGLE')
  })

  test('the word of the only host that answers is not taken for a change that it proves falsely, before a liar would be asked again', async () => {
    const { pool } = poolOf([a])
    const reader = createStateReader(pool)
    expect((await reader.read(request)).source.assurance).toBe('PROVEN')
    edit(a, { jailed: true })
    a.proves = (claim) => ({ ...claim, value: claim.value?.toReversed() ?? null })
    for (let count = 0; count < 179; count++)
      await expect(reader.read(request)).rejects.toThrow('the proof is of another value')
    // By then the chain may prove in a way that nobody here knows.
    expect((await reader.read(request)).source.assurance).toBe('SINGLE')
  })

  test('where the walk has no header yet, a change waits for it', async () => {
    const { pool } = poolOf([a, b, c])
    const reader = createStateReader(pool)
    const changed = { ...request, known: knownOther({ jailed: true }) }
    await expect(reader.read({ ...changed, newest: null })).rejects.toThrow('no later header')
    expect((await reader.read(changed)).source.assurance).toBe('PROVEN')
    expect((await reader.read({ ...request, newest: null })).source.assurance).toBe('AGREED')
  })

  test('of two that differ the third decides; without one neither is believed', async () => {
    forbid()
    edit(a, { tokens: 2_970_000_001n })
    const first = { ...request, known: [] }
    const three = poolOf([a, b, c])
    const state = await createStateReader(three.pool).read(first)
    expect(state.source).toEqual({ assurance: 'AGREED', host: 'b.example' })
    expect(three.blamed).toEqual({})
    await expect(createStateReader(poolOf([a, b]).pool).read(first)).rejects.toThrow('otherwise')
  })

  test('a header that is not proven proves nothing', async () => {
    const { pool } = poolOf([a, b, c])
    const newest = { header: headerAbove(), assurance: 'AGREED' as const }
    expect((await createStateReader(pool).read({ ...request, newest })).source.assurance).toBe('AGREED')
    expect([...a.asked, ...b.asked, ...c.asked]).toEqual([])
  })

  test('where every list fails against proofs that nobody has ever passed, the chain is of another kind', async () => {
    for (const node of [a, b, c]) edit(node, { tokens: 7n })
    const { pool, blamed } = poolOf([a, b, c])
    const state = await createStateReader(pool).read({ ...request, known: [] })
    expect([state.source.assurance, blamed]).toEqual(['AGREED', {}])
  })
})
