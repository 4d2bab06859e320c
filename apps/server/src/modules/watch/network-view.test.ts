import { expect, test } from 'vitest'
import { createNetworkView, type ViewUpdate } from './network-view.ts'
import type { ValidatorRecord } from './validator-facts.ts'

const now = 1_000_000
const tia = { symbol: 'TIA', decimals: 6 }

/** A network in batch 7 of its first epoch, with one validator of this name. */
function updateWith(moniker: string): ViewUpdate {
  const row: ViewUpdate['row'] = {
    networkId: 1,
    epoch: 1,
    chainId: 'celestia',
    seq: 7,
    startedAt: now - 60_000,
    observedAt: now - 1000,
    syncingAt: null,
    source: 'rpc.example.org',
    headHeight: 100,
    headAt: now - 2000,
    height: 99,
    blockHash: null,
    stateHeight: 99,
    stateAt: now - 1000,
    hasStaking: true,
    hasSlashing: true,
    signedBlocksWindow: 100,
    minSignedPerWindow: '0.5',
    bondedTokens: 10n,
    bondedValidators: 1,
    refusedChainId: null,
    refusedReason: null,
    refusedAt: null,
  }
  return { row, records: [record(moniker)], blocks: [], signing: null }
}

function record(moniker: string): ValidatorRecord {
  return {
    id: 1,
    slot: 0,
    operatorAddress: 'celestiavaloper1x',
    consensusAddress: 'A76076043BAA8A97F94F4664EF2A197334146FB9',
    moniker,
    identity: null,
    website: null,
    securityContact: null,
    details: null,
    bondStatus: 'BOND_STATUS_BONDED',
    jailed: false,
    tombstoned: false,
    jailedUntil: null,
    tokens: 10n,
    power: 10n,
    rank: 1,
    commissionRate: '0.100000000000000000',
    commissionMaxRate: null,
    commissionMaxChangeRate: null,
    commissionUpdatedAt: null,
    unbondingAt: null,
    toldPower: 10n,
    toldRank: 1,
    absentSince: null,
    removedAt: null,
    changedAt: now,
  }
}

function tagOf({ moniker = 'Ada', unit = tia, at = now } = {}): string {
  const view = createNetworkView({ context: () => ({ followed: true, processStartedAt: 0, unit }) })
  view.update(updateWith(moniker))
  return view.list(at).kept.etag
}

test('P43: the tag of the list is that of what it says: the same in every process, another one when the state changes', () => {
  expect(tagOf()).toBe(tagOf())
  expect(tagOf({ at: now + 60_000 })).not.toBe(tagOf())
})

test('P43: another database or catalogue behind the same address, by chance at the same batch, has another tag', () => {
  expect(tagOf({ moniker: 'Grace' })).not.toBe(tagOf())
  expect(tagOf({ unit: { symbol: 'ATOM', decimals: 6 } })).not.toBe(tagOf())
})

test('P43: the list is made once, and again when a batch or the time changes what it says', () => {
  const view = createNetworkView({ context: () => ({ followed: true, processStartedAt: 0, unit: tia }) })
  view.update(updateWith('Ada'))
  const first = view.list(now)
  expect(view.list(now)).toBe(first)
  const halted = view.list(now + 60_000)
  expect(halted.body.status.state).not.toBe(first.body.status.state)
  expect(JSON.parse(halted.kept.bytes.toString())).toEqual(halted.body)
  view.update(updateWith('Grace'))
  expect(view.list(now).body.validators[0]?.moniker).toBe('Grace')
  expect(JSON.parse(view.list(now).kept.bytes.toString())).toEqual(view.list(now).body)
})
