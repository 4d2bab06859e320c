import { describe, expect, it, vi } from 'vitest'
import type { ChainEvent } from '../chain/chain-event.ts'
import { createSimChain, type SimChain } from '../sim-chain.ts'
import { capture, shapeOf } from '../testing/capture.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { profileOf, smallChain, smallProfile } from '../testing/small-chain.ts'
import { answer, envelope } from './answer.ts'
import { plainLens } from './chain-lens.ts'

const ALTHEA = 7
const NOW = Date.UTC(2026, 10, 21, 12)

function ask(script: readonly ChainEvent[], height: number, profile = smallProfile()) {
  const { chain, to } = smallChain(script, profile)
  to(height)
  return (method: string, params: Record<string, unknown> = {}): { result: never; error: unknown } =>
    JSON.parse(envelope(-1, () => answer(plainLens(chain.view()), 'a', { method, params }))) as never
}

vi.setConfig({ testTimeout: 60_000 })

const chains = new Map<number, SimChain>()

function askNetwork(blockchainId: number) {
  const chain =
    chains.get(blockchainId) ??
    createSimChain({ seed: 'rpc', profile: profileOf(blockchainId), clock: manualClock(NOW) })
  chains.set(blockchainId, chain)
  return (method: string, params: Record<string, unknown> = {}): { result: never; error: unknown } =>
    JSON.parse(envelope(-1, () => answer(plainLens(chain.view()), 'a', { method, params }))) as never
}

describe('N12: answers have the shape of real ones', () => {
  const oneAbsent: ChainEvent[] = [{ at: 19, what: 'absent', validator: 3, blocks: 2 }]
  // SDK 0.53 on CometBFT 0.38 and SDK 0.46 on 0.34 answer alike.
  const four = { validators: 4, cometVersion: '0.34.36' }
  it.each(['cosmos-sdk-0.53', 'cosmos-sdk-0.46'])('N12: as %s', (sdk) => {
    const call = ask(oneAbsent, 30, smallProfile(four))
    expect(shapeOf(call('status'))).toEqual({ ...(shapeOf(capture(`${sdk}/status-live`)) as object) })
    expect(shapeOf(call('commit', { height: '19' }))).toEqual(shapeOf(capture(`${sdk}/commit-one-absent`)))
    expect(shapeOf(call('validators', { height: '19' }))).toEqual(
      shapeOf(capture(`${sdk}/validators-one-absent`)),
    )
    const path = '/cosmos.staking.v1beta1.Query/Validators'
    const validators = shapeOf(capture(`${sdk}/abci-validators-one-jailed`))
    expect(shapeOf(call('abci_query', { path, data: '' }))).toEqual(validators)
  })

  it('N12: as Celestia, whose headers carry the version of the application', () => {
    const call = askNetwork(1)
    for (const name of ['status', 'header']) {
      expect(shapeOf(call(name))).toEqual(shapeOf(capture(`celestia-core-0.40/${name}`)))
    }
    const latest = Number(
      (call('status').result as { sync_info: { latest_block_height: string } }).sync_info.latest_block_height,
    )
    const commit = call('commit', { height: String(latest - 40) }).result as { signed_header: unknown }
    const real = capture('celestia-core-0.40/commit') as { result: { signed_header: { header: unknown } } }
    expect(shapeOf((commit.signed_header as { header: unknown }).header)).toEqual(
      shapeOf(real.result.signed_header.header),
    )
  })

  it('N12: keys stand in the order in which real nodes write them', () => {
    const call = ask(oneAbsent, 30, smallProfile(four))
    const keys = (value: unknown): unknown =>
      typeof value !== 'object' || value === null
        ? null
        : Array.isArray(value)
          ? value.slice(0, 1).map(keys)
          : Object.entries(value).map(([key, each]) => [key, keys(each)])
    expect(keys(call('commit', { height: '19' }))).toEqual(keys(capture('cosmos-sdk-0.53/commit-one-absent')))
    expect(keys(call('status'))).toEqual(keys(capture('cosmos-sdk-0.53/status-live')))
    expect(keys(call('validators', { height: '19' }))).toEqual(
      keys(capture('cosmos-sdk-0.53/validators-one-absent')),
    )
  })

  it('N12: key types and powers are those of the network', () => {
    const first = (blockchainId: number) => {
      const { validators } = askNetwork(blockchainId)('validators').result as {
        validators: { pub_key: { type: string; value: string }; voting_power: string }[]
      }
      return validators[0]
    }
    expect(first(10)?.pub_key.type).toBe('tendermint/PubKeySecp256k1')
    expect(Buffer.from(first(10)?.pub_key.value ?? '', 'base64')).toHaveLength(33)
    expect(first(3)?.pub_key.type).toBe('cometbft/PubKeyBls12_381')
    expect(BigInt(first(3)?.voting_power ?? 0)).toBeGreaterThan(2n ** 53n)
    expect(first(5)?.voting_power).toBe('1')
    const { node_info } = askNetwork(ALTHEA)('status').result as { node_info: { version: string } }
    expect(node_info.version).toMatch(/^0\.34\./)
  })
})

describe('N13: heights', () => {
  it('N13: the commit of the newest block is not canonical, all below are', () => {
    const call = ask([], 20)
    const canonical = (height: string | undefined) =>
      (call('commit', height === undefined ? {} : { height }).result as { canonical: boolean }).canonical
    expect([canonical(undefined), canonical('20'), canonical('19'), canonical('1')]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('N13: blocks are chained: last_block_id is the id of the block before', () => {
    const call = ask([], 12)
    type Signed = { signed_header: { header: { last_block_id: unknown }; commit: { block_id: unknown } } }
    for (let height = 2; height <= 12; height += 1) {
      const [before, now] = [height - 1, height].map(
        (h) => call('commit', { height: String(h) }).result as Signed,
      )
      expect(now?.signed_header.header.last_block_id).toEqual(before?.signed_header.commit.block_id)
    }
  })

  it('N13: a commit is in the order of that height’s set, who signs by his address', () => {
    const call = ask([{ at: 5, what: 'power', validator: 5, tokens: 10n ** 18n }], 12)
    for (let height = 4; height <= 9; height += 1) {
      const { validators } = call('validators', { height: String(height) }).result as {
        validators: { address: string }[]
      }
      const { signed_header } = call('commit', { height: String(height) }).result as {
        signed_header: { commit: { signatures: { validator_address: string }[] } }
      }
      const signers = signed_header.commit.signatures.map((each) => each.validator_address)
      expect(signers).toEqual(validators.map((each) => each.address))
    }
  })

  it('N13: without a height, the set is that of the block after the newest', () => {
    const call = ask([{ at: 20, what: 'leave', validator: 2 }], 21)
    const { block_height, total } = call('validators').result as { block_height: string; total: string }
    expect([block_height, total]).toEqual(['22', '5'])
    expect((call('validators', { height: '21' }).result as { total: string }).total).toBe('6')
  })

  it('N13: pages of a set: 30 by default, 100 at most, none beyond the last', () => {
    const call = askNetwork(1)
    const page = (params: Record<string, string>) =>
      call('validators', params).result as { count: string; total: string }
    expect(page({})).toMatchObject({ count: '30', total: '100' })
    expect(page({ per_page: '1000' })).toMatchObject({ count: '100' })
    expect(page({ per_page: '30', page: '4' })).toMatchObject({ count: '10' })
    expect(call('validators', { page: '5' }).error).toMatchObject({
      data: 'page should be within [1, 4] range, given 5',
    })
  })

  it('N13: a future height is refused in the words of a real node', () => {
    const real = capture('cosmos-sdk-0.53/error-future-height') as { error: { data: string } }
    const call = ask([], 36)
    const refused = call('commit', { height: '999999' })
    expect(refused).toEqual(real)
    expect(call('commit', { height: '0' }).error).toMatchObject({
      data: 'height must be greater than 0, but got 0',
    })
  })

  it('N13: a pruned height is refused, for blocks and for state', () => {
    const call = ask([], 40, smallProfile({ keepHeights: 10 }))
    const refused = { code: -32603, data: 'height 30 is not available, lowest height is 31' }
    expect(call('commit', { height: '30' }).error).toMatchObject(refused)
    expect(call('header', { height: '30' }).error).toMatchObject(refused)
    const { response } = call('abci_query', { path: '/cosmos.staking.v1beta1.Query/Pool', height: '30' })
      .result as {
      response: { code: number; log: string }
    }
    expect(response.code).toBe(18)
    expect(response.log).toMatch(
      /^failed to load state at height 30; version does not exist \(latest height: 40\)/,
    )
  })

  it('N13: an unknown method and an unreadable height are errors of JSON-RPC', () => {
    const call = ask([], 5)
    expect(call('block_results').error).toEqual({ code: -32601, message: 'Method not found' })
    expect(call('commit', { height: 'five' }).error).toMatchObject({ code: -32602 })
  })
})
