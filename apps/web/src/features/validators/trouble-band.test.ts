import { describe, expect, it } from 'vitest'
import { someValidator } from '../../data/testing/some-list.ts'
import { filterValidators } from './list/list-rows.ts'
import { listSearch, parseListSearch, viewOf } from './list/list-view.ts'
import { troublesOf } from './trouble-band.tsx'

describe('a range of uptimes', () => {
  const rows = [0.95, 0.98996, 0.99996, 1, null].map((uptime, id) => someValidator({ id, uptime }))
  const within = (uptime: string) => filterValidators(rows, viewOf({ uptime }), new Set()).map(({ id }) => id)
  it('P222: lets through what the list writes in it, and nothing that is not known', () => {
    expect(within('95-')).toEqual([0, 1, 2, 3])
    expect(within('-95')).toEqual([0])
    expect(within('99-99.99')).toEqual([1, 2])
    expect(within('100-')).toEqual([3])
    expect(within('0-100')).toEqual([0, 1, 2, 3])
  })
  it.each(['95-99.5', '95-', '-0.5'])('P222: is in the address as %s', (uptime) => {
    expect(listSearch(viewOf(parseListSearch({ uptime })))).toEqual({ uptime })
  })
  it.each(['', '-', '99-95', '101-', '-101', '95', '1.234-', 'a-b', ' 95-', 95, true])(
    'P222: %s is none',
    (uptime) => {
      expect(parseListSearch({ uptime })).toEqual({})
    },
  )
})

describe('who needs somebody', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const jailed = (id: number, jailed_until: string | null) =>
    someValidator({ id, jailed: true, jailed_until })
  const risk = someValidator({ id: 1, seconds_to_jail: 60, consecutive_missed: 900 })
  const ids = (rows: ReturnType<typeof someValidator>[], mine: number[] = [], halted = false) => {
    const { named, more } = troublesOf(rows, new Set(mine), { now, halted })
    return [named.map(({ row }) => row.id), more]
  }
  it('P220: of others whoever misses blocks, and whoever was jailed within 7 days', () => {
    const others = [
      jailed(2, '2026-11-21T12:09:00Z'),
      jailed(3, '2026-11-14T11:00:00Z'),
      jailed(4, null),
      someValidator({ id: 5, bond_status: 'BOND_STATUS_UNBONDED' }),
      someValidator({ id: 6, tombstoned: true }),
      someValidator({
        id: 7,
        consecutive_missed: null,
        jailed: null,
        bond_status: 'BOND_STATUS_UNSPECIFIED',
      }),
      risk,
    ]
    expect(ids(others)).toEqual([[1, 2], { missing: 0, jailed: 0 }])
    expect(ids(others, [3, 4, 5, 6, 7])[0]).toEqual([3, 4, 6, 5, 1, 2])
  })
  it('P220: all of the own ones, three of the others, the rest as numbers', () => {
    const fifty = Array.from({ length: 50 }, (_unused, at) => jailed(100 + at, '2026-11-20T12:00:00Z'))
    const missing = [10, 11, 12, 13].map((id) => someValidator({ id, consecutive_missed: 50 - id }))
    expect(ids([...fifty, ...missing])).toEqual([[10, 11, 12], { missing: 1, jailed: 50 }])
    expect(
      ids(
        fifty,
        fifty.map(({ id }) => id),
      )[0],
    ).toHaveLength(50)
  })
  it('P13, P220: while there are no blocks nobody is at risk', () => {
    expect(ids([risk], [1], true)).toEqual([[], { missing: 0, jailed: 0 }])
    expect(ids([risk], [1])[0]).toEqual([1])
  })
})
