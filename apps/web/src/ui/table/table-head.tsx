import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import type { Header } from '@tanstack/react-table'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../visually-hidden.ts'
import { type Features, looksOf, type PageTable } from './table-features.ts'
import { SortButton } from './table-looks.ts'

/** The heads of the columns. A click sorts by one alone; with Shift it sorts those that are alike so far. */
export function TableHead<T extends object>({ table }: { table: PageTable<T> }) {
  const sorts = table.state.sorting
  return (
    <thead>
      <tr aria-rowindex={1}>
        {table.getFlatHeaders().map((header) => {
          const { align } = looksOf(header.column)
          const sorted = header.column.getIsSorted()
          const leads = sorts[0]?.id === header.column.id
          return (
            <th
              key={header.id}
              scope="col"
              data-align={align}
              {...(header.column.getCanSort() && {
                'data-sorted': sorted !== false,
                // Of several only the first may say so: it alone tells where a row stands.
                'aria-sort': sorted && leads ? (sorted === 'desc' ? 'descending' : 'ascending') : 'none',
              })}
            >
              <Head table={table} header={header} count={sorts.length} />
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

interface HeadProps<T extends object> {
  table: PageTable<T>
  header: Header<Features, T>
  /** Columns that the table is sorted by. */
  count: number
}

function Head<T extends object>({ table, header, count }: HeadProps<T>) {
  const { t } = useTranslation()
  const { column } = header
  const { align, label, silent } = looksOf(column)
  if (silent) return <VisuallyHidden>{label}</VisuallyHidden>
  const word = <table.FlexRender header={header} />
  if (!column.getCanSort()) return word
  const place = column.getSortIndex() + 1
  const direction = column.getIsSorted() || column.getFirstSortDir()
  const Arrow = direction === 'desc' ? ArrowDownwardRounded : ArrowUpwardRounded
  return (
    <SortButton
      type="button"
      title={`${label}. ${t('table.sortHint')}`}
      onClick={column.getToggleSortingHandler()}
    >
      {align === 'end' ? <Arrow aria-hidden /> : null}
      <span>{word}</span>
      {align === 'start' ? <Arrow aria-hidden /> : null}
      {count > 1 && place > 0 ? (
        <>
          <sup aria-hidden>{place}</sup>
          <VisuallyHidden>{t('table.sortPlace', { place })}</VisuallyHidden>
        </>
      ) : null}
    </SortButton>
  )
}
