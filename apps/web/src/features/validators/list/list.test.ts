import { isActive, severityOf, stateOf } from '@roundsman/contract/networks/validator-state'
import { shortAddress } from '@roundsman/contract/networks/validators'
import { troubleTone } from '../../../parts/validator-state.tsx'
import { bech32, hex } from '@scure/base'
import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { someValidator } from '../../../data/testing/some-list.ts'
import { explorerLink, safeWebsite } from '../../../parts/out-link.tsx'
import { heldOrder } from '../../../ui/table/grouped-rows.ts'
import { nextRow } from '../../../ui/table/row-keys.ts'
import { csvName, validatorsCsv } from '../list-actions.ts'
import { lastBlockOf } from '../stat-strip.tsx'
import { columnRules, columnWidth } from './columns.ts'
import { figureOf, votesFigure } from './row-figures.tsx'
import { createFormats } from '../../../i18n/formats.ts'
import {
  byRank,
  compareValues,
  countByShow,
  effectiveSort,
  filterValidators,
  settledRows,
  sortValue,
} from './list-rows.ts'
import { listSearch, type ListView, parseListSearch, sortedBy, viewOf, withShow } from './list-view.ts'

const names = (a: string, b: string) => a.localeCompare(b)
const unit = (sign: string) => (value: string) => `${value} ${sign}`
const formats = createFormats({
  ...{ language: 'en', timeZone: 'UTC' },
  units: { day: unit('d'), hour: unit('h'), minute: unit('min'), second: unit('s') },
})
const tia = { symbol: 'TIA', decimals: 6 }

describe('the state of a validator', () => {
  it.each([
    ['tombstoned', { tombstoned: true, jailed: true, seconds_to_jail: 1 }],
    ['jailed', { jailed: true, seconds_to_jail: 1 }],
    ['risk', { seconds_to_jail: 6 * 3600, consecutive_missed: 9 }],
    ['missing', { seconds_to_jail: 6 * 3600 + 1, consecutive_missed: 3 }],
    ['bonded', { consecutive_missed: 2 }],
    ['unbonding', { bond_status: 'BOND_STATUS_UNBONDING' }],
    ['unbonded', { bond_status: 'BOND_STATUS_UNBONDED', consecutive_missed: null }],
    ['unknown', { bond_status: 'BOND_STATUS_UNSPECIFIED', jailed: null, tombstoned: null }],
  ] as const)('P10: %s', (kind, change) => {
    expect(stateOf(someValidator({ id: 1, ...change })).kind).toBe(kind)
  })

  it('P801: in a short window one or two missed blocks are no risk, three are', () => {
    const kinds = [1, 2, 3].map(
      (missed) => stateOf(someValidator({ id: 1, seconds_to_jail: 264, consecutive_missed: missed })).kind,
    )
    expect(kinds).toEqual(['bonded', 'bonded', 'risk'])
  })

  it('P800: misses that nobody knows exactly now are “or more”', () => {
    const figures = { missed_blocks: 5_528, consecutive_missed: 1_052, seconds_to_jail: 11_000 }
    const textOf = (isExact: boolean) =>
      figureOf('missed', someValidator({ id: 1, ...figures, missed_blocks_exact: isExact }), formats, {
        ...{ unit: null, halted: false },
      }).text
    expect([textOf(true), textOf(false)]).toEqual(['5,528', '5,528+'])
  })

  it('P450: one that is nearer to jail is never the less severe', () => {
    const order = [null, 'WARNING', 'CRITICAL']
    const severityAt = (seconds: number | null, missed: number) =>
      severityOf(stateOf(someValidator({ id: 1, seconds_to_jail: seconds, consecutive_missed: missed })))
    for (const missed of [3, 9, 4_000]) {
      const nearing = [null, 90_000, 6 * 3_600 + 1, 6 * 3_600, 3_600, 0].map((left) =>
        severityAt(left, missed),
      )
      expect(nearing).toEqual(nearing.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)))
      expect([nearing[0], nearing.at(-1)]).toEqual(['WARNING', 'CRITICAL'])
    }
    expect(severityOf({ kind: 'jailed' })).toBe('CRITICAL')
    expect(severityOf({ kind: 'bonded' })).toBeNull()
    expect((['missing', 'risk', 'jailed'] as const).map(troubleTone)).toEqual(['warning', 'error', 'error'])
  })
})

describe('P995: who voted', () => {
  const said: unknown[] = []
  const t = ((key: string, values: object) => {
    said.push([key, values])
    return key
  }) as unknown as TFunction<'list'>
  const participation = {
    proposals: 10,
    validators: [
      { validator_id: 1, voted: 9, not_voted: 1 },
      { validator_id: 2, voted: 0, not_voted: 7 },
    ],
  }
  const of = (id: number, known: typeof participation | null = participation) =>
    votesFigure(id, known, t, formats)

  it('P995: counts those of which it is known, and says of how many it is not', () => {
    expect(of(1)).toEqual({ text: 'votes.of', tone: 'plain', full: 'votes.full' })
    expect(of(2).full).toBe('votes.full votes.unknown')
    expect(said).toContainEqual(['votes.of', { done: '0', counted: '7' }])
    expect(said).toContainEqual(['votes.unknown', { value: '3', count: 3 }])
  })
  it('P995: is not known of whom nobody watches, nor before it was asked', () => {
    for (const figure of [of(3), of(1, null)]) expect(figure.text).toBeNull()
  })
})

describe('P504: a block draws strips', () => {
  const rows = [1, 2, 3].map((id) => someValidator({ id, recent_signatures: 'ssss' }))
  const signed = () =>
    rows.map((row) => ({ ...row, recent_signatures: 'ssss', updated_at: '2026-11-21T12:00:09Z' }))
  it('and no row, while nothing but letters and their time are others', () => {
    expect(settledRows(rows, signed())).toBe(rows)
  })
  it('and of the rows the one of which something else is another', () => {
    const [first, , last] = rows
    const missed = signed().map((row) => (row.id === 2 ? { ...row, missed_blocks: 77 } : row))
    const settled = settledRows(rows, missed)
    expect(settled).toEqual([first, missed[1], last])
    expect([settled[0], settled[2]].map((row, at) => row === rows[at * 2])).toEqual([true, true])
  })
  it('and all that is said of rows follows who comes, goes and changes places', () => {
    const [first, second, third] = signed()
    if (!first || !second || !third) throw new Error('three rows')
    const ids = (next: typeof rows) => settledRows(rows, next).map(({ id }) => id)
    expect(ids([first, third])).toEqual([1, 3])
    expect(ids([third, first, second])).toEqual([3, 1, 2])
    expect(ids([...signed(), someValidator({ id: 4 })])).toEqual([1, 2, 3, 4])
  })
})

describe('filters', () => {
  const mine = new Set([2, 4])
  const rows = [
    someValidator({ id: 1, moniker: 'Copper Lantern' }),
    someValidator({ id: 2, voting_power: '0', jailed: true, moniker: null }),
    someValidator({ id: 3, seconds_to_jail: 60, consecutive_missed: 900 }),
    someValidator({ id: 4, consecutive_missed: 4, recent_signatures: 'ssm' }),
  ]
  it('P20: count what they show; those at risk are missing too', () => {
    expect(countByShow(rows, mine)).toEqual({
      all: 4,
      active: 3,
      inactive: 1,
      jailed: 1,
      risk: 1,
      missing: 2,
      missedLast: 1,
      mine: 2,
    })
    expect(filterValidators(rows, viewOf({ show: 'inactive' }), mine).map(({ id }) => id)).toEqual([2])
    expect(filterValidators(rows, viewOf({ show: 'missedLast' }), mine).map(({ id }) => id)).toEqual([4])
    expect(filterValidators(rows, viewOf({ show: 'mine' }), mine).map(({ id }) => id)).toEqual([2, 4])
    expect(isActive(someValidator({ id: 1, bond_status: 'BOND_STATUS_UNSPECIFIED' }))).toBe(true)
  })
  it('P26: count nothing where nothing is known, instead of zero', () => {
    const unknown = { jailed: null, signed_blocks_window: null, consecutive_missed: null }
    const silent = [1, 2].map((id) => someValidator({ id, ...unknown, recent_signatures: '--' }))
    expect(countByShow(silent, mine)).toMatchObject({
      jailed: null,
      risk: null,
      missing: null,
      missedLast: null,
    })
    expect(filterValidators(silent, viewOf({ show: 'jailed' }), mine)).toEqual([])
    expect(countByShow([...silent, someValidator({ id: 3, jailed: true })], mine).jailed).toBe(1)
  })
})

describe('search', () => {
  const bytes = hex.decode('00112233445566778899aabbccddeeff00112233')
  const operator = bech32.encode('celestiavaloper', bech32.toWords(bytes))
  const account = bech32.encode('celestia', bech32.toWords(bytes))
  const consensus = bech32.encode('celestiavalcons', bech32.toWords(bytes.toReversed()))
  const rows = [
    someValidator({
      id: 1,
      operator_address: operator,
      consensus_address: consensus,
      moniker: 'Copper Lantern',
    }),
    someValidator({
      id: 2,
      operator_address: null,
      consensus_address: 'C31773173A586C1DD20F744E6DC48ABB5A2A1B0F',
    }),
  ]
  const find = (text: string) => filterValidators(rows, viewOf({ q: text }), new Set()).map(({ id }) => id)
  it.each([
    ['moniker', ' cOpper'],
    ['operator address', operator],
    ['operator address in capitals', operator.toUpperCase()],
    ['account', account],
    ['beginning of an account', account.slice(0, 16)],
    ['consensus address', consensus],
    ['bytes of the operator', '00112233445566778899aabbccddeeff00112233'],
    ['bytes of the operator as an account of the EVM', '0x00112233445566778899AABBCCDDEEFF00112233'],
    ['bytes of the consensus address', hex.encode(bytes.toReversed()).toUpperCase()],
    ['part of the bytes', '8899aabbcc'],
  ])('P21: finds by %s', (_form, text) => {
    expect(find(text)).toEqual([1])
  })
  it('P21: finds what is known as bytes only, and nobody by what is of nobody', () => {
    expect(find('c31773173a586c')).toEqual([2])
    expect(find('0xC31773173A')).toEqual([2])
    expect(find('nobody')).toEqual([])
    expect(find('celestia1zzzz')).toEqual([])
  })
})

describe('the order', () => {
  /** As the table sorts: by its first column, what is alike as it came. */
  const order = (rows: ReturnType<typeof someValidator>[], view: Pick<ListView, 'sort'>) => {
    const [sort] = effectiveSort(rows, view.sort)
    if (!sort) throw new Error('sorted by nothing')
    const known = byRank(rows).filter((row) => sortValue(row, sort.id) !== undefined)
    const values = known.map((row) => ({ id: row.id, value: sortValue(row, sort.id) }))
    values.sort((a, b) => compareValues(a.value, b.value, names) * (sort.desc ? -1 : 1))
    return values.map(({ id }) => id)
  }
  it('compares amounts beyond 2^53', () => {
    const rows = [
      someValidator({ id: 1, rank: 2, tokens: '900719925474099300' }),
      someValidator({ id: 2, rank: 1, tokens: '900719925474099301' }),
    ]
    expect(order(rows, { sort: [{ id: 'tokens', desc: true }] })).toEqual([2, 1])
  })
  it('P22: falls back to the power where nothing of the column is known', () => {
    const rows = ['7', '90', '8'].map((voting_power, at) =>
      someValidator({ id: at + 1, tokens: null, uptime: null, voting_power }),
    )
    expect(order(rows, { sort: [{ id: 'tokens', desc: true }] })).toEqual([2, 3, 1])
    expect(effectiveSort(rows, [{ id: 'uptime', desc: false }])).toEqual([{ id: 'share', desc: true }])
    expect(effectiveSort([], [{ id: 'uptime', desc: false }])).toEqual([{ id: 'uptime', desc: false }])
  })
  it('P27: ranks what needs a person first, the nearest to jail and the freshest jailing before others', () => {
    const jailed = (id: number, jailed_until: string | null) =>
      someValidator({ id, jailed: true, jailed_until })
    const mixed = [
      someValidator({ id: 1 }),
      jailed(2, '2023-03-14T08:00:00Z'),
      jailed(3, null),
      jailed(4, '2026-11-21T12:09:00Z'),
      someValidator({ id: 5, seconds_to_jail: 500, consecutive_missed: 9 }),
      someValidator({ id: 6, seconds_to_jail: 5, consecutive_missed: 9 }),
      someValidator({ id: 7, consecutive_missed: 12 }),
      someValidator({ id: 8, consecutive_missed: 40 }),
      someValidator({ id: 9, consecutive_missed: 4, seconds_to_jail: 30_000 }),
    ]
    expect(order(mixed, { sort: [{ id: 'state', desc: true }] })).toEqual([6, 5, 9, 8, 7, 4, 2, 3, 1])
  })
  it('P28: takes the missed blocks of a jailed validator for unknown', () => {
    expect(sortValue(someValidator({ id: 1, jailed: true, missed_blocks: 0 }), 'missed')).toBeUndefined()
  })
  it('P23: keeps still while held', () => {
    expect(heldOrder([1, 2, 3], [3, 4, 1], new Set([1, 3, 4]))).toEqual([1, 3, 4])
  })
})

describe('the address', () => {
  it('P20: takes what it understands', () => {
    expect(viewOf(parseListSearch({ q: '12', show: 'jailed', sort: 'moniker', desc: 'x' }))).toEqual({
      q: '12',
      show: 'jailed',
      uptime: null,
      sort: [{ id: 'moniker', desc: false }],
    })
    expect(viewOf(parseListSearch({ show: 'nope', sort: 1 }))).toMatchObject({
      show: 'all',
      sort: [{ id: 'tokens', desc: true }],
    })
  })
  it('P20: carries only what differs from the default', () => {
    expect(listSearch(viewOf({}))).toEqual({})
    const byName = sortedBy(viewOf({}), 'moniker')
    expect(listSearch(byName)).toEqual({ sort: 'moniker' })
    expect(listSearch(sortedBy(byName, 'moniker'))).toEqual({ sort: 'moniker.desc' })
    expect(viewOf(listSearch(sortedBy(byName, 'moniker')))).toEqual(sortedBy(byName, 'moniker'))
  })
  it('P20: carries several columns, each once', () => {
    const { sort } = viewOf(parseListSearch({ sort: 'state,tokens.asc,zzz,state.asc' }))
    expect(sort).toEqual([
      { id: 'state', desc: true },
      { id: 'tokens', desc: false },
    ])
    expect(listSearch({ ...viewOf({}), sort })).toEqual({ sort: 'state,tokens.asc' })
  })
  it('P20: puts the worst first where something is wrong, unless the user sorted', () => {
    const missing = withShow(viewOf({}), 'missing')
    expect(missing.sort).toEqual([{ id: 'state', desc: true }])
    expect(listSearch(missing)).toEqual({ show: 'missing' })
    expect(withShow(missing, 'all')).toEqual(viewOf({}))
    expect(withShow(sortedBy(viewOf({}), 'uptime'), 'missing').sort).toEqual([{ id: 'uptime', desc: true }])
  })
})

describe('what goes with the list', () => {
  it('P121: hides no name, and gives the strip what the columns leave that the user hides', () => {
    expect(columnRules.standard).not.toContain('moniker')
    expect(columnWidth('moniker', [])).toBeNull()
    expect(columnWidth('uptime', [])).toBe('var(--uptime)')
    expect(columnWidth('blocks', [])).toContain(' - var(--uptime)')
    expect(columnWidth('blocks', ['uptime'])).not.toContain('var(--uptime)')
  })
  it('P24: keys stay within the rows', () => {
    expect([nextRow('ArrowDown', 4, 5), nextRow('ArrowUp', 0, 5), nextRow('PageDown', 0, 5)]).toEqual([
      4, 0, 4,
    ])
    expect([nextRow('Home', 3, 5), nextRow('End', 0, 5), nextRow('x', 0, 5)]).toEqual([0, 4, null])
  })
  it('weighs the last block by power and leaves out what is not known', () => {
    const rows = [
      someValidator({ id: 1, voting_power_share: 0.6 }),
      someValidator({ id: 2, voting_power_share: 0.2, recent_signatures: 'ssm' }),
      someValidator({ id: 3, voting_power_share: 0.2, recent_signatures: 'ss-' }),
    ]
    expect(lastBlockOf(rows)).toEqual({ share: 0.6 / 0.8, signed: 1, voters: 2 })
    expect(lastBlockOf([])).toBeNull()
  })
  it('writes CSV that no spreadsheet takes for a formula', () => {
    const csv = validatorsCsv([someValidator({ id: 1, moniker: '=1+1,"x"', uptime: null })], null)
    expect(csv.split('\r\n')[1]).toContain(`1,"'=1+1,""x""",celestiavaloper1q1`)
  })
  it('P29: writes amounts in the unit that their column names, letter by letter', () => {
    const cells = (tokens: string | null, unit: typeof tia | null) => {
      const [head = '', row = ''] = validatorsCsv([someValidator({ id: 1, tokens })], unit).split('\r\n')
      const at = head.split(',').findIndex((name) => name.startsWith('tokens'))
      return [head.split(',')[at], row.split(',')[at]]
    }
    expect(cells('9007199254740993000001', tia)).toEqual(['tokens_TIA', '9007199254740993.000001'])
    expect(cells('5', tia)).toEqual(['tokens_TIA', '0.000005'])
    expect(cells('2000000', tia)).toEqual(['tokens_TIA', '2'])
    expect(cells('7', null)).toEqual(['tokens_base_units', '7'])
    expect(cells(null, tia)).toEqual(['tokens_TIA', ''])
  })
  it('P29: names the file after the network and the moment', () => {
    expect(csvName('n0.example', Date.parse('2026-11-21T12:00:00.250Z'))).toBe(
      'n0.example-validators-2026-11-21T120000Z.csv',
    )
  })
  it('shortens addresses of both kinds', () => {
    expect(shortAddress('celestiavalcons1qwertyuiop0987')).toBe('celestiavalcons1qwer…op0987')
    expect(shortAddress('C31773173A586C1DD20F744E6')).toBe('C31773…F744E6')
    expect(shortAddress('short')).toBe('short')
  })
  it('opens only websites', () => {
    expect(safeWebsite('javascript:alert(1)')).toBeNull()
    expect(safeWebsite('example.org')).toBe('https://example.org/')
    expect(safeWebsite(' ')).toBeNull()
    // The host is the one behind the @, whatever stands before it.
    expect(safeWebsite('https://mintscan.io@example.org/')).toBeNull()
    expect(safeWebsite('mintscan.io:443@example.org')).toBeNull()
  })
  it.each([
    ['https://mintscan.io/celestia', 'https://mintscan.io/celestia/validators/'],
    ['https://www.mintscan.io/althea/', 'https://www.mintscan.io/althea/validators/'],
    ['https://haqq.explorers.guru', 'https://haqq.explorers.guru/validator/'],
    ['https://explorer.provenance.io', 'https://explorer.provenance.io/validator/'],
    ['https://aeneid.storyscan.app', 'https://aeneid.storyscan.app/validators/'],
    ['https://ping.pub/haqq', 'https://ping.pub/haqq/staking/'],
  ])('P122: leads to the validator in an explorer that is known: %s', (explorer, page) => {
    const url = `${page}celestiavaloper1q1`
    expect(explorerLink(explorer, someValidator({ id: 1 }))).toEqual({ url, exact: true })
  })
  it('P122: leads to the first page of any other', () => {
    const row = someValidator({ id: 1 })
    expect(explorerLink('https://mintscan.io.example', row)?.exact).toBe(false)
    expect(explorerLink('https://mintscan.io/celestia', { operator_address: null })?.exact).toBe(false)
    expect(explorerLink('https://explorer.example', row)).toEqual({
      url: 'https://explorer.example/',
      exact: false,
    })
    expect(explorerLink(null, row)).toBeNull()
  })
})
