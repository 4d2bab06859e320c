import { describe, expect, it } from 'vitest'
import { someValidator } from '../../data/testing/some-list.ts'
import { type ColumnId, optionalColumns, visibleColumns } from './columns.ts'
import { lastBlockOf } from './last-block.ts'
import { listSearch, parseListSearch, sortedBy, viewOf } from './list-search.ts'
import { safeWebsite } from './row-menu.tsx'
import { nextRow } from './use-row-keys.ts'
import { countByShow, filterValidators } from './validator-filter.ts'
import { shortAddress } from '../../parts/validator-name.tsx'
import { heldOrder, orderOf } from './validator-order.ts'
import { isActive, stateOf } from '@roundsman/contract/validator-state'
import { validatorsCsv } from './validators-csv.ts'

const names = (a: string, b: string) => a.localeCompare(b)

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
})

describe('filters', () => {
  const rows = [
    someValidator({ id: 1, moniker: 'Copper Lantern' }),
    someValidator({ id: 2, voting_power: '0', jailed: true, moniker: null }),
    someValidator({ id: 3, seconds_to_jail: 60 }),
    someValidator({ id: 4, consecutive_missed: 4 }),
  ]
  it('P20: count what they show', () => {
    expect(countByShow(rows)).toEqual({ all: 4, active: 3, inactive: 1, jailed: 1, risk: 1, missing: 1 })
    expect(filterValidators(rows, 'inactive', '').map(({ id }) => id)).toEqual([2])
    expect(isActive(someValidator({ id: 1, bond_status: 'BOND_STATUS_UNSPECIFIED' }))).toBe(true)
  })
  it('P21: search looks at names and addresses, without case', () => {
    const find = (text: string) => filterValidators(rows, 'all', text).map(({ id }) => id)
    expect(find(' cOpper')).toEqual([1])
    expect(find('VALOPER1Q3')).toEqual([3])
    expect(find('valcons1z2')).toEqual([2])
    expect(find('nobody')).toEqual([])
  })
})

describe('the order', () => {
  const rows = [
    someValidator({ id: 1, rank: 2, tokens: '900719925474099300', uptime: 0.5 }),
    someValidator({ id: 2, rank: 1, tokens: '900719925474099301', uptime: null }),
    someValidator({ id: 3, rank: 3, tokens: null, voting_power: '5', uptime: 0.5 }),
  ]
  it('compares amounts beyond 2^53', () => {
    expect(orderOf(rows, { sort: 'tokens', desc: true }, names)).toEqual([2, 1, 3])
  })
  it('P22: puts what is not known last in both directions, ties by rank', () => {
    expect(orderOf(rows, { sort: 'uptime', desc: true }, names)).toEqual([1, 3, 2])
    expect(orderOf(rows, { sort: 'uptime', desc: false }, names)).toEqual([1, 3, 2])
  })
  it('sorts states by what needs a person first', () => {
    const mixed = [
      someValidator({ id: 1 }),
      someValidator({ id: 2, jailed: true }),
      someValidator({ id: 3, seconds_to_jail: 5 }),
    ]
    expect(orderOf(mixed, { sort: 'state', desc: true }, names)).toEqual([3, 2, 1])
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
      sort: 'moniker',
      desc: false,
    })
    expect(viewOf(parseListSearch({ show: 'nope', sort: 1 }))).toMatchObject({
      show: 'all',
      sort: 'tokens',
      desc: true,
    })
  })
  it('P20: carries only what differs from the default', () => {
    expect(listSearch(viewOf({}))).toEqual({})
    const byName = sortedBy(viewOf({}), 'moniker')
    expect(listSearch(byName)).toEqual({ sort: 'moniker' })
    expect(listSearch(sortedBy(byName, 'moniker'))).toEqual({ sort: 'moniker', desc: true })
    expect(viewOf(listSearch(sortedBy(byName, 'moniker')))).toEqual({ ...byName, desc: true })
  })
})

describe('what goes with the list', () => {
  it('hides columns by width and by choice, and never the name', () => {
    const ids = (width: 'narrow' | 'wide', hidden: ColumnId[]) =>
      visibleColumns(width, hidden).map(({ id }) => id)
    expect(ids('wide', ['uptime'])).not.toContain('uptime')
    expect(optionalColumns).not.toContain('moniker')
    expect(ids('wide', [])).toHaveLength(10)
    expect(ids('narrow', [])).toEqual(['rank', 'moniker', 'state', 'blocks', 'uptime', 'tokens', 'more'])
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
    const csv = validatorsCsv([someValidator({ id: 1, moniker: '=1+1,"x"', uptime: null })])
    expect(csv.split('\r\n')[1]).toContain(`1,"'=1+1,""x""",celestiavaloper1q1`)
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
  })
})
