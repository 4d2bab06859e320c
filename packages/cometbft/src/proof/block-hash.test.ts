import { expect, test } from 'vitest'
import type { FullHeader } from '../domain.ts'
import { decodeCommit, decodeValidatorsPage } from '../rpc/cometbft.decode.ts'
import { captureResult, type CaptureSource, keysOf040 } from '../testing/capture.ts'
import { recordedBlock, recordedChain } from '../testing/recorded-node.ts'
import { addressOf, commitHash, headerHash, kindOf, setHash } from './block-hash.ts'

const runs = [
  ['sdk-0.53', 80],
  ['sdk-0.53-secp256k1', 15],
  ['sdk-0.46', 30],
  ['cometbft-1.0.1-bls12381', 14],
] as const

test.each(runs)('R61: every header, set and commit of %s hashes to what the chain says', (name, count) => {
  const chain = recordedChain(name)
  expect(chain.size).toBe(count)
  for (const { signed, set } of chain.values()) {
    const { header, commit } = signed
    expect(headerHash(header)).toBe(commit.blockId.hash)
    expect(setHash(set)).toBe(header.validatorsHash)
    expect(set.map(addressOf)).toEqual(set.map(({ address }) => address))
    const after = chain.get(header.height + 1)
    if (after === undefined) continue
    expect(after.signed.header.lastBlockId).toEqual(commit.blockId)
    expect(commitHash(commit.signatures)).toBe(after.signed.header.lastCommitHash)
  }
})

const captures: [CaptureSource, string, string][] = [
  ['celestia-core-0.40', 'commit', 'validators'],
  ['cosmos-sdk-0.46', 'commit-one-absent', 'validators-one-absent'],
  ['cosmos-sdk-0.53', 'commit-one-absent', 'validators-one-absent'],
]

test.each(captures)(
  'R61: header and set of %s, an application version that is not 0 too',
  (source, block, set) => {
    const { header, commit } = decodeCommit(captureResult(source, block))
    expect(headerHash(header)).toBe(commit.blockId.hash)
    expect(setHash(decodeValidatorsPage(captureResult(source, set)).members)).toBe(header.validatorsHash)
  },
)

const changes: [string, (header: FullHeader) => Partial<FullHeader>][] = [
  ['a nanosecond', ({ timeNs }) => ({ timeNs: timeNs + 1n })],
  ['the time cut to milliseconds', ({ timeNs }) => ({ timeNs: timeNs - (timeNs % 1_000_000n) })],
  ['the chain id', () => ({ chainId: 'real-2' })],
  ['the height', ({ height }) => ({ height: height + 1 })],
  ['an application version', ({ version }) => ({ version: { ...version, app: version.app + 1n } })],
  ['a block version', () => ({ version: { block: 12n, app: 0n } })],
  ['the application hash', ({ appHash }) => ({ appHash: `${appHash.slice(2)}00` })],
  ['the proposer', () => ({ proposer: 'AB'.repeat(20) })],
  ['the next set', ({ dataHash }) => ({ nextValidatorsHash: dataHash })],
  ['the commit before', ({ dataHash }) => ({ lastCommitHash: dataHash })],
  ['the block before', ({ lastBlockId }) => ({ lastBlockId: { ...lastBlockId, hash: 'AB'.repeat(32) } })],
  [
    'the parts of the block before',
    ({ lastBlockId }) => ({ lastBlockId: { ...lastBlockId, parts: { ...lastBlockId.parts, total: 2 } } }),
  ],
  ['the consensus parameters', ({ dataHash }) => ({ consensusHash: dataHash })],
  ['the evidence', () => ({ evidenceHash: 'AB'.repeat(32) })],
  ['the results', () => ({ lastResultsHash: 'AB'.repeat(32) })],
  ['the data', () => ({ dataHash: 'AB'.repeat(32) })],
]

test.each(changes)('R61: %s of a header changes its hash', (_name, change) => {
  const { header, commit } = recordedBlock('sdk-0.53', 40).signed
  expect(headerHash({ ...header, ...change(header) })).not.toBe(commit.blockId.hash)
})

test('R61: the empty block id of the first block is hashed with its part set', () => {
  const { header, commit } = recordedBlock('sdk-0.53', 1).signed
  expect(header.lastBlockId).toEqual({ hash: '', parts: { total: 0, hash: '' } })
  expect(headerHash(header)).toBe(commit.blockId.hash)
})

test('R61: an application hash of eight bytes is one', () => {
  const { header, commit } = recordedBlock('cometbft-1.0.1-bls12381', 5).signed
  expect(header.appHash).toHaveLength(16)
  expect(headerHash(header)).toBe(commit.blockId.hash)
})

test('R61: where somebody is absent, the commit is hashed with the zero time', () => {
  const chain = [...recordedChain('sdk-0.53').values()]
  const absent = chain.filter(({ signed }) => signed.commit.signatures.some(({ flag }) => flag === 1))
  expect(absent.length).toBeGreaterThan(10)
  for (const { signed } of absent) {
    const after = recordedChain('sdk-0.53').get(signed.header.height + 1)
    if (after === undefined) continue
    const nulls = signed.commit.signatures.map((one) => (one.flag === 1 ? { ...one, timeNs: 0n } : one))
    // What the wire gives as the time of an absent signature does not matter.
    expect(commitHash(nulls)).toBe(after.signed.header.lastCommitHash)
  }
})

test('R9: a key of another kind has no address and no hash, and neither has one cut short', () => {
  const { set } = recordedBlock('sdk-0.53', 5)
  const first = set[0]
  if (first === undefined) throw new Error('an empty set')
  const strange = { ...first, keyType: 'cometbft/PubKeySecp256k1eth' }
  const short = { ...first, key: first.key.slice(1) }
  expect([kindOf(strange), addressOf(strange), setHash([first, strange])]).toEqual([null, null, null])
  expect([kindOf(short), addressOf(short), setHash([first, short])]).toEqual([null, null, null])
})

test('R61: the hash of a set with every kind of key of CometBFT 0.40', () => {
  const { set, setHash: expected } = keysOf040()
  expect(setHash(set)).toBe(expected)
  expect(set.map(addressOf)).toEqual(set.map(({ address }) => address))
})

test('R61: another power and another order are another set', () => {
  const { set, signed } = recordedBlock('sdk-0.53', 5)
  const richer = set.map((member, place) => (place === 0 ? { ...member, power: member.power + 1n } : member))
  expect(setHash(richer)).not.toBe(signed.header.validatorsHash)
  expect(setHash([...set].reverse())).not.toBe(signed.header.validatorsHash)
})
