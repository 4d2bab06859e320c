import { describe, expect, it } from 'vitest'
import { nextPlace, type StopRows } from './roving.tsx'

/** Two heads of groups with rows that have a name and boxes; the replay of one of them can be pressed. */
const rows: StopRows = [
  { row: 'A', columns: [0] },
  { row: '1', columns: [0, 2, 3, 4] },
  { row: '2', columns: [0, 1, 2, 4] },
  { row: 'B', columns: [0] },
  { row: '3', columns: [0, 2, 3, 4] },
]
const from = (row: string, column: number, key: string, { wanted = column, ctrl = false } = {}) => {
  const next = nextPlace(rows, { row, column }, { key, ctrl, wanted })
  return next && `${next.row}/${next.column}`
}

describe('P401: where a key leads among many controls', () => {
  it('goes up and down in its column, past rows that lack it', () => {
    expect(from('1', 4, 'ArrowDown')).toBe('2/4')
    expect(from('1', 3, 'ArrowDown')).toBe('2/2')
    expect(from('2', 4, 'ArrowDown')).toBe('B/0')
    expect(from('B', 0, 'ArrowDown', { wanted: 4 })).toBe('3/4')
    expect(from('3', 4, 'PageUp')).toBe('A/0')
    expect(from('1', 2, 'PageDown')).toBe('3/2')
  })
  it('goes aside to what can be pressed, and to the ends of a row or of all', () => {
    expect(from('1', 0, 'ArrowRight')).toBe('1/2')
    expect(from('2', 2, 'ArrowLeft')).toBe('2/1')
    expect(from('1', 2, 'End')).toBe('1/4')
    expect(from('1', 2, 'Home')).toBe('1/0')
    expect(from('2', 2, 'Home', { ctrl: true })).toBe('A/0')
    expect(from('2', 2, 'End', { ctrl: true })).toBe('3/4')
  })
  it('stays at an end, and lets other keys be', () => {
    expect([from('A', 0, 'ArrowUp'), from('3', 4, 'ArrowDown'), from('1', 4, 'ArrowRight')]).toEqual(
      Array(3).fill(null),
    )
    expect(from('1', 0, 'Enter')).toBeNull()
    expect(from('gone', 0, 'ArrowDown')).toBeNull()
  })
  it('takes Home and End of a list for its first and last', () => {
    const list: StopRows = ['a', 'b', 'c'].map((row) => ({ row, columns: [0] }))
    const key = (name: string) =>
      nextPlace(list, { row: 'b', column: 0 }, { key: name, ctrl: false, wanted: 0 })
    expect([key('Home')?.row, key('End')?.row]).toEqual(['a', 'c'])
  })
})
