import { abciRequest, decodeAbciQuery } from '@roundsman/cometbft/abci-reader'
import { ProofError } from '@roundsman/cometbft/errors'
import {
  checkState,
  legacyParamKey,
  PARAMS_KEYS,
  selfDelegationKey,
  type StateKey,
  signingInfoKey,
  validatorKey,
} from '@roundsman/cometbft/proof/state-proof'
import { ValidatorSigningInfo } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import { Delegation, Params, Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { Plan } from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
import { describe, expect, it, vi } from 'vitest'
import type { ChainEvent } from './chain/chain-event.ts'
import { networkProfiles } from './network-profiles.data.ts'
import { type ChainLens, plainLens } from './rpc/chain-lens.ts'
import { createSimChain } from './sim-chain.ts'
import { storeKeys } from './stores/store-keys.ts'
import { resultOf, reportedCommit } from './testing/checked-chain.ts'
import { manualClock } from './testing/manual-clock.ts'
import { profileOf, smallChain, smallProfile } from './testing/small-chain.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

vi.setConfig({ testTimeout: 60_000 })

function query(lens: ChainLens, { store, key }: StateKey, height: number, prove = true) {
  const { params } = abciRequest({ path: `/store/${store}/key`, data: key, height, prove })
  return decodeAbciQuery(resultOf(lens, 'abci_query', { ...params }))
}

/** The value of a key after a height, proven against the header above; null for a key proven not to be there. */
function proven(lens: ChainLens, where: StateKey, height: number): Uint8Array | null {
  const { value: bytes, ops, code } = query(lens, where, height)
  expect(code).toBe(0)
  const value = bytes.length === 0 ? null : bytes
  checkState({ ...where, value, ops, appHash: reportedCommit(lens, height + 1).header.appHash })
  return value
}

function small(script: readonly ChainEvent[], profile = smallProfile()) {
  const { chain, to } = smallChain(script, profile)
  to(30)
  return plainLens(chain.view())
}

describe('N10: state can be proven', () => {
  // One of each kind, as far as state goes: powers and records, equal ones, parameters in x/params.
  const kinds = ['celestia', 'althea', 'xrpl']
  const withStaking = networkProfiles.filter(({ slug }) => kinds.includes(slug))
  it.each(withStaking.map(({ slug, blockchainId }) => [slug, blockchainId]))(
    'N10: %s: records and signing infos of all, against the header above',
    (_slug, blockchainId) => {
      const clock = manualClock(NOW)
      const chain = createSimChain({ profile: profileOf(Number(blockchainId)), seed: 'state', clock })
      const lens = plainLens(chain.view())
      const height = lens.latest - 1
      const state = lens.chain.history.at(height)
      for (const entry of lens.chain.roster) {
        const record = state.validators[entry.index] ?? null
        const value = proven(lens, validatorKey(entry.operatorAddress), height)
        if (record === null) expect(value).toBeNull()
        else {
          expect(Validator.decode(value ?? new Uint8Array())).toMatchObject({
            jailed: record.jailed,
            tokens: String(record.tokens),
          })
        }
        const info = proven(lens, signingInfoKey(entry.consensusHex), height)
        const known = state.infos[entry.index] ?? null
        expect(info === null).toBe(known === null)
        if (known === null || info === null) continue
        expect(ValidatorSigningInfo.decode(info)).toEqual({
          address: entry.consensusAddressOf(0),
          startHeight: BigInt(known.startHeight),
          indexOffset: BigInt(known.indexOffset),
          jailedUntil: { seconds: BigInt(Math.floor(known.jailedUntil / 1_000)), nanos: expect.any(Number) },
          tombstoned: known.tombstoned,
          missedBlocksCounter: BigInt(known.missed),
        })
      }
    },
  )

  it('N10: every height has its own state: what happens in a block is in the header above, not before', () => {
    const lens = small([{ at: 12, what: 'jail', validator: 2 }])
    const key = validatorKey(lens.chain.roster[2]?.operatorAddress ?? '')
    const jailedAt = (height: number) =>
      Validator.decode(proven(lens, key, height) ?? new Uint8Array()).jailed
    expect([11, 12, 13].map(jailedAt)).toEqual([false, true, true])
    const { value, ops } = query(lens, key, 11)
    const { appHash } = reportedCommit(lens, 13).header
    expect(() => checkState({ ...key, value, ops, appHash })).toThrow(ProofError)
  })

  it('N10: parameters: one message a module; a JSON value each in x/params where the node is of 0.34', () => {
    const fresh = small([])
    const params = Params.decode(proven(fresh, PARAMS_KEYS.staking, 20) ?? new Uint8Array())
    expect(params).toMatchObject({ maxValidators: 100, unbondingTime: { seconds: 30n } })
    expect(proven(fresh, PARAMS_KEYS.slashing, 20)).not.toBeNull()
    expect(query(fresh, legacyParamKey('staking/UnbondingTime'), 20).log).toBe(
      'no such store: params: unknown request',
    )
    const old = small([], smallProfile({ cometVersion: '0.34.36' }))
    const text = (name: string) => Buffer.from(proven(old, legacyParamKey(name), 20) ?? []).toString()
    expect(text('staking/UnbondingTime')).toBe('"30000000000"')
    expect(text('slashing/SignedBlocksWindow')).toBe('"10"')
    expect(text('slashing/MinSignedPerWindow')).toBe('"0.500000000000000000"')
    expect(proven(old, PARAMS_KEYS.staking, 20)).toBeNull()
  })

  it('N10: a self-delegation and the plan of an upgrade, by query and by key; no plan is proven too', () => {
    const lens = small([
      { at: 9, what: 'upgrade_plan', name: 'v9', height: 25 },
      { at: 28, what: 'upgrade_plan', name: 'v10', height: 90 },
      { at: 29, what: 'upgrade_canceled' },
    ])
    const plan = { store: 'upgrade', key: storeKeys.upgradePlan }
    const nameAt = (height: number) => {
      const value = proven(lens, plan, height)
      return value === null ? null : Plan.decode(value).name
    }
    expect([8, 9, 24, 25, 28, 29].map(nameAt)).toEqual([null, 'v9', 'v9', null, 'v10', null])
    const path = '/cosmos.upgrade.v1beta1.Query/CurrentPlan'
    const said = (height: number) =>
      decodeAbciQuery(resultOf(lens, 'abci_query', { path, data: '', height: String(height) }))
    expect(said(8)).toMatchObject({ code: 0, value: new Uint8Array() })
    expect(said(9).value.length).toBeGreaterThan(4)
    const operator = lens.chain.roster[0]?.operatorAddress ?? ''
    const own = proven(lens, selfDelegationKey(operator), 20)
    expect(BigInt(Delegation.decode(own ?? new Uint8Array()).shares)).toBeGreaterThan(10n ** 18n)
  })

  it('N10: a rotated key: set, record, index and signing info name the new one from one height on, two after the message', () => {
    const lens = small([{ at: 12, what: 'rotate_key', validator: 1 }])
    const entry = lens.chain.roster[1]
    const [old, fresh] = [0, 1].map((rotations) => entry?.keyOf(rotations))
    const keyAt = (height: number) => {
      const value = proven(lens, validatorKey(entry?.operatorAddress ?? ''), height) ?? new Uint8Array()
      return Buffer.from(Validator.decode(value).consensusPubkey?.value ?? []).subarray(2)
    }
    const hasInfo = (hex: string | undefined, height: number) =>
      proven(lens, signingInfoKey(hex ?? ''), height) !== null
    const setAt = (height: number) => lens.chain.history.at(height).set.members.map(({ key }) => key.hex)
    for (const [height, has, hasNot] of [
      [12, old, fresh],
      [13, old, fresh],
      [14, fresh, old],
    ] as const) {
      expect(keyAt(height)).toEqual(Buffer.from(has?.publicKey ?? []))
      expect([has, hasNot].map((key) => hasInfo(key?.hex, height))).toEqual([true, false])
      expect([has, hasNot].map((key) => setAt(height).includes(key?.hex ?? ''))).toEqual([true, false])
    }
  })

  it('N10: heights without a state are refused in the words of both kinds of node; unproven they are no error', () => {
    const text = 'proof is unexpectedly empty; ensure height has not been pruned: invalid request'
    const key = PARAMS_KEYS.staking
    const fresh = small([], smallProfile({ keepHeights: 10 }))
    const old = small([], smallProfile({ cometVersion: '0.34.36' }))
    for (const height of [15, 31]) {
      expect(query(fresh, key, height)).toMatchObject({ code: 7, codespace: 'store', log: text })
      expect(query(fresh, key, height, false)).toMatchObject({ code: 0, log: 'version does not exist' })
    }
    expect(query(old, key, 31)).toMatchObject({ code: 18, codespace: 'sdk', log: text })
    const first = 'cannot query with proof when height <= 1; please provide a valid height: invalid request'
    expect(query(old, key, 1)).toMatchObject({ code: 18, log: first })
    expect(query(fresh, { store: 'nothing', key: key.key }, 25)).toMatchObject({
      code: 4,
      codespace: 'store',
    })
  })
})
