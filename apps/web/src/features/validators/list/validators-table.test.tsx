import { act, renderHook } from '@testing-library/react'
import { createInstance } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { standardChoice } from '../../../data/services/table-columns.ts'
import { someValidator } from '../../../data/testing/some-list.ts'
import en from '../../../i18n/en.json'
import { columnRules } from './columns.ts'
import { type ListView, viewOf } from './list-view.ts'
import { useValidatorsTable } from './validators-table.tsx'

const texts = createInstance()
void texts.use(initReactI18next).init({ lng: 'en', initAsync: false, resources: { en: { translation: en } } })
const wrapper = ({ children }: { children: ReactNode }) => (
  <I18nextProvider i18n={texts}>{children}</I18nextProvider>
)
const context = { unit: null, staleAge: null, unseenBlocks: 0, halted: false }
const mine = new Set<number>()
const nothing = () => undefined
// jsdom lays nothing out, so nothing ever changes its size.
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      disconnect = nothing
    },
  )
})

function openTable(
  all: ReturnType<typeof someValidator>[],
  first: ListView,
  choice = standardChoice(columnRules),
) {
  let drawn = 0
  const views: ListView[] = []
  const { result, rerender } = renderHook(
    (view: ListView) => {
      drawn += 1
      const shape = { all, view, choice, onMenu: nothing, onToggle: nothing } as const
      return useValidatorsTable({
        ...shape,
        context: { ...context },
        mine,
        open: mine,
        onView: (next) => void views.push(next),
      })
    },
    { wrapper, initialProps: first },
  )
  return {
    rerender,
    views,
    ids: () => result.current.rows.map(({ original }) => original.id),
    table: () => result.current.table,
    drawn: () => drawn,
  }
}

describe('the list as a table', () => {
  const rows = [
    someValidator({ id: 1, rank: 2, uptime: 0.5, commission_rate: 0.2 }),
    someValidator({ id: 2, rank: 1, uptime: null, commission_rate: 0.05 }),
    someValidator({ id: 3, rank: 3, uptime: 0.5, commission_rate: 0.1 }),
    someValidator({ id: 4, rank: 4, uptime: 0.9, commission_rate: 0.1 }),
  ]
  it('P22: has what is not known last in both directions, ties by rank', () => {
    const table = openTable(rows, viewOf({ sort: 'uptime.desc' }))
    expect(table.ids()).toEqual([4, 1, 3, 2])
    table.rerender(viewOf({ sort: 'uptime.asc' }))
    expect(table.ids()).toEqual([1, 3, 4, 2])
  })
  it('P20: sorts what is alike by the next column', () => {
    expect(openTable(rows, viewOf({ sort: 'uptime.desc,commission.asc' })).ids()).toEqual([4, 3, 1, 2])
  })
  it('P20: shows what passes the filter', () => {
    expect(openTable(rows, { ...viewOf({}), q: 'Validator 3' }).ids()).toEqual([3])
  })
  it('P20: puts another column beside the first, as a head with Shift does', () => {
    const table = openTable(rows, viewOf({ sort: 'commission' }))
    act(() => table.table().getColumn('uptime')?.toggleSorting(true, true))
    expect(table.views.at(-1)?.sort).toEqual([
      { id: 'commission', desc: true },
      { id: 'uptime', desc: true },
    ])
  })
  it('P119: has its columns in the order that the user chose, between the name and what can be done', () => {
    const ids = (choice = standardChoice(columnRules)) =>
      openTable(rows, viewOf({}), choice)
        .table()
        .getVisibleLeafColumns()
        .map(({ id }) => id)
    const standard = ids()
    expect(standard).toEqual([
      ...['favourite', 'rank', 'moniker'],
      ...columnRules.standard.filter((id) => id !== 'votes'),
      'more',
    ])
    const order = [...columnRules.standard].reverse()
    expect(ids({ order, hidden: ['share'] })).toEqual([
      'favourite',
      'rank',
      'moniker',
      ...order.filter((id) => id !== 'share'),
      'more',
    ])
  })
  it('comes to rest, also when it is drawn anew without a change', () => {
    const table = openTable(rows, viewOf({}))
    const first = table.drawn()
    expect(first).toBeLessThan(5)
    table.rerender(viewOf({}))
    expect(table.drawn() - first).toBeLessThan(4)
  })
})
