import { base64 } from '@scure/base'
import { beforeEach, describe, expect, test } from 'vitest'
import { ChainReadError } from '../errors.ts'
import type { UseOptions } from '../pool/endpoint-pool.ts'
import { selfDelegationKey, type StateClaim } from '../proof/state-proof.ts'
import { decodeAbciQuery } from '../rpc/abci-reader.ts'
import { decodeCommit } from '../rpc/cometbft.decode.ts'
import { decodeDelegation, decodeStakingRecord, saysNoDelegation } from '../rpc/cosmos-sdk.decode.ts'
import type { NodeClient } from '../rpc/node-client.ts'
import { proofRun, recordedNode } from '../testing/recorded-node.ts'
import { createSelfDelegationReader, type SelfDelegationReader } from './self-delegation-reader.ts'
import { tokensOfShares } from './stake.ts'

/**
 * A real chain at one height: validator 1 has been slashed and has delegated once more since, validator 4 has taken all
 * its own stake out and is not gone yet.
 */
const run = proofRun('sdk-0.53-own-stakes')
const [above] = run.names(/^commit-/).map((name) => decodeCommit(run.result(name)).header)
if (above === undefined) throw new Error('no header is recorded')
const height = above.height - 1
const answer = (what: string, index: number) => run.result(`abci-${what}-${height}-${index}`)
const indices = [0, 1, 2, 3, 4]

/** What `/store/staking/key` was answered, under the key that the answer repeats. */
function recorded(what: 'val' | 'own', index: number): StateClaim {
  const result = answer(what, index)
  const { value, ops } = decodeAbciQuery(result)
  const { key } = (result as { response: { key: string } }).response
  return { store: 'staking', key: base64.decode(key), value: value.length === 0 ? null : value, ops }
}

const records = indices.map((index) => decodeStakingRecord(recorded('val', index).value ?? new Uint8Array()))
const operators = records.map(({ operatorAddress }) => operatorAddress)
const claims = new Map(
  indices.map((index) => [base64.encode(recorded('own', index).key), recorded('own', index)]),
)
/** What the chain itself answers when it is asked by its own query. */
const said = new Map(
  operators.map((operator, index) => {
    const { code, log, value } = decodeAbciQuery(answer('said', index))
    if (code !== 0 && !saysNoDelegation(log)) throw new Error(log)
    return [operator, code === 0 ? decodeDelegation(value) : 0n]
  }),
)

interface Host extends NodeClient {
  /** null: it does not answer. */
  says: Map<string, bigint> | null
  /** null: it refuses `/store`. */
  proves: ((claim: StateClaim) => StateClaim) | null
  asked: string[]
}

function hostOf(name: string): Host {
  const node: Host = {
    ...recordedNode(name),
    says: new Map(said),
    proves: (claim) => claim,
    asked: [],
    selfDelegations: async (wanted) => {
      node.asked.push('query')
      const { says } = node
      if (says === null) throw new ChainReadError({ kind: 'timeout', host: name, method: '', reason: '' })
      return new Map([...says].filter(([operator]) => wanted.includes(operator)))
    },
    storeValues: async (keys) => {
      node.asked.push('key')
      const { proves } = node
      if (proves === null) throw new ChainReadError({ kind: 'abci', host: name, method: '', reason: '' })
      return keys.map(({ key }) => {
        const claim = claims.get(base64.encode(key))
        if (claim === undefined) throw new Error('another key than the chain has')
        return proves(claim)
      })
    },
  }
  return node
}

let hosts: [a: Host, b: Host, c: Host]
let blamed: Record<string, string>
let stakes: SelfDelegationReader

beforeEach(() => {
  hosts = [hostOf('a.example'), hostOf('b.example'), hostOf('c.example')]
  blamed = {}
  stakes = readerOf(hosts)
})

/** Like the pool, as far as the reader sees it. */
function readerOf(all: readonly Host[]): SelfDelegationReader {
  const use = async <T>(work: (node: NodeClient) => Promise<T>, { otherThan = [] }: UseOptions = {}) => {
    const others = all.filter(({ host }) => !otherThan.includes(host))
    let last: unknown = new Error('nobody')
    for (const node of [...others, ...all.filter((one) => !others.includes(one))]) {
      try {
        return await work(node)
      } catch (error) {
        last = error
      }
    }
    throw last
  }
  const blame = (host: string, reason: string) => {
    blamed[host] = reason
  }
  return createSelfDelegationReader({ use, blame } as Parameters<typeof createSelfDelegationReader>[0])
}

const state = {
  height,
  staking: {
    validators: records,
    bondedTokens: 1n,
    bech32Prefix: 'cosmos',
    maxValidators: 100,
    unbondingMs: 1,
  },
}
/** What comes out when host a gave the state. */
const read = (isProven = true) =>
  stakes.read({ node: hosts[0], state, operators, above: isProven ? (above ?? null) : null })
/** As the chain's own query has it, all of it known alike. */
const all = (assurance: string, host: string, tokens: ReadonlyMap<string, bigint> = said) =>
  new Map(
    [...tokens].map(([operator, amount]) => [operator, { tokens: amount, source: { assurance, host } }]),
  )
const first = operators[0] ?? ''
const other = () => new Map([...said, [first, 7n]])
const altered = (claim: StateClaim): StateClaim =>
  claim.value === null ? claim : { ...claim, value: Uint8Array.of(...claim.value.slice(0, -1), 0x39) }

describe('R90: own stakes by their keys', () => {
  test('on a real chain: what its own query says, also after a slash, and of one that has taken all out', async () => {
    expect(await read()).toEqual(all('PROVEN', 'a.example'))
    const [, slashed, , , gone] = records
    expect((slashed?.tokens ?? 0n) * 10n ** 18n).toBeLessThan(slashed?.delegatorShares ?? 0n)
    expect([gone?.jailed, said.get(gone?.operatorAddress ?? '')]).toEqual([true, 0n])
    // One exchange, with whoever gave the state.
    expect(hosts.map(({ asked }) => asked)).toEqual([['key'], [], []])
  })

  test('the key is that of x/staking: both addresses behind their lengths', () => {
    expect(operators.map((operator) => selfDelegationKey(operator))).toEqual(
      indices.map((index) => ({ store: 'staking', key: recorded('own', index).key })),
    )
  })

  const lies: [string, (claim: StateClaim) => StateClaim][] = [
    ['another stake beside the true proof', altered],
    ['no stake, without a proof', (claim) => ({ ...claim, value: null, ops: [] })],
    ['no stake, beside the proof of one', (claim) => ({ ...claim, value: null })],
    ['the true stake without a proof', (claim) => ({ ...claim, ops: [] })],
  ]
  test.each(lies)('%s is refused, and its host has lied once another one proves it', async (_name, lie) => {
    hosts[0].proves = lie
    hosts[0].says = other()
    expect(await read()).toEqual(all('PROVEN', 'b.example'))
    expect(Object.keys(blamed)).toEqual(['a.example'])
    expect(blamed['a.example']).toMatch(/proof/)
  })

  test('who only refuses has not lied, and another one proves it', async () => {
    hosts[0].proves = null
    expect([await read(), blamed]).toEqual([all('PROVEN', 'b.example'), {}])
  })

  test('where every proof fails nobody is blamed, and the hosts are compared', async () => {
    for (const host of hosts) host.proves = altered
    expect([await read(), blamed]).toEqual([all('AGREED', 'a.example'), {}])
  })

  test('a record that cannot be read is not known, and costs the others nothing', async () => {
    const broken = state.staking.validators.map((one) =>
      one.operatorAddress === first ? { ...one, delegatorShares: 0n } : one,
    )
    const found = await stakes.read({
      node: hosts[0],
      state: { ...state, staking: { ...state.staking, validators: broken } },
      operators,
      above: above ?? null,
    })
    expect([...found.keys()]).toEqual(operators.slice(1))
  })
})

describe('R90: where own stakes cannot be proven', () => {
  test('two hosts that say the same are believed, and no key is asked for', async () => {
    expect(await read(false)).toEqual(all('AGREED', 'a.example'))
    expect(hosts.map(({ asked }) => asked)).toEqual([['query'], ['query'], []])
  })

  test('of two that differ a third one decides; without one it is not known', async () => {
    hosts[0].says = other()
    const found = await read(false)
    expect(found.get(first)).toEqual({
      tokens: said.get(first),
      source: { assurance: 'AGREED', host: 'b.example' },
    })
    expect(found.size).toBe(5)
    hosts[1].says = other()
    hosts[0].says = new Map(said)
    expect((await read(false)).get(first)?.source).toEqual({ assurance: 'AGREED', host: 'a.example' })
    hosts[2].says = null
    expect([...(await read(false)).keys()]).toEqual(operators.slice(1))
    expect(blamed).toEqual({})
  })

  test('the only one that answers is SINGLE; what it does not say is not known', async () => {
    stakes = readerOf([hosts[0]])
    hosts[0].says?.delete(first)
    const rest = new Map([...said].filter(([operator]) => operator !== first))
    expect(await read(false)).toEqual(all('SINGLE', 'a.example', rest))
    hosts[0].says = null
    expect(await read(false)).toEqual(new Map())
  })

  test('after a proof one alone is taken at the third read without any', async () => {
    stakes = readerOf([hosts[0]])
    expect((await read()).size).toBe(5)
    hosts[0].proves = null
    hosts[0].says = other()
    expect([(await read()).size, (await read()).size]).toEqual([0, 0])
    expect((await read()).get(first)).toEqual({
      tokens: 7n,
      source: { assurance: 'SINGLE', host: 'a.example' },
    })
    hosts[0].proves = (claim) => claim
    expect(await read()).toEqual(all('PROVEN', 'a.example'))
    hosts[0].proves = null
    expect((await read()).size).toBe(0)
  })

  test('after a proof one alone whose proofs are false is never taken', async () => {
    stakes = readerOf([hosts[0]])
    expect((await read()).size).toBe(5)
    hosts[0].proves = altered
    for (let count = 0; count < 4; count++) expect((await read()).size).toBe(0)
    expect([hosts[0].asked.includes('query'), blamed]).toEqual([false, {}])
  })
})

const one = 10n ** 18n
test.each<[string, bigint, { tokens: bigint; delegatorShares: bigint }, bigint | null]>([
  ['as many tokens as shares', 5n * one, { tokens: 9n, delegatorShares: 9n * one }, 5n],
  ['less than a token is cut off', 2n * one, { tokens: 2n, delegatorShares: 3n * one }, 1n],
  ['a place short of a token', 3n * one - 1n, { tokens: 9n, delegatorShares: 9n * one }, 2n],
  ['half a place short of it', one, { tokens: 2n * one - 1n, delegatorShares: 2n * one * one }, 1n],
  ['more than half a place short of it', one, { tokens: 4n * one - 3n, delegatorShares: 4n * one * one }, 0n],
  ['nothing of nothing', 0n, { tokens: 0n, delegatorShares: 0n }, 0n],
  ['shares of nothing', 1n, { tokens: 0n, delegatorShares: 0n }, null],
])('R90: what shares are worth, as x/staking rounds: %s', (_name, shares, record, tokens) => {
  expect(tokensOfShares(shares, record)).toBe(tokens)
})
