import { type AlertEntry, alertTypes, settingId } from '@roundsman/contract/alerts/alerts'
import { describe, expect, it } from 'vitest'
import { channelStates, usableChannels } from '../../data/alerts/channel-states.ts'
import { byMute, muteStateOf } from '../../data/alerts/mutes/mute-alerts.ts'
import { recommend, recommendedFor, recommendedSets } from '../../data/alerts/recommended.data.ts'
import { someAlertSettings, someSetting } from '../../data/testing/some-alert-settings.ts'
import { someBridge } from '../../data/testing/some-bridge.ts'
import { someValidator } from '../../data/testing/some-list.ts'
import { parseAlertsSearch } from './alerts-search.ts'
import {
  boxesOf,
  editsTowards,
  entriesOfBoxes,
  stillEdits,
  withBox,
  withEdits,
} from './settings/draft-boxes.ts'
import { groupSettings } from './settings/setting-groups.ts'
import { copySources } from './settings/settings-panel.tsx'
import {
  bodyTargetsOf,
  bridgesToChoose,
  entriesOn,
  isGone,
  nameOf,
  searchOf,
  type Target,
  targetOf,
  withOwnIds,
} from './targets/target.ts'
import {
  countByBridge,
  countOf,
  countOfEvery,
  entriesByValidator,
  groupBridges,
  groupTargets,
  noEntries,
  wholeNetwork,
} from './targets/target-groups.ts'

const settings = someAlertSettings
const entry = (id: number, change: Partial<AlertEntry>): AlertEntry => ({
  ...{ id, blockchain_validator_id: 7, bridge_id: null, setting_id: 1121, channels: ['EMAIL'] },
  muted_until: null,
  ...change,
})

describe('P130: what alerts are set for', () => {
  it('stands in the address, and what it does not understand is dropped', () => {
    expect(parseAlertsSearch({ validator: ['7', '9', '7', '01', 'x'] })).toEqual({ validator: ['7', '9'] })
    expect(parseAlertsSearch({ validator: '7', target: 'every' })).toEqual({ validator: ['7'] })
    expect(parseAlertsSearch({ target: 'moon', q: 'x' })).toEqual({})
    for (const search of [{ validator: ['7', '9'] }, { target: 'network' as const }]) {
      const target = targetOf(search)
      expect(target && searchOf(target)).toEqual(search)
    }
    expect(targetOf({})).toBeNull()
  })
  it('is one target for each validator of a change, and one without any for the network and for every one of it', () => {
    expect(bodyTargetsOf({ kind: 'validators', first: 7, ids: [7, 9] })).toEqual([
      { blockchain_validator_id: 7 },
      { blockchain_validator_id: 9 },
    ])
    expect(bodyTargetsOf({ kind: 'every' })).toEqual([{}])
    expect(bodyTargetsOf({ kind: 'network' })).toEqual([{}])
  })
  it('is found by moniker or address: the user’s own first, then those with alerts, each once', () => {
    const rows = [1, 2, 3, 4].map((id) => someValidator({ id }))
    const known = { mine: new Set([3]), withAlerts: new Set([3, 4]) }
    const ids = (search: string) =>
      groupTargets(rows, { search, ...known }).map((group) => [group.kind, ...group.rows.map(({ id }) => id)])
    expect(ids('')).toEqual([
      ['mine', 3],
      ['withAlerts', 4],
      ['all', 1, 2],
    ])
    expect(ids('validator 4')).toEqual([['withAlerts', 4]])
    expect(ids('CELESTIAVALCONS1Z2')).toEqual([['all', 2]])
    expect(ids('nobody')).toEqual([])
  })
})

describe('P234: bridges as what alerts are set for', () => {
  it('stand in the address after validators and before the whole of a kind', () => {
    expect(parseAlertsSearch({ bridge: ['3', '5', '3', 'x'] })).toEqual({ bridge: ['3', '5'] })
    expect(parseAlertsSearch({ bridge: '3', validator: '7' })).toEqual({ validator: ['7'] })
    expect(parseAlertsSearch({ bridge: '3', target: 'bridges' })).toEqual({ bridge: ['3'] })
    expect(targetOf({ target: 'bridges' })).toEqual({ kind: 'everyBridge' })
    for (const search of [{ bridge: ['3', '5'] }, { target: 'bridges' as const }]) {
      const target = targetOf(search)
      expect(target && searchOf(target)).toEqual(search)
    }
    expect(bodyTargetsOf({ kind: 'bridges', first: 3, ids: [3, 5] })).toEqual([
      { bridge_id: 3 },
      { bridge_id: 5 },
    ])
    expect(bodyTargetsOf({ kind: 'everyBridge' })).toEqual([{}])
  })
  it('are found by name or peer id: the user’s own first, those in trouble before the others', () => {
    const rows = [
      someBridge({ id: 1, name: 'birch' }),
      someBridge({ id: 2, name: null }),
      someBridge({ id: 3, name: 'zinc', owned: true }),
      someBridge({ id: 4, name: 'ash', owned: true, sync_status: 'SYNCED' }),
      someBridge({ id: 5, name: 'yew', owned: true, sync_status: 'STALLED' }),
      someBridge({ id: 6, name: 'alder' }),
    ]
    const found = (search: string) =>
      groupBridges(rows, {
        search,
        withAlerts: new Set([1, 4]),
        compareNames: (a, b) => a.localeCompare(b),
      }).map((group) => [group.kind, ...group.rows.map(({ id }) => id)])
    expect(found('')).toEqual([
      ['mine', 5, 4, 3],
      ['withAlerts', 1],
      ['all', 6, 2],
    ])
    expect(found(' BIR ')).toEqual([['withAlerts', 1]])
    expect(found('wbridge2')).toEqual([['all', 2]])
    expect(found('nobody')).toEqual([])
  })
})

describe('P235: settings of bridges', () => {
  const entries = [
    entry(1, { blockchain_validator_id: null, bridge_id: 3, setting_id: 8111 }),
    entry(2, { blockchain_validator_id: null, bridge_id: 5, setting_id: 8111 }),
    entry(3, { blockchain_validator_id: null, setting_id: 8111 }),
    entry(4, { blockchain_validator_id: 3, setting_id: 1121 }),
    entry(5, { blockchain_validator_id: null, setting_id: 1121 }),
    entry(6, { blockchain_validator_id: null, setting_id: 9021 }),
  ]
  const three: Target = { kind: 'bridges', first: 3, ids: [3] }
  const ids = (found: readonly AlertEntry[]) => found.map(({ id }) => id)
  it('are those of its own, never those of a validator with the same id', () => {
    expect(ids(entriesOn(three, entries))).toEqual([1])
    expect(ids(entriesOn({ kind: 'validators', first: 3, ids: [3] }, entries))).toEqual([4])
    expect(ids(entriesOn({ kind: 'everyBridge' }, entries))).toEqual([3, 5, 6])
    expect([...countByBridge(entries)]).toEqual([
      [3, 1],
      [5, 1],
    ])
    const whole = entriesByValidator(entries, settings).get(wholeNetwork)
    expect(countOfEvery(whole)).toEqual({ validators: 1, bridges: 1, network: 1 })
  })
  it('are of the two types about bridges, both triggers in one row', () => {
    for (const target of [three, { kind: 'everyBridge' as const }])
      expect(groupSettings(settings, target).map(({ type }) => type)).toEqual(['OTEL_UPDATE', 'SYNC_STATUS'])
  })
  it('are taken over from other bridges, or from every one', () => {
    const choices = { validators: [], bridges: [someBridge({ id: 5 })], networkHeight: null }
    const inView = entries.filter(({ setting_id }) => setting_id === 8111)
    const named = (id: number) => nameOf(three, id, choices)
    expect(copySources(inView, { except: 3, every: 'Every bridge', nameOf: named })).toEqual([
      { id: 5, name: 'Bridge 5' },
      { id: null, name: 'Every bridge' },
    ])
  })
  it('belong to the peer id: of two with the same one it is the one that pushes', () => {
    const same = { peer_id: '12D3KooWSame' }
    const listed = [
      someBridge({ id: 8, source: 'SCRAPE', ...same }),
      someBridge({ id: 9, contested: true, ...same }),
      someBridge({ id: 4 }),
    ]
    const bridges = bridgesToChoose(listed)
    expect(bridges.map(({ id }) => id)).toEqual([9, 4])
    const named = withOwnIds({ kind: 'bridges', first: 8, ids: [8, 9, 4] }, listed)
    expect(named).toEqual({ kind: 'bridges', first: 9, ids: [9, 4] })
    const choices = { validators: [], bridges, networkHeight: null }
    expect(isGone(named, choices)).toBe(false)
    expect(isGone({ kind: 'bridges', first: 99, ids: [99] }, choices)).toBe(true)
    expect(isGone({ kind: 'everyBridge' }, choices)).toBe(false)
  })
  it('P235: are recommended for an operator, with a call for what is critical, and not at all for who only delegates', () => {
    const ofBridges = alertTypes
      .flatMap((type) => settings[type])
      .filter(({ target_type }) => target_type === 'BRIDGE')
    expect(recommendedFor(ofBridges)).toEqual(['operator'])
    const wanted = recommend(recommendedSets.operator, new Set(['SMS', 'VOICE', 'EMAIL']))
    expect([...(wanted.get(8111) ?? [])]).toEqual(['SMS', 'VOICE', 'EMAIL'])
    expect([...(wanted.get(7031) ?? [])]).toEqual(['SMS', 'VOICE', 'EMAIL'])
    expect([...(wanted.get(7021) ?? [])]).toEqual(['EMAIL'])
    // P900: a halt rings, and that nothing can be seen comes by SMS, and rings when it lasts.
    expect([...(wanted.get(9021) ?? [])]).toEqual(['SMS', 'VOICE', 'EMAIL'])
    expect([...(wanted.get(9311) ?? [])]).toEqual(['SMS', 'EMAIL'])
    expect([...(wanted.get(9321) ?? [])]).toEqual(['SMS', 'VOICE', 'EMAIL'])
    expect([...(wanted.get(9322) ?? [])]).toEqual(['SMS', 'EMAIL'])
  })
})

describe('P132: entries of a user', () => {
  it('are grouped per validator by setting type, each type an empty list by default', () => {
    const grouped = entriesByValidator(
      [
        entry(1, {}),
        entry(2, { setting_id: 2011 }),
        entry(3, { blockchain_validator_id: null, setting_id: 9021 }),
        entry(4, { blockchain_validator_id: null, bridge_id: 5 }),
        entry(5, { blockchain_validator_id: 9, setting_id: 4711 }),
      ],
      settings,
    )
    expect(grouped.get(7)).toEqual({
      ...noEntries(),
      UPTIME: [entry(1, {})],
      JAILED: [entry(2, { setting_id: 2011 })],
    })
    expect(grouped.get(wholeNetwork)?.NETWORK.map(({ id }) => id)).toEqual([3])
    expect([...grouped.keys()]).toEqual([7, wholeNetwork])
    expect([countOf(grouped.get(7)), countOf(grouped.get(8))]).toEqual([2, 0])
  })
  it('P981: of the network count votes and upgrades, and none of every validator', () => {
    const GOVERNANCE = [
      someSetting(10_021, { type: 'GOVERNANCE', target_type: 'ANY' }),
      someSetting(11_041, { type: 'GOVERNANCE' }),
    ]
    const whole = entriesByValidator(
      [9021, 9311, 9312, 10_021, 11_041, 1121].map((setting_id, id) =>
        entry(id, { blockchain_validator_id: null, setting_id }),
      ),
      { ...settings, GOVERNANCE },
    ).get(wholeNetwork)
    // The beginning and the end of one condition are one alert.
    expect(countOfEvery(whole)).toEqual({ validators: 2, bridges: 0, network: 3 })
  })
  it('P977: about votes stand last, those of the network with it, the others with validators', () => {
    const GOVERNANCE = [
      someSetting(10_021, { type: 'GOVERNANCE', target_type: 'ANY' }),
      ...[someSetting(11_041, { type: 'GOVERNANCE' }), someSetting(11_042, { type: 'GOVERNANCE' })],
    ]
    const rows = (target: Parameters<typeof groupSettings>[1]) =>
      groupSettings({ ...settings, GOVERNANCE }, target)
        .map(({ type, rows: of }) => [type, ...of.map(({ begins, ends }) => [begins.id, ends?.id])])
        .at(-1)
    expect(rows({ kind: 'network' })).toEqual(['GOVERNANCE', [10_021, undefined]])
    expect(rows({ kind: 'every' })).toEqual(['GOVERNANCE', [11_041, 11_042]])
  })
  it('stand in one row for both triggers of a condition, whose id both have', () => {
    const rows = (target: Parameters<typeof groupSettings>[1]) =>
      groupSettings(settings, target).map(({ type, rows }) => [
        type,
        ...rows.map(({ ends }) => ends?.id ?? null),
      ])
    expect(rows({ kind: 'every' })).toEqual([
      ['UPTIME', 1122],
      ['JAILED', null],
    ])
    // Conditions that look alike are not taken for one.
    expect(rows({ kind: 'network' })).toEqual([['NETWORK', null, 9312]])
  })
})

describe('P133: boxes', () => {
  const saved = boxesOf([entry(1, { channels: ['SMS', 'EMAIL'] })])
  const box = (channel: 'SMS' | 'VOICE' | 'EMAIL') => ({ setting: 1121, channel })
  it('that are back as they were saved are no edits', () => {
    const edits = withBox(saved, {}, box('VOICE'), true)
    expect(Object.keys(edits)).toHaveLength(1)
    expect(withBox(saved, edits, box('VOICE'), false)).toEqual({})
  })
  it('are kept over what is saved elsewhere meanwhile', () => {
    const edits = withBox(saved, withBox(saved, {}, box('VOICE'), true), box('SMS'), false)
    const meanwhile = boxesOf([entry(1, { channels: ['VOICE', 'SMS'] })])
    expect(Object.keys(stillEdits(meanwhile, edits))).toEqual(['1121:SMS'])
    expect(entriesOfBoxes(withEdits(meanwhile, edits))).toEqual([{ setting_id: 1121, channels: ['VOICE'] }])
  })
  it('without a channel leave their entry out, and those of other settings stay', () => {
    const two = boxesOf([entry(1, {}), entry(2, { setting_id: 9021 })])
    const edits = editsTowards(two, {}, [someSetting(1121)], new Map())
    expect(entriesOfBoxes(withEdits(two, edits))).toEqual([{ setting_id: 9021, channels: ['EMAIL'] }])
  })
})

describe('P131: the recommended sets', () => {
  it('leave out channels that cannot be used, and say by mail what would have none', () => {
    const phone = recommend(recommendedSets.operator, new Set(['SMS', 'VOICE', 'EMAIL']))
    const mail = recommend(recommendedSets.operator, new Set(['EMAIL']))
    expect([...(phone.get(2011) ?? [])]).toEqual(['SMS', 'VOICE', 'EMAIL'])
    expect([...mail.keys()]).toEqual([...phone.keys()])
    for (const channels of mail.values()) expect([...channels]).toEqual(['EMAIL'])
  })
  it('P891: no call is for information, ends included', () => {
    const sets = Object.values(recommendedSets).flat()
    const calls = sets.filter(({ channels }) => channels.includes('VOICE'))
    // CRITICAL, all of them (conditions.data.ts).
    const critical = [1041, 1141, 1221, 1231, 2011, 3011, 4012, 7031, 8111, 9021, 9321, 11_041]
    const rings = calls.map(({ condition, trigger }) => settingId(condition, trigger))
    expect([...new Set(rings)].sort((a, b) => a - b)).toEqual(critical)
  })
  it('P975: tell a delegator that jail is near, and as soon as it signs that it is not', () => {
    const boxes = recommend(recommendedSets.delegator, new Set(['SMS', 'VOICE', 'EMAIL']))
    // Jail within 1 h; the share of the window recovers hours later.
    expect([1231, 1232].map((id) => [...(boxes.get(id) ?? [])])).toEqual([['EMAIL'], ['EMAIL']])
  })
  it('P1059: tell whoever is told of an upgrade that it is done or canceled, by the same channels', () => {
    for (const set of Object.values(recommendedSets)) {
      const boxes = recommend(set, new Set(['SMS', 'VOICE', 'EMAIL']))
      // Within 24 hours and within one.
      for (const begins of [9211, 9221])
        expect([...(boxes.get(begins + 1) ?? [])]).toEqual([...(boxes.get(begins) ?? [])])
    }
  })
  it('P978: tell an operator in time of what is not voted on, a delegator that one can vote', () => {
    const phone = new Set(['SMS', 'VOICE', 'EMAIL'] as const)
    const [operator, delegator] = [recommendedSets.operator, recommendedSets.delegator].map((set) =>
      recommend(set, phone),
    )
    const byOf = (boxes: typeof operator, ids: readonly number[]) =>
      ids.map((id) => [...(boxes?.get(id) ?? [])])
    // Not voted with 24, 6 and 1 h left; an upgrade can be voted on, and is scheduled.
    expect(byOf(operator, [11_021, 11_031, 11_041, 10_021, 10_221])).toEqual([
      ['EMAIL'],
      ['SMS', 'EMAIL'],
      ['SMS', 'VOICE', 'EMAIL'],
      ['EMAIL'],
      ['SMS', 'EMAIL'],
    ])
    // Not signaled while half has, and while all that is needed has.
    expect(byOf(operator, [11_211, 11_221])).toEqual([['EMAIL'], ['SMS', 'EMAIL']])
    expect(byOf(delegator, [10_011, 11_041])).toEqual([['EMAIL'], []])
  })
  it('never call who only delegates', () => {
    for (const { channels } of recommendedSets.delegator) expect(channels).not.toContain('VOICE')
  })
})

describe('P628: a recommended set', () => {
  it('goes by each channel that the user added, and by PagerDuty where a phone would be used', () => {
    const boxes = recommend(recommendedSets.operator, new Set(['EMAIL', 'SLACK', 'PAGERDUTY']))
    // Jailed, and a new commission.
    expect([2011, 6011].map((id) => [...(boxes.get(id) ?? [])])).toEqual([
      ['EMAIL', 'SLACK', 'PAGERDUTY'],
      ['EMAIL', 'SLACK'],
    ])
  })
})

describe('P138: a channel', () => {
  const user = {
    email: 'robin@example.org',
    phones: [{ user_phone_id: 1, phone: '+12025550143', is_confirmed: false }],
  }
  const site = (['SMS', 'VOICE', 'EMAIL'] as const).map((channel) => ({
    channel,
    is_available: channel !== 'VOICE',
  }))
  it('P820: that cannot be used says why: the site has none, or there is no confirmed number; numbers have one mask', () => {
    expect(channelStates(site, user).map(({ state }) => state)).toEqual(['noPhone', 'notSetUp', 'ready'])
    const confirmed = { ...user, phones: [{ user_phone_id: 1, phone: '+12025550143', is_confirmed: true }] }
    const states = channelStates(site, confirmed)
    expect(states[0]).toEqual({ channel: 'SMS', state: 'ready', to: '+12…0143' })
    expect([...usableChannels(states)]).toEqual(['SMS', 'EMAIL'])
  })
  it('D95: beyond SMS, calls and mail is shown to those who have a confirmed contact of it', () => {
    const more = [
      { channel: 'SLACK', is_available: true, has_contact: true },
      { channel: 'NTFY', is_available: true, has_contact: false },
      { channel: 'PUSHOVER', is_available: false, has_contact: true },
    ] as const
    const states = channelStates([...site, ...more], user)
    expect(states.map(({ channel }) => channel)).toEqual(['SMS', 'VOICE', 'EMAIL', 'SLACK'])
    expect([...usableChannels(states)]).toEqual(['EMAIL', 'SLACK'])
    // P625: also those that do not work, or that something is still set to go by.
    const shown = channelStates([...site, ...more], user, new Set(['DISCORD', 'SLACK', 'EMAIL'] as const))
    expect(shown.map(({ channel, state }) => [channel, state]).slice(3)).toEqual([
      ['DISCORD', 'broken'],
      ['SLACK', 'ready'],
    ])
    expect(usableChannels(shown).has('DISCORD')).toBe(false)
  })
  it('P454: of which the site has not said anything is unknown, and nothing is said to be missing', () => {
    const states = channelStates(null, user)
    expect(states).toEqual([
      { channel: 'SMS', state: 'unknown', to: null },
      { channel: 'VOICE', state: 'unknown', to: null },
      { channel: 'EMAIL', state: 'unknown', to: 'robin@example.org' },
    ])
    expect([...usableChannels(states)]).toEqual(['EMAIL'])
  })
})

describe('P135: what is muted', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const later = '2026-11-21T13:00:00Z'
  it('is all, some or none of the entries, until the last of their times', () => {
    const muted = entry(1, { muted_until: later })
    const over = entry(2, { muted_until: '2026-11-21T11:00:00Z' })
    expect(muteStateOf([muted, over], now)).toEqual({ how: 'some', until: later })
    expect(muteStateOf([muted], now)).toEqual({ how: 'all', until: later })
    expect(muteStateOf([over], now)).toEqual({ how: 'none', until: null })
  })
  it('is undone to what each entry had', () => {
    const before = byMute([entry(1, {}), entry(2, { muted_until: later }), entry(3, {})])
    expect([...before]).toEqual([
      [null, [1, 3]],
      [later, [2]],
    ])
  })
})
