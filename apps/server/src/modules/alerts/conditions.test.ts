import { catalogue } from '@roundsman/alerting/catalogue'
import { deciding, type TargetState } from '@roundsman/alerting/deciding'
import { governance, type GovernanceState } from '@roundsman/alerting/governance'
import type { NetworkStatus, Validator } from '@roundsman/contract/networks/validators'
import { describe, expect, test } from 'vitest'
import { type ConditionsOf, conditionsView } from './conditions.ts'

const now = Date.UTC(2026, 10, 21, 12)
const since = now - 60_000
const time = (ms: number) => new Date(ms).toISOString()
const status: NetworkStatus = {
  ...{ state: 'LIVE', height: 90, block_time_seconds: 6, source: null, assurance: 'PROVEN', refused: null },
  ...{
    latest_block_at: time(now - 3_000),
    observed_at: time(now - 2_000),
    signed_power_share: 0.75,
    unit: null,
  },
  ...{ signed_blocks_window: 100, min_signed_per_window: 0.5 },
  ...{ bonded_tokens: null, bonded_validators: null, max_validators: null },
}
const row: Validator = {
  ...{ id: 7, operator_address: null, consensus_address: 'C', moniker: null, identity: null, website: null },
  ...{ avatar: null, rank: 1, bond_status: 'BOND_STATUS_BONDED', jailed: false, tombstoned: false },
  ...{
    jailed_until: null,
    tokens: '1000',
    voting_power: '10',
    voting_power_share: 0.04,
    commission_rate: 0.1,
  },
  ...{ uptime: 0.97, missed_blocks: 3, signed_blocks_window: 100, consecutive_missed: 3 },
  ...{
    missed_blocks_exact: true,
    consecutive_missed_exact: true,
    seconds_to_jail: 600,
    seconds_to_jail_at_most: 600,
    recent_signatures: '',
    state_assurance: null,
  },
  updated_at: time(now),
}
const known: TargetState = {
  conditions: { 112: { is: 1, since }, 101: { is: 0, since, unknown: now - 5_000 }, 201: { is: 0, since } },
}
const { head } = deciding.begin(1)
const ofValidator: ConditionsOf = {
  target: { key: 'validator:7', type: 'VALIDATOR' },
  state: { head, targets: { 'validator:7': known } },
  ...{ status, row, now, bridge: null },
}
const view = (of: ConditionsOf, settingId: number) =>
  conditionsView(catalogue, of).find(({ setting_id }) => setting_id === settingId)
const observed_at = status.observed_at

test('E105: each setting of the target has the state of its condition, since when, and the last known figure', () => {
  const three = { state: 'TRUE', since: time(since), value: 3, observed_at }
  expect(view(ofValidator, 1121)).toEqual({ setting_id: 1121, ...three })
  expect(view(ofValidator, 1122)).toEqual({ setting_id: 1122, ...three })
  const unknown = { state: 'UNKNOWN', since: time(now - 5_000), value: 0.97, observed_at }
  expect(view(ofValidator, 1011)).toEqual({ setting_id: 1011, ...unknown })
  expect(view(ofValidator, 2011)).toMatchObject({ state: 'FALSE', value: null })
  expect(view(ofValidator, 3011)).toMatchObject({ state: 'UNKNOWN', since: null })
  expect(view(ofValidator, 9011)).toBeUndefined()
  const ids = conditionsView(catalogue, ofValidator).map(({ setting_id }) => setting_id)
  const settings = Object.values(catalogue.settings('en')).flat()
  const wanted = settings.filter(({ target_type }) => target_type === 'VALIDATOR').map(({ id }) => id)
  expect([...ids].sort()).toEqual([...wanted].sort())
})

test('E106: where nobody sees the network any more everything is UNKNOWN, with the last figures', () => {
  const blind = { ...ofValidator, status: { ...status, state: 'UNREACHABLE' as const } }
  expect(view(blind, 1121)).toEqual({
    setting_id: 1121,
    state: 'UNKNOWN',
    since: observed_at,
    value: 3,
    observed_at,
  })
  expect(view({ ...ofValidator, row: null }, 1121)).toMatchObject({
    state: 'TRUE',
    value: null,
    observed_at: null,
  })
})

test('E105: figures of the network', () => {
  const state = { head: { ...head, plan: { name: 'v9', height: 100 } }, targets: {} }
  const of: ConditionsOf = { ...ofValidator, target: { key: 'network', type: 'ANY' }, state, row: null }
  expect(view(of, 9011)).toMatchObject({ state: 'UNKNOWN', value: 0 })
  expect(view(of, 9111)).toMatchObject({ value: 0.75 })
  expect(view(of, 9211)).toMatchObject({ value: 60 })
  const halted = { ...of, status: { ...status, state: 'HALTED' as const } }
  expect(view(halted, 9011)).toMatchObject({ value: 3 })
  expect(view({ ...of, status: { ...status, state: 'UNREACHABLE' } }, 9311)).toMatchObject({ value: 2 })
})

describe('E133: the figure of every condition is of its own kind', () => {
  const hour = 3_600_000
  /** Higher until half an hour ago, lower until ten minutes ago. */
  const stake = {
    ...{ from: [now - 30 * hour, now - 30 * hour] as const, tokens: '900' },
    ...{ highs: [[now - hour / 2, '1000'] as const], lows: [[now - hour / 6, '850'] as const] },
  }
  const others = {
    503: { is: 1 as const, since },
    504: { is: 1 as const, since },
    511: { is: 0 as const, since },
  }
  const conditions = { ...known.conditions, ...others, 505: { is: 0 as const, since, unknown: now - 5_000 } }
  const targets = { 'validator:7': { conditions, stake } }
  const of: ConditionsOf = { ...ofValidator, state: { head: { ...head, stateAt: now }, targets } }

  test('E133: where the setting has a unit there is one, and where it has none there is none', () => {
    const network = { ...of, target: { key: 'network', type: 'ANY' as const }, row: null }
    const plan = { ...head, stateAt: now, plan: { name: 'v9', height: 100 } }
    const bridge = { id: 3, updateAgeMs: 9_000, lag: 2, stalledMs: 0, updatedAt: now }
    const all = [
      ...conditionsView(catalogue, of),
      ...conditionsView(catalogue, { ...network, state: { head: plan, targets } }),
      ...conditionsView(catalogue, { ...of, target: { key: 'bridge:3', type: 'BRIDGE' }, bridge }),
    ]
    const ids = catalogue.conditions.map(({ id }) => id)
    expect(new Set(all.map(({ setting_id }) => Math.floor(setting_id / 10)))).toEqual(new Set(ids))
    const wrong = all.filter(({ setting_id, value }) => {
      const { unit = null, type } = catalogue.setting(setting_id, 'en') ?? {}
      // Those of votes have one where there is a vote (V30).
      if (type === 'GOVERNANCE') return false
      return (unit === null) !== (value === null) || (unit === 'FRACTION' && value !== null && value > 1)
    })
    expect(wrong).toEqual([])
  })

  test('E133: a stake is as far from its highest, or its lowest, as it is now, and no further', () => {
    expect(view(of, 5031)).toMatchObject({ state: 'TRUE', since: time(since), value: 1 - 0.9 })
    // Notified of a quarter within this hour, and most of it is back.
    expect(view(of, 5041)).toMatchObject({ state: 'FALSE', since: null, value: 1 - 0.9 })
    expect(view(of, 5111)?.value).toBeCloseTo(900 / 850 - 1, 9)
    expect(view(of, 5111)).toMatchObject({ state: 'TRUE', since: null })
    expect(view(of, 5051)).toMatchObject({ state: 'UNKNOWN', since: time(now - 5_000) })
    expect(view({ ...of, state: { head, targets: { 'validator:7': known } } }, 5031)).toMatchObject({
      value: null,
    })
  })
})

test('V30: of votes it is said for all proposals together, and how long it is until the first of them ends', () => {
  const [hour, end] = [3_600_000, now + 20 * 3_600_000]
  const started = { ...governance.begin(1), matters: {} as GovernanceState['matters'] }
  const votes: GovernanceState = {
    head: { ...started.head, proposalsSince: now - hour },
    matters: {
      'validator:7:42:a': { overAt: end, conditions: { 1102: { is: 1, since }, 1103: { is: 0, since } } },
      'validator:7:43:b': { overAt: end + hour, conditions: { 1102: { is: 1, since: since - 1 } } },
      'validator:7:44:c': { overAt: end, conditions: { 1103: { is: 1, since, unknown: now - 5_000 } } },
      'validator:8:42:a': { overAt: end, conditions: { 1104: { is: 1, since } } },
    },
  }
  const of = { ...ofValidator, validatorId: 7, votes }
  expect(view(of, 11_021)).toMatchObject({ state: 'TRUE', since: time(since - 1), value: 72_000 })
  expect(view(of, 11_031)).toMatchObject({ state: 'UNKNOWN', since: time(now - 5_000), value: null })
  expect(view(of, 11_041)).toMatchObject({ state: 'FALSE', since: time(now - hour), value: null })
  // Nobody has said yet what is signalled, and nobody sees the network.
  expect(view(of, 11_211)).toMatchObject({ state: 'UNKNOWN', since: null })
  const unseen = { ...of, status: { ...status, state: 'UNREACHABLE' as const } }
  expect(view(unseen, 11_021)).toMatchObject({ state: 'UNKNOWN', since: status.observed_at })
})
