import { decodeAbciQuery } from '@roundsman/cometbft/abci-reader'
import { commitHash, headerHash } from '@roundsman/cometbft/proof/block-hash'
import {
  CURRENT_PLAN,
  decodeCurrentPlan,
  decodeDelegation,
  decodeDelegationRecord,
  DELEGATION,
  selfDelegationRequest,
} from '@roundsman/cometbft/cosmos-sdk.decode'
import { checkState, selfDelegationKey, validatorKey } from '@roundsman/cometbft/proof/state-proof'
import { QueryValidatorsResponse } from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { describe, expect, it, vi } from 'vitest'
import { createEndpoint } from './serving/endpoint.ts'
import { type FaultPlan, lensOf } from './faults.ts'
import type { ChainLens } from './rpc/chain-lens.ts'
import { faultsOfBlock, resultOf, reportedCommit, reportedSet } from './testing/checked-chain.ts'
import { smallChain } from './testing/small-chain.ts'
import { RpcFault } from './rpc/rpc-fault.ts'

vi.setConfig({ testTimeout: 60_000 })

const { chain, to, clock } = smallChain([
  { at: 20, what: 'wrong_address', validator: 1, as: 4 },
  { at: 30, what: 'late', validator: 2 },
  { at: 26, what: 'commission', validator: 0, rate: 777n },
])
to(30)
const seen = (...plan: FaultPlan) => lensOf(chain.view(), plan)
const faultsAt = (lens: ChainLens, height: number, truth = seen()) =>
  faultsOfBlock(
    reportedCommit(lens, height),
    reportedSet(truth, height),
    reportedCommit(truth, height - 1),
  ).map((fault) => fault.replace(/^\d+: /, ''))

function validatorsOf(lens: ChainLens) {
  const path = '/cosmos.staking.v1beta1.Query/Validators'
  const { value } = decodeAbciQuery(resultOf(lens, 'abci_query', { path, data: '', height: '28' }))
  return QueryValidatorsResponse.decode(value).validators
}

describe('N22: endpoints that lie, and what gives them away', () => {
  it('N22: a removed signature: all holds but the last_commit_hash of the next header', () => {
    const liar = seen({ kind: 'removed_signature', validator: 3 })
    const { commit } = reportedCommit(liar, 25)
    expect(commit.signatures.filter(({ flag }) => flag === 1)).toHaveLength(1)
    expect(faultsAt(liar, 25)).toEqual([])
    expect(commitHash(commit.signatures)).not.toBe(reportedCommit(seen(), 26).header.lastCommitHash)
    const once = seen({ kind: 'removed_signature', validator: 3, height: 24 })
    expect(reportedCommit(once, 25)).toEqual(reportedCommit(seen(), 25))
  })

  it('N22: a forged hash: one block whose header fits its hash and whose signatures do not', () => {
    const liar = seen({ kind: 'forged_hash', height: 25 })
    const { header, commit } = reportedCommit(liar, 25)
    expect(headerHash(header)).toBe(commit.blockId.hash)
    expect(commit.blockId.hash).not.toBe(reportedCommit(seen(), 25).commit.blockId.hash)
    expect(faultsAt(liar, 25)).toContain('vote of 0')
    expect(reportedCommit(liar, 26)).toEqual(reportedCommit(seen(), 26))
  })

  it('N22: a ramp: eight heights a second beyond the truth, the newest block under other numbers', () => {
    const endpoint = createEndpoint({ chain, name: 'a', seed: 's', faults: [{ kind: 'ramp' }] })
    const now = chain.now()
    clock.set(now + 1_500)
    const lens = endpoint.lens(endpoint.admit())
    const truth = chain.height()
    clock.set(now)
    expect(lens.latest).toBe(truth + 12)
    const { header, commit } = reportedCommit(lens, truth + 7)
    expect([header.height, commit.height]).toEqual([truth + 7, truth + 7])
    expect(headerHash(header)).not.toBe(commit.blockId.hash)
    expect(reportedSet(lens, truth + 12)).toHaveLength(6)
  })

  it('N22: empty claims: eight heights a second more, and no block above where they began', () => {
    const began = chain.height()
    const endpoint = createEndpoint({
      chain,
      name: 'a',
      seed: 's',
      faults: [{ kind: 'empty_claims', height: began }],
    })
    const now = chain.now()
    clock.set(now + 1_500)
    const lens = endpoint.lens(endpoint.admit())
    const claimed = chain.height() + 12
    clock.set(now)
    expect([lens.latest, lens.latest + lens.boast]).toEqual([began, claimed])
    expect(() => reportedCommit(lens, began + 1)).toThrow(RpcFault)
  })

  it('N22: a flipped jail: in the list, and in the raw value, which its proof then does not prove', () => {
    const liar = seen({ kind: 'flipped_jail', validator: 2 })
    const operator = chain.view().chain.roster[2]?.operatorAddress ?? ''
    expect(validatorsOf(seen()).filter(({ jailed }) => jailed)).toEqual([])
    expect(
      validatorsOf(liar)
        .filter(({ jailed }) => jailed)
        .map((one) => one.operatorAddress),
    ).toEqual([operator])
    const { store, key } = validatorKey(operator)
    const params = {
      path: `/store/${store}/key`,
      data: Buffer.from(key).toString('hex'),
      height: '28',
      prove: true,
    }
    const { appHash } = reportedCommit(seen(), 29).header
    const claimOf = (lens: ChainLens) => ({
      store,
      key,
      appHash,
      ...decodeAbciQuery(resultOf(lens, 'abci_query', params)),
    })
    expect(() => checkState(claimOf(seen()))).not.toThrow()
    expect(() => checkState(claimOf(liar))).toThrow()
  })

  it('N22: another self-delegation: by query, and in the raw value, which its proof then does not prove', () => {
    const liar = seen({ kind: 'other_self_stake', validator: 2 })
    const operator = chain.view().chain.roster[2]?.operatorAddress ?? ''
    const data = Buffer.from(selfDelegationRequest(operator)).toString('hex')
    const said = (lens: ChainLens) => {
      const params = { path: DELEGATION, data, height: '28' }
      return decodeDelegation(decodeAbciQuery(resultOf(lens, 'abci_query', params)).value)
    }
    expect(said(liar)).toBe(2n * said(seen()))
    const where = selfDelegationKey(operator)
    const key = Buffer.from(where.key).toString('hex')
    const params = { path: `/store/${where.store}/key`, data: key, height: '28', prove: true }
    const { appHash } = reportedCommit(seen(), 29).header
    const claimOf = (lens: ChainLens) => decodeAbciQuery(resultOf(lens, 'abci_query', params))
    const [truth, lie] = [claimOf(seen()), claimOf(liar)]
    expect(decodeDelegationRecord(lie.value)).toBe(2n * decodeDelegationRecord(truth.value))
    expect(() => checkState({ ...where, ...truth, appHash })).not.toThrow()
    expect(() => checkState({ ...where, ...lie, appHash })).toThrow('another value')
  })

  it('N22: old state as new, by query and by key', () => {
    const liar = seen({ kind: 'stale_state', blocks: 5 })
    const rate = (lens: ChainLens) =>
      validatorsOf(lens).filter(({ commission }) => commission.commissionRates.rate === '777').length
    expect([rate(seen()), rate(liar)]).toEqual([1, 0])
  })

  it('N22: an upgrade that is not planned', () => {
    const planOf = (lens: ChainLens) => {
      const params = { path: CURRENT_PLAN, data: '', height: '28' }
      return decodeCurrentPlan(decodeAbciQuery(resultOf(lens, 'abci_query', params)).value).plan
    }
    expect(planOf(seen())).toBeNull()
    expect(planOf(seen({ kind: 'false_plan', height: 90 }))).toEqual({ name: 'made-up', height: 90 })
    expect(planOf(seen({ kind: 'false_plan' }))).toBeNull()
  })

  it('N22: a proxy that refuses /store', () => {
    const liar = seen({ kind: 'no_store' })
    const params = { path: '/store/staking/key', data: '51', height: '28', prove: true }
    expect(() => resultOf(liar, 'abci_query', params)).toThrow('Internal error')
    expect(validatorsOf(liar)).toHaveLength(6)
  })

  it('N22: a frozen endpoint answers on at its height', () => {
    const frozen = seen({ kind: 'halt', height: 22 })
    expect(frozen.latest).toBe(22)
    expect(reportedCommit(frozen, 22).canonical).toBe(false)
    expect(faultsAt(frozen, 22)).toEqual([])
  })

  it('N20: a fork shares the past and is signed by the same validators', () => {
    const fork = seen({ kind: 'fork', height: 15 })
    expect(reportedCommit(fork, 14)).toEqual(reportedCommit(seen(), 14))
    expect(reportedCommit(fork, 15).commit.blockId).not.toEqual(reportedCommit(seen(), 15).commit.blockId)
    expect(faultsAt(fork, 15)).toEqual([])
    expect(faultsAt(fork, 25, fork)).toEqual([])
  })

  it('N18: a crooked proposer: the canonical commit names another address and is proven all the same', () => {
    const { commit } = reportedCommit(seen(), 20)
    const { set, roster } = { set: chain.view().chain.history.at(20).set, roster: chain.view().chain.roster }
    const place = set.members.findIndex(({ index }) => index === 1)
    expect(commit.signatures[place]?.address).toBe(roster[4]?.consensusHex)
    expect(faultsAt(seen(), 20)).toEqual([])
    expect(faultsAt(seen(), 21)).toEqual([])
  })

  it('N18: a late vote is missing in the seen commit, which proves its block, and stands in the canonical one', () => {
    const absent = () => reportedCommit(seen(), 30).commit.signatures.filter(({ flag }) => flag === 1).length
    expect([reportedCommit(seen(), 30).canonical, absent()]).toEqual([false, 1])
    expect(faultsAt(seen(), 30)).toEqual([])
    to(31)
    expect([reportedCommit(seen(), 30).canonical, absent()]).toEqual([true, 0])
    to(30)
  })
})

describe('N15: the newest headers', () => {
  it('N15: /blockchain gives headers downwards, twenty at most, the same as /header does', () => {
    const { block_metas, last_height } = resultOf(seen(), 'blockchain', {
      minHeight: '4',
      maxHeight: '40',
    }) as {
      last_height: string
      block_metas: { header: { height: string }; block_id: { hash: string } }[]
    }
    expect(last_height).toBe('30')
    expect(block_metas.map(({ header }) => Number(header.height))).toEqual(
      Array.from({ length: 20 }, (_, below) => 30 - below),
    )
    expect({ header: block_metas[3]?.header }).toEqual(resultOf(seen(), 'header', { height: '27' }))
    expect(block_metas[3]?.block_id.hash).toBe(reportedCommit(seen(), 27).commit.blockId.hash)
  })

  it('N15: a node of 0.34 has no /header', () => {
    const { chain: old, to: toOld } = smallChain([], { ...chain.profile, cometVersion: '0.34.36' })
    toOld(9)
    expect(() => resultOf(lensOf(old.view(), []), 'header', { height: '5' })).toThrow('Method not found')
  })
})
