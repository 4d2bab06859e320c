import { BinaryWriter } from 'cosmjs-types/binary'
import { QueryValidatorsResponse } from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { expect, test } from 'vitest'
import { decodeValidatorsPage } from '../rpc/cometbft.decode.ts'
import {
  decodeSigningInfos,
  decodeSlashingParams,
  decodeStakingParams,
  decodeStakingPool,
  decodeStakingValidators,
} from '../rpc/cosmos-sdk.decode.ts'
import { captureMessage, captureResult, type CaptureSource } from '../testing/capture.ts'

function placesOf(source: CaptureSource): Set<string> {
  const { members } = decodeValidatorsPage(captureResult(source, 'validators-one-absent'))
  return new Set(members.map(({ address }) => address))
}

test('R11: validators of SDK 0.53, one of them jailed and slashed', () => {
  const { items, nextKey } = decodeStakingValidators(
    captureMessage('cosmos-sdk-0.53', 'abci-validators-one-jailed'),
  )
  expect(nextKey).toHaveLength(0)
  expect(items.map(({ consensus }) => placesOf('cosmos-sdk-0.53').has(consensus))).toEqual([
    true,
    true,
    true,
    true,
  ])
  const jailed = items.filter((validator) => validator.jailed)
  expect(jailed.map(({ status }) => status)).toEqual(['BOND_STATUS_UNBONDING'])
  expect(jailed[0]?.unbondingAt).toBeGreaterThan(Date.parse('2026-11-21T00:00:00Z'))
  const bonded = items.filter((validator) => validator.status === 'BOND_STATUS_BONDED')
  expect(bonded.map(({ unbondingAt }) => unbondingAt)).toEqual([null, null, null])
})

test('R11: validators and signing infos of SDK 0.46, before the absent one was jailed', () => {
  const { items } = decodeStakingValidators(captureMessage('cosmos-sdk-0.46', 'abci-validators-one-jailed'))
  expect(items.map(({ consensus }) => placesOf('cosmos-sdk-0.46').has(consensus))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(items.map(({ status, jailed }) => [status, jailed])).toEqual(
    Array(4).fill(['BOND_STATUS_BONDED', false]),
  )
  const infos = decodeSigningInfos(captureMessage('cosmos-sdk-0.46', 'abci-signing-infos-one-jailed')).items
  expect(infos.map(({ missedBlocks }) => missedBlocks)).toEqual([0, 0, 0, 8])
  expect(infos[3]?.consensus).toBe('FE9197141A7877D311969717A847115D0BB5AE90')
})

test('R11: the fields of one validator', () => {
  const { items } = decodeStakingValidators(captureMessage('cosmos-sdk-0.53', 'abci-validators-one-jailed'))
  expect(items.find(({ moniker }) => moniker === 'val-1')).toMatchObject({
    operatorAddress: 'cosmosvaloper1wmv5tchwmq5yg3cayeeran49w40fn4mgqqhmjk',
    consensus: 'E2C2AC1D7E94A904351F1E61FE223FBE3780D878',
    jailed: true,
    tokens: 990_000_000n,
    commissionRate: '0.010000000000000000',
    commissionMaxRate: '0.200000000000000000',
    commissionMaxChangeRate: '0.010000000000000000',
  })
})

test('R11: validators of celestia-core, whose commission bounds are its own', () => {
  const { items } = decodeStakingValidators(captureMessage('celestia-core-0.40', 'abci-query-Validators'))
  expect(items).toMatchObject([
    {
      consensus: '801901570F519EC867915479607C9917E5E88766',
      tokens: 500_000_000_000_000n,
      commissionRate: '0.050000000000000000',
      status: 'BOND_STATUS_BONDED',
    },
  ])
})

test('R11: fields that a fork of the SDK adds are passed over', () => {
  const { validators } = QueryValidatorsResponse.decode(
    captureMessage('cosmos-sdk-0.53', 'abci-validators-one-jailed'),
  )
  const [first] = validators
  if (first === undefined) throw new Error('the capture is empty')
  // Story: 14 support_token_type, 15 rewards_tokens, 16 delegator_rewards_shares.
  const story = BinaryWriter.create()
    .uint32(14 << 3)
    .int32(1)
    .uint32((15 << 3) | 2)
    .string('500')
    .finish()
  const inner = Buffer.concat([Validator.encode(first).finish(), story])
  const bytes = BinaryWriter.create().uint32(10).bytes(inner).finish()
  expect(decodeStakingValidators(bytes).items[0]).toMatchObject({ moniker: 'val-4', tokens: 4_000_000_000n })
})

test('R11: a sign that PostgreSQL cannot keep goes out of what people wrote', () => {
  const { validators } = QueryValidatorsResponse.decode(
    captureMessage('cosmos-sdk-0.53', 'abci-validators-one-jailed'),
  )
  for (const { description } of validators) description.moniker = `a${String.fromCharCode(0)}b`
  const bytes = QueryValidatorsResponse.encode(QueryValidatorsResponse.fromPartial({ validators })).finish()
  expect(decodeStakingValidators(bytes).items.map(({ moniker }) => moniker)).toEqual(['ab', 'ab', 'ab', 'ab'])
})

test('R11: the time of an unbonding that is over means nothing on a bonded validator', () => {
  const { validators } = QueryValidatorsResponse.decode(
    captureMessage('cosmos-sdk-0.53', 'abci-validators-one-jailed'),
  )
  for (const validator of validators) validator.unbondingTime = { seconds: 1_659_382_387n, nanos: 8_931_243 }
  const { items } = decodeStakingValidators(QueryValidatorsResponse.encode({ validators }).finish())
  const times = items.map(({ status, unbondingAt }) => [status, unbondingAt])
  expect(times).toContainEqual(['BOND_STATUS_UNBONDING', 1_659_382_387_008])
  expect(times).toContainEqual(['BOND_STATUS_BONDED', null])
})

test.each([
  ['operatorAddress', { operatorAddress: '' }],
  ['tokens', { tokens: '' }],
  ['consensusPubkey', { consensusPubkey: undefined }],
])('R11: a validator without %s is an error, never a zero', (_field, lacking) => {
  const { validators } = QueryValidatorsResponse.decode(
    captureMessage('cosmos-sdk-0.53', 'abci-validators-one-jailed'),
  )
  for (const validator of validators) Object.assign(validator, lacking)
  const bytes = QueryValidatorsResponse.encode({ validators }).finish()
  expect(() => decodeStakingValidators(bytes)).toThrow()
})

test('R11: signing infos, of which one is jailed', () => {
  const { items } = decodeSigningInfos(captureMessage('cosmos-sdk-0.53', 'abci-signing-infos-one-jailed'))
  expect(items).toHaveLength(4)
  const jailed = items.filter(({ jailedUntil }) => jailedUntil !== null)
  expect(jailed).toEqual([
    {
      consensus: 'E2C2AC1D7E94A904351F1E61FE223FBE3780D878',
      startHeight: 0,
      indexOffset: 0,
      missedBlocks: 0,
      jailedUntil: Date.parse('2026-11-21T10:23:16.340Z'),
      tombstoned: false,
    },
  ])
  expect(items.filter((info) => info.indexOffset === 35)).toHaveLength(3)
})

test('R11: parameters and pool of each recorded chain', () => {
  expect(decodeSlashingParams(captureMessage('cosmos-sdk-0.53', 'abci-slashing-params'))).toEqual({
    signedBlocksWindow: 20,
    minSignedPerWindow: '0.500000000000000000',
    downtimeJailMs: 10_000,
    slashDowntime: '0.010000000000000000',
  })
  expect(decodeSlashingParams(captureMessage('celestia-core-0.40', 'abci-query-slashing-Params'))).toEqual({
    signedBlocksWindow: 10_000,
    minSignedPerWindow: '0.001000000000000000',
    downtimeJailMs: 60_000,
    slashDowntime: '0.000000000000000000',
  })
  expect(decodeSlashingParams(captureMessage('cosmos-sdk-0.46', 'abci-slashing-params'))).toMatchObject({
    minSignedPerWindow: '0.500000000000000000',
  })
  expect(decodeStakingPool(captureMessage('cosmos-sdk-0.53', 'abci-pool'))).toEqual({
    bondedTokens: 9_000_000_000n,
    notBondedTokens: 990_000_000n,
  })
  expect(
    decodeStakingParams(captureMessage('celestia-core-0.40', 'abci-query-staking-Params')),
  ).toMatchObject({
    maxValidators: 100,
    bondDenom: 'utia',
  })
  expect(decodeStakingParams(captureMessage('cosmos-sdk-0.46', 'abci-staking-params')).bondDenom).toBe(
    'stake',
  )
})

test.each([decodeSlashingParams, decodeStakingPool, decodeStakingParams])(
  'R11: an empty answer is an error, never parameters of zero (%#)',
  (decode: (bytes: Uint8Array) => unknown) => {
    expect(() => decode(new Uint8Array())).toThrow()
  },
)
