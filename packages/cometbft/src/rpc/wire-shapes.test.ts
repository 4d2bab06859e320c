import { expect, test } from 'vitest'
import { captureResult } from '../testing/capture.ts'
import { decodeAbciQuery } from './abci-reader.ts'
import { decodeCommit, decodeStatus, decodeValidatorsPage } from './cometbft.decode.ts'

test('R7: status of 0.34, 0.38 and celestia-core', () => {
  expect(decodeStatus(captureResult('cosmos-sdk-0.46', 'status-live'))).toEqual({
    chainId: 'old-1',
    version: '0.34.29',
    latestHeight: 18,
    latestBlockTime: Date.parse('2026-11-21T11:56:26.250Z'),
    earliestHeight: 1,
    catchingUp: false,
  })
  expect(decodeStatus(captureResult('cosmos-sdk-0.53', 'status-live'))).toMatchObject({
    chainId: 'real-1',
    version: '0.38.17',
    latestHeight: 15,
  })
  expect(decodeStatus(captureResult('celestia-core-0.40', 'status'))).toMatchObject({
    chainId: 'private',
    latestHeight: 952,
    latestBlockTime: Date.parse('2026-11-21T10:22:08.383Z'),
  })
})

/** What CometBFT 1.0 under BeaconKit says: a BLS key, and an earliest height that is not one. */
const STATUS_1_0 = {
  node_info: {
    protocol_version: { p2p: '9', block: '11', app: '0' },
    network: '0g-16602',
    version: '1.0.1',
    other: {},
  },
  sync_info: {
    latest_block_height: '7654321',
    latest_block_time: '2026-11-21T10:22:08Z',
    earliest_block_height: '0',
    catching_up: false,
  },
  validator_info: {
    address: '',
    pub_key: { type: 'cometbft/PubKeyBls12_381', value: 'AAAA' },
    voting_power: '0',
  },
}

test('R7: status of 1.0 with a key type nobody knows; an earliest height of 0 is not known', () => {
  expect(decodeStatus(STATUS_1_0)).toMatchObject({
    version: '1.0.1',
    latestHeight: 7654321,
    earliestHeight: null,
  })
})

test('R7: validators with BLS keys and powers beyond 2^53 pass, in the order of the set', () => {
  const page = decodeValidatorsPage({
    block_height: '90',
    validators: [
      {
        address: 'aa'.repeat(20),
        pub_key: { type: 'cometbft/PubKeyBls12_381', value: 'x' },
        voting_power: '12250000000000000',
        proposer_priority: '-98000000000000000',
      },
      { address: 'BB'.repeat(20), pub_key: null, voting_power: '1' },
    ],
    count: '2',
    total: '250',
  })
  expect(page).toEqual({
    height: 90,
    total: 250,
    members: [
      {
        address: 'AA'.repeat(20),
        keyType: 'cometbft/PubKeyBls12_381',
        key: new Uint8Array(),
        power: 12_250_000_000_000_000n,
      },
      { address: 'BB'.repeat(20), keyType: '', key: new Uint8Array(), power: 1n },
    ],
  })
})

test.each(['cosmos-sdk-0.46', 'cosmos-sdk-0.53'] as const)(
  'R8: an absent signature of %s names nobody',
  (source) => {
    const commit = decodeCommit(captureResult(source, 'commit-one-absent'))
    expect(commit.canonical).toBe(true)
    expect(commit.header.height).toBe(19)
    expect(commit.commit.signatures.map(({ flag }) => flag)).toEqual([2, 2, 2, 1])
    expect(commit.commit.signatures.map(({ address }) => address === null)).toEqual([
      false,
      false,
      false,
      true,
    ])
  },
)

test('R8: a null address and a missing signature are an absent one too', () => {
  const result = structuredClone(captureResult('cosmos-sdk-0.53', 'commit-one-absent')) as {
    signed_header: { commit: { signatures: Record<string, unknown>[] } }
  }
  const last = result.signed_header.commit.signatures[3]
  if (last !== undefined) last['validator_address'] = null
  expect(decodeCommit(result).commit.signatures[3]).toMatchObject({ flag: 1, address: null })
})

test('R7: header fields of a commit', () => {
  expect(decodeCommit(captureResult('celestia-core-0.40', 'commit'))).toMatchObject({
    commit: { blockId: { hash: '0B0D1DB85DF725C9D1F653F4CE01AC2606BAD5D93050C884B5C43829F3F57D2F' } },
    header: {
      chainId: 'private',
      height: 100,
      time: Date.parse('2026-11-21T10:18:01.651Z'),
      lastBlockId: { hash: 'B9EDEC106CB0C74E18750BD7529F6843B773340AAE843D2DE2A76AD86E3862FF' },
      version: { block: 11n, app: 9n },
      proposer: '801901570F519EC867915479607C9917E5E88766',
    },
  })
})

test('R7: a commit of 0.37 with a nil vote, whose application hash is short', () => {
  const block = (byte: string) => ({ hash: byte.repeat(32), parts: { total: 1, hash: byte.repeat(32) } })
  const result = {
    canonical: true,
    signed_header: {
      commit: {
        height: '10',
        round: 1,
        block_id: block('3D'),
        signatures: [
          {
            block_id_flag: 3,
            validator_address: '87'.repeat(20),
            timestamp: '2023-02-24T15:09:40.640670992Z',
            signature: 'Z28=',
          },
        ],
      },
      header: {
        version: { block: '11', app: '1' },
        chain_id: 'dockerchain',
        height: '10',
        time: '2023-02-24T15:09:40.123954449Z',
        last_block_id: block('77'),
        app_hash: '0000000000000000',
        validators_hash: 'D1'.repeat(32),
        next_validators_hash: 'D1'.repeat(32),
        proposer_address: '87'.repeat(20),
      },
    },
  }
  expect(decodeCommit(result)).toMatchObject({
    header: {
      height: 10,
      lastBlockId: { hash: '77'.repeat(32) },
      time: Date.parse('2023-02-24T15:09:40.123Z'),
      timeNs: BigInt(Date.parse('2023-02-24T15:09:40Z')) * 1_000_000n + 123_954_449n,
      appHash: '0000000000000000',
    },
    commit: {
      round: 1,
      blockId: { hash: '3D'.repeat(32), parts: { total: 1, hash: '3D'.repeat(32) } },
      signatures: [{ flag: 3, address: '87'.repeat(20), signature: new Uint8Array([103, 111]) }],
    },
  })
})

test.each([
  ['block_id_flag', 8],
  ['block_id_flag', '2'],
  ['validator_address', 'not hex'],
])('R8: a signature whose %s is %s is an error, never a guess', (field, value) => {
  const result = structuredClone(captureResult('cosmos-sdk-0.46', 'commit-one-absent')) as {
    signed_header: { commit: { signatures: Record<string, unknown>[] } }
  }
  const first = result.signed_header.commit.signatures[0]
  if (first !== undefined) first[field] = value
  expect(() => decodeCommit(result)).toThrow()
})

test('R7: an answer of the application, a null value and an error code', () => {
  expect(decodeAbciQuery(captureResult('cosmos-sdk-0.53', 'abci-pool'))).toMatchObject({
    code: 0,
    height: 36,
  })
  expect(decodeAbciQuery(captureResult('cosmos-sdk-0.46', 'error-unknown-path'))).toMatchObject({
    code: 6,
    log: 'unknown query path: unknown request',
    codespace: 'sdk',
    value: new Uint8Array(),
    height: 0,
  })
})
