import { useTable } from '@tanstack/react-table'
import { render, screen } from '@testing-library/react'
import { createInstance } from 'i18next'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { expect, test } from 'vitest'
import en from '../../i18n/en.json'
import { features, TableHead, type TableColumn } from './table-frame.tsx'

const texts = createInstance()
void texts.use(initReactI18next).init({ lng: 'en', initAsync: false, resources: { en: { translation: en } } })

interface Row {
  missed: number
}

let drawn = 0
const columns: TableColumn<Row>[] = [
  {
    id: 'missed',
    accessorFn: ({ missed }) => missed,
    meta: { label: 'Missed blocks', width: null, align: 'start' },
    header: () => {
      drawn += 1
      return 'Missed'
    },
  },
]
const ascending = [{ id: 'missed', desc: false }]
const descending = [{ id: 'missed', desc: true }]

function Sheet({ missed, sorting }: { missed: number; sorting: { id: string; desc: boolean }[] }) {
  const table = useTable({ features, columns, data: [{ missed }], state: { sorting } })
  return (
    <I18nextProvider i18n={texts}>
      <table>
        <TableHead table={table} />
        <tbody>
          <tr>
            <td>{table.getRowModel().rows[0]?.original.missed}</td>
          </tr>
        </tbody>
      </table>
    </I18nextProvider>
  )
}

test('P504: the heads of a table are not drawn anew for other rows, and are for another order', () => {
  const { rerender } = render(<Sheet missed={1} sorting={ascending} />)
  const first = drawn
  rerender(<Sheet missed={2} sorting={ascending} />)
  expect(screen.getByRole('cell').textContent).toBe('2')
  expect(drawn).toBe(first)
  rerender(<Sheet missed={2} sorting={descending} />)
  expect(screen.getByRole('columnheader').getAttribute('aria-sort')).toBe('descending')
})
