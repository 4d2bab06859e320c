import { PageRequest } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination'
import {
  QuerySigningInfosRequest,
  QuerySigningInfosResponse,
  QueryParamsResponse as SlashingParams,
} from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import {
  QueryPoolResponse,
  QueryValidatorsRequest,
  QueryValidatorsResponse,
  QueryParamsResponse as StakingParams,
} from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { describe, expect, it, vi } from 'vitest'
import { networkProfiles } from '../network-profiles.data.ts'
import { createSimChain } from '../sim-chain.ts'
import { capture } from '../testing/capture.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { profileOf, smallChain } from '../testing/small-chain.ts'
import { abciQueryJson } from './abci-query.ts'
import { plainLens } from './chain-lens.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const VALIDATORS = '/cosmos.staking.v1beta1.Query/Validators'
const SIGNING_INFOS = '/cosmos.slashing.v1beta1.Query/SigningInfos'

vi.setConfig({ testTimeout: 60_000 })

const networks = new Map<number, ReturnType<typeof openNetwork>>()

/** A network of this file's seed; opened once, since it is never changed. */
function network(blockchainId: number) {
  const known = networks.get(blockchainId) ?? openNetwork(blockchainId)
  networks.set(blockchainId, known)
  return known
}

function openNetwork(blockchainId: number) {
  const chain = createSimChain({ seed: 'abci', profile: profileOf(blockchainId), clock: manualClock(NOW) })
  const lens = plainLens(chain.view())
  const query = (path: string, data: Uint8Array = new Uint8Array(), height = '0') =>
    abciQueryJson(lens, { path, data: Buffer.from(data).toString('hex'), height }).response
  const bytes = (path: string, data?: Uint8Array, height?: string) =>
    Buffer.from(query(path, data, height).value ?? '', 'base64')
  return { lens, query, bytes }
}

function page(change: Partial<PageRequest>): Uint8Array {
  const pagination = PageRequest.fromPartial(change)
  return QueryValidatorsRequest.encode(QueryValidatorsRequest.fromPartial({ pagination })).finish()
}

describe('N14: state is genuine protobuf', () => {
  it.each(
    networkProfiles
      .filter(({ staking }) => staking !== null)
      .map(({ slug, blockchainId }) => [slug, blockchainId]),
  )('N14: %s: validators and signing infos decode to what the chain is', (_slug, blockchainId) => {
    const { lens, bytes } = network(Number(blockchainId))
    const state = lens.chain.history.at(lens.latest)
    const { validators } = QueryValidatorsResponse.decode(bytes(VALIDATORS, page({ limit: 1_000n })))
    expect(validators).toHaveLength(state.validators.filter((record) => record !== null).length)
    for (const validator of validators) {
      const entry = lens.chain.roster.find((each) => each.operatorAddress === validator.operatorAddress)
      const record = state.validators[entry?.index ?? -1]
      expect(validator.tokens).toBe(String(record?.tokens))
      expect(validator.jailed).toBe(record?.jailed)
      expect(Number(validator.status)).toBe(record?.status)
      expect(validator.commission.commissionRates.rate).toBe(String(record?.commission))
      expect(validator.consensusPubkey?.value.slice(2)).toEqual(entry?.keyOf(0).publicKey)
      expect(validator.description.moniker).toBe(record?.moniker)
    }
    const all = QuerySigningInfosRequest.fromPartial({ pagination: { limit: 1_000n } })
    const { info } = QuerySigningInfosResponse.decode(
      bytes(SIGNING_INFOS, QuerySigningInfosRequest.encode(all).finish()),
    )
    for (const each of info) {
      const entry = lens.chain.roster.find(({ consensusAddressOf }) => consensusAddressOf(0) === each.address)
      const known = state.infos[entry?.index ?? -1]
      expect(Number(each.missedBlocksCounter)).toBe(known?.missed)
      expect(Number(each.indexOffset)).toBe(known?.indexOffset)
      expect(Number(each.startHeight)).toBe(known?.startHeight)
      expect(each.tombstoned).toBe(known?.tombstoned)
      expect(Number(each.jailedUntil.seconds)).toBe(Math.floor((known?.jailedUntil ?? 0) / 1_000))
    }
    expect(info.length).toBeGreaterThan(40)
  })

  it('N14: decimals are scaled by 1e18 without a point; those of slashing are bytes with the same digits', () => {
    const { bytes } = network(1)
    const { validators } = QueryValidatorsResponse.decode(bytes(VALIDATORS))
    for (const { commission, delegatorShares } of validators) {
      expect(commission.commissionRates.rate).toMatch(/^\d+$/)
      expect(delegatorShares).toMatch(/^\d{19,}$/)
    }
    const { params } = SlashingParams.decode(bytes('/cosmos.slashing.v1beta1.Query/Params'))
    expect(Buffer.from(params.minSignedPerWindow).toString()).toBe('1000000000000000')
    expect(params.signedBlocksWindow).toBe(10_000n)
    expect(params.downtimeJailDuration.seconds).toBe(60n)
    const staking = StakingParams.decode(bytes('/cosmos.staking.v1beta1.Query/Params')).params
    expect(staking).toMatchObject({
      bondDenom: 'utia',
      maxValidators: 100,
      minCommissionRate: '200000000000000000',
    })
  })

  it('N14: Celestia has a full set and more validators than fit, some jailed', () => {
    const { validators } = QueryValidatorsResponse.decode(
      network(1).bytes(VALIDATORS, page({ limit: 1_000n })),
    )
    const count = (status: number) => validators.filter((each) => Number(each.status) === status).length
    expect(count(3)).toBe(100)
    expect(validators.length).toBeGreaterThan(105)
    expect(validators.filter(({ jailed }) => jailed).length).toBeGreaterThan(2)
  })

  it('N14: the pool adds up', () => {
    const { bytes } = network(8)
    const { validators } = QueryValidatorsResponse.decode(bytes(VALIDATORS, page({ limit: 1_000n })))
    const sum = (bonded: boolean) =>
      validators
        .filter(({ status }) => (Number(status) === 3) === bonded)
        .reduce((all, { tokens }) => all + BigInt(tokens), 0n)
    const { pool } = QueryPoolResponse.decode(bytes('/cosmos.staking.v1beta1.Query/Pool'))
    expect(pool).toMatchObject({ bondedTokens: String(sum(true)), notBondedTokens: String(sum(false)) })
  })

  it('N14: asked at a height, the answer is of that height', () => {
    const { chain, to } = smallChain([{ at: 10, what: 'commission', validator: 0, rate: 777n }])
    to(20)
    const lens = plainLens(chain.view())
    const operator = lens.chain.roster[0]?.operatorAddress
    const rateAt = (height: string) => {
      const { response } = abciQueryJson(lens, { path: VALIDATORS, data: '', height })
      expect(response.height).toBe(height)
      const { validators } = QueryValidatorsResponse.decode(Buffer.from(response.value ?? '', 'base64'))
      return validators.find(({ operatorAddress }) => operatorAddress === operator)?.commission
        .commissionRates.rate
    }
    expect(rateAt('9')).not.toBe('777')
    expect(rateAt('10')).toBe('777')
  })

  it('N14: pages by key and by offset give all, each once, in the order of the keys', () => {
    const { bytes } = network(1)
    const whole = QueryValidatorsResponse.decode(bytes(VALIDATORS, page({ limit: 1_000n })))
    const operators = whole.validators.map((each) => each.operatorAddress)
    expect(whole.pagination).toMatchObject({ nextKey: new Uint8Array(), total: 0n })
    const collected: string[] = []
    let key = new Uint8Array()
    do {
      const part = QueryValidatorsResponse.decode(bytes(VALIDATORS, page({ key, limit: 30n })))
      collected.push(...part.validators.map((each) => each.operatorAddress))
      key = new Uint8Array(part.pagination?.nextKey ?? [])
    } while (key.length > 0)
    expect(collected).toEqual(operators)
    const second = QueryValidatorsResponse.decode(
      bytes(VALIDATORS, page({ offset: 100n, limit: 100n, countTotal: true })),
    )
    expect(second.validators.map((each) => each.operatorAddress)).toEqual(operators.slice(100))
    expect(second.pagination?.total).toBe(BigInt(operators.length))
    expect(QueryValidatorsResponse.decode(bytes(VALIDATORS)).validators).toHaveLength(100)
    const reversed = QueryValidatorsResponse.decode(bytes(VALIDATORS, page({ reverse: true, limit: 1_000n })))
    expect(reversed.validators.map((each) => each.operatorAddress).reverse()).toEqual(operators)
  })

  it('N14: filters by status', () => {
    const { bytes } = network(1)
    const bonded = QueryValidatorsRequest.fromPartial({ status: 'BOND_STATUS_BONDED' })
    const { validators } = QueryValidatorsResponse.decode(
      bytes(VALIDATORS, QueryValidatorsRequest.encode(bonded).finish()),
    )
    expect(validators.every(({ status }) => Number(status) === 3)).toBe(true)
    expect(validators).toHaveLength(100)
  })

  it('N14: an unknown path is answered as a real node answers it, and so is every path on 0G', () => {
    const real = capture('cosmos-sdk-0.53/error-unknown-path') as { result: { response: unknown } }
    expect(network(1).query('/cosmos.staking.v1beta1.Query/Nonsense')).toEqual(real.result.response)
    expect(network(3).query(VALIDATORS)).toEqual(real.result.response)
    expect(network(3).query(SIGNING_INFOS)).toEqual(real.result.response)
  })

  it('N14: a height in the future is an error of the application', () => {
    const { query } = network(1)
    expect(query(VALIDATORS, new Uint8Array(), '999999999')).toMatchObject({
      code: 26,
      value: null,
      codespace: 'sdk',
    })
  })

  it('N14: real answers of the same queries decode to the same fields as ours', () => {
    const value = (name: string) => {
      const { result } = capture(name) as { result: { response: { value: string } } }
      return Buffer.from(result.response.value, 'base64')
    }
    const real = QueryValidatorsResponse.decode(value('cosmos-sdk-0.53/abci-validators-one-jailed'))
    const ours = QueryValidatorsResponse.decode(network(9).bytes(VALIDATORS))
    const never = { seconds: 0n, nanos: 0 }
    expect(real.validators[0]?.unbondingTime).toEqual(never)
    expect(ours.validators.find(({ jailed }) => !jailed)?.unbondingTime).toEqual(never)
    const realInfo = QuerySigningInfosResponse.decode(
      value('cosmos-sdk-0.53/abci-signing-infos-one-jailed'),
    ).info
    const ourInfo = QuerySigningInfosResponse.decode(network(9).bytes(SIGNING_INFOS)).info
    expect(realInfo[0]?.jailedUntil).toEqual(never)
    expect(ourInfo.some(({ jailedUntil }) => jailedUntil.seconds === 0n)).toBe(true)
  })
})
