import { QueryValidatorsResponse } from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { expect, test } from 'vitest'
import { boundedList } from '../protobuf.ts'
import { decodeAbciQuery } from '../rpc/abci-reader.ts'
import { decodeCommit, decodeValidatorsPage } from '../rpc/cometbft.decode.ts'
import { decodeSigningInfos, decodeStakingValidators } from '../rpc/cosmos-sdk.decode.ts'
import { captureMessage, captureResult } from '../testing/capture.ts'
import { createFakeChain } from '../testing/fake-chain.ts'
import { createFakeNetwork } from '../testing/fake-network.ts'

// An answer of eight megabytes holds millions of empty items; to decode them, or to say what is wrong with each of them,
// took a minute and all memory there is.

/** Empty objects that count how many of them were looked at. */
function emptyItems(count: number) {
  const looked = { at: 0 }
  const item = new Proxy({}, { get: () => void (looked.at += 1), has: () => false })
  return { looked, items: Array.from({ length: count }, () => item) }
}

type Fields = Record<string, unknown>

const answers: [string, (items: unknown[]) => unknown][] = [
  [
    'signatures of a commit',
    (items) => {
      const result = structuredClone(captureResult('cosmos-sdk-0.53', 'commit-one-absent')) as {
        signed_header: { commit: Fields }
      }
      result.signed_header.commit['signatures'] = items
      return decodeCommit(result)
    },
  ],
  ['members of a set', (items) => decodeValidatorsPage({ block_height: '1', total: '1', validators: items })],
]

test.each(answers)('R5: %s are read up to the first that is none', (_name, decode) => {
  const { looked, items } = emptyItems(1_000)
  expect(() => decode(items)).toThrow()
  expect(looked.at).toBeLessThan(20)
})

test.each(answers)('R5: of %s that are more than any chain has none is read', (_name, decode) => {
  const { looked, items } = emptyItems(10_001)
  expect(() => decode(items)).toThrow()
  expect(looked.at).toBe(0)
})

test('R5: a proof of more steps than there are, or of a step that is too long, is none', () => {
  const op = { type: 'ics23:iavl', data: 'AAAA' }
  const opsOf = (ops: unknown[]) => decodeAbciQuery({ response: { proofOps: { ops } } }).ops.length
  expect([opsOf([op, op]), opsOf(Array.from({ length: 17 }, () => op))]).toEqual([2, 0])
  expect(opsOf([op, { ...op, data: 'AAAA'.repeat(524_289) }])).toBe(0)
})

test.each<[string, (bytes: Uint8Array) => unknown]>([
  ['validators', decodeStakingValidators],
  ['signing infos', decodeSigningInfos],
])('R5: a list of %s with more items than any chain has is not decoded', (_name, decode) => {
  const empties = (count: number) => new Uint8Array(2 * count).map((_byte, at) => (at % 2 === 0 ? 0x0a : 0))
  expect(() => decode(empties(10_001))).toThrow('more than 10000 items')
  // Behind a group, which is skipped, or within one.
  expect(() => decode(Uint8Array.of(0x7b, 0x7c, ...empties(10_001)))).toThrow('more than 10000 items')
  expect(() => decode(Uint8Array.of(0x7b, ...empties(10_001), 0x7c))).toThrow('more than 10000 items')
})

test('R5: a true list passes, and so does what is cut off or no message at all', () => {
  const bytes = captureMessage('cosmos-sdk-0.53', 'abci-validators-one-jailed')
  expect(boundedList(bytes)).toBe(bytes)
  expect(decodeStakingValidators(bytes).items.length).toBe(
    QueryValidatorsResponse.decode(bytes).validators.length,
  )
  for (const noList of [
    bytes.slice(0, 7),
    Uint8Array.of(0xff, 0xff),
    Uint8Array.of(0x0a, 0xff, 0xff, 0xff, 0xff, 0x7f),
    new Uint8Array(),
  ])
    expect(boundedList(noList)).toBe(noList)
})

test('R5: a set on more pages than one of ten thousand needs is not read', async () => {
  const chain = createFakeChain({ startTime: 0 })
  chain.growBy(2)
  const { pool, at } = createFakeNetwork({ chain, endpoints: [{ perPage: 1, totalOff: 9_000 }] })
  await pool.probe()
  await expect(pool.use((node) => node.validatorSet(1))).rejects.toThrow('9004 pages')
  expect(at('a').asked.filter((method) => method === 'validators')).toHaveLength(1)
})

test('R25: a list that goes on page after page, each just in time, is left after six deadlines', async () => {
  let pages = 0
  const { pool, clock } = createFakeNetwork({
    endpoints: [
      {
        abci: () => {
          pages += 1
          clock.advance(900)
          const pagination = { nextKey: Uint8Array.of(pages), total: 0n }
          return { value: QueryValidatorsResponse.encode({ validators: [], pagination }).finish() }
        },
      },
      {},
    ],
  })
  await pool.probe()
  const reading = pool.use((node) => node.stakingValidators(50), { otherThan: ['b.example'] })
  await expect(reading).rejects.toThrow()
  expect(pages).toBeLessThan(10)
})
