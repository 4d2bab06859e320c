import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mineFirst, useHeldOrder } from '../../ui/table/grouped-rows.ts'

const rows = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const heads = { mine: { id: 'mine', group: 'My validators' }, others: { id: 'others', group: 'All' } }
const grouped = (mine: string) => mineFirst(rows, ({ id }) => mine.includes(id), heads)
const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id).join(' ')

describe("P120: the user's own validators", () => {
  it('come first, each part in its order, under heads; without any there are no heads', () => {
    expect(ids(grouped('db'))).toBe('mine b d others a c')
    expect(ids(grouped(''))).toBe('a b c d')
    expect(ids(grouped('abcd'))).toBe('mine a b c d')
  })
  it('P23: a star moves nothing while the user is in the list', () => {
    const { result, rerender } = renderHook(
      ({ mine, held }) => useHeldOrder(grouped(mine), [...rows, heads.mine, heads.others], held, 'view'),
      { initialProps: { mine: '', held: true } },
    )
    rerender({ mine: 'c', held: true })
    expect(ids(result.current.rows)).toBe('a b c d')
    expect(result.current.waiting).toBe(true)
    rerender({ mine: 'c', held: false })
    expect(ids(result.current.rows)).toBe('mine c others a b d')
    rerender({ mine: '', held: true })
    expect(ids(result.current.rows)).toBe('mine c others a b d')
    rerender({ mine: '', held: false })
    expect(ids(result.current.rows)).toBe('a b c d')
  })
})
