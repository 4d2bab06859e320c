import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import Skeleton from '@mui/material/Skeleton'
import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  type Header,
  metaHelper,
  type ReactTable,
  type Row,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { memo, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { VisuallyHidden } from '../known.tsx'
import { late } from '../page/empty-state.tsx'
import { groupHeight } from './grouped-rows.ts'
import { styled } from '../theme/styled.tsx'

/** What a table of the page says of a column besides what the library asks for. */
interface ColumnLayout {
  /** The column in full: for tooltip, screen reader and the choice of columns. */
  label: string
  /** Of CSS, or px; null takes what is left. Holds the widest value, so that no live value moves a column. */
  width: string | number | null
  align: 'start' | 'end'
  /** Its head shows no label; screen readers have one. */
  silent?: boolean
}

/** What every table of the page can do; a table leaves out what it does not need by its options. */
export const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  rowExpandingFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnMeta: metaHelper<ColumnLayout>(),
})
type Features = typeof features

export type PageTable<T extends object> = ReactTable<Features, T>
export type TableColumn<T extends object> = ColumnDef<Features, T>
export type TableRow<T extends object> = Row<Features, T>

const noLayout: ColumnLayout = { label: '', width: null, align: 'start' }

/** The styles of a column. */
export function layoutOf({ columnDef }: { columnDef: { meta?: ColumnLayout } }): ColumnLayout {
  return columnDef.meta ?? noLayout
}

/** Styles of the table: lines instead of zebra, heads that stick below the bar, figures in the tone of their age. */
export const Table = styled('table')(({ theme }) => ({
  ...theme.typography.table,
  fontVariantNumeric: 'tabular-nums',
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 0,
  color: theme.vars.palette.text.primary,
  '&[data-old] td, &[data-old] td [data-tone]': { color: theme.vars.palette.text.secondary },
  '& th, & td': {
    boxSizing: 'border-box',
    padding: '0 8px',
    textAlign: 'start',
    fontWeight: 400,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '&[data-align="end"]': { textAlign: 'end' },
    '&:last-of-type': { paddingInlineStart: 0, paddingInlineEnd: 10 },
    '&:first-of-type': { paddingInlineStart: 16 },
    // What ends at one side of a line and what begins at the other would read as one.
    '&[data-align="end"] + [data-align="start"]:last-of-type': { paddingInlineStart: 12 },
  },
  '& thead th': {
    ...theme.typography.tableHead,
    position: 'sticky',
    top: 'var(--rm-bar-height, 0px)',
    zIndex: 2,
    height: 38,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.sunken,
    '&:first-of-type': { borderStartStartRadius: 9 },
    '&:last-of-type': { borderStartEndRadius: 9 },
  },
  // Words of calm states stand in line with those in chips.
  '& td [data-emphasis="silent"], & td [data-emphasis="quiet"]': { paddingInlineStart: 6 },
  '& tbody tr': { height: 'max(36px, 2.25rem)' },
  '& tbody tr[data-row]:hover td, & tbody tr[data-row]:focus-within td': {
    backgroundColor: theme.vars.palette.action.hover,
  },
  '& tbody tr:last-of-type td': { borderBottom: 'none' },
  '& tbody tr[aria-hidden] td': { padding: 0, border: 'none' },
  '& tbody tr[data-group]': { height: `max(${groupHeight}px, ${groupHeight / 16}rem)` },
  '& tbody tr[data-group] td': {
    ...theme.typography.tableHead,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '& tbody tr[data-detail] td': {
    whiteSpace: 'normal',
    // What tells of a part of it may stand over the next row.
    overflow: 'visible',
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '@media print': { '& thead th': { position: 'static' }, '& tr': { breakInside: 'avoid' } },
}))

const SortButton = styled('button')(({ theme }) => ({
  all: 'unset',
  boxSizing: 'border-box',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 28,
  borderRadius: 4,
  cursor: 'pointer',
  '& svg': { fontSize: 14, opacity: 0 },
  // An arrow that is not shown takes no room from the word behind it; the button may reach into the padding.
  'th[data-align="end"] &': {
    justifyContent: 'flex-end',
    minWidth: 24,
    marginInlineStart: -16,
    '& svg': { flex: 'none', marginInlineStart: -18 },
  },
  '&:hover': { color: theme.vars.palette.text.primary, '& svg': { opacity: 0.5 } },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
  '& sup': { fontSize: '0.625rem', lineHeight: 1 },
  'th[data-sorted="true"] &': {
    color: theme.vars.palette.text.primary,
    fontWeight: 600,
    '& svg': { opacity: 1 },
  },
}))

interface TableHeadProps<T extends object> {
  table: PageTable<T>
}

/** The heads of the columns. A click sorts by one alone; with Shift it sorts those that are alike so far. */
export function TableHead<T extends object>({ table }: TableHeadProps<T>) {
  const shown = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join()
  return <Heads table={table} columns={table.options.columns} sorts={table.state.sorting} shown={shown} />
}

interface HeadsProps<T extends object> extends TableHeadProps<T> {
  columns: readonly TableColumn<T>[]
  sorts: PageTable<T>['state']['sorting']
  shown: string
}

function UnkeptHeads<T extends object>({ table, sorts }: HeadsProps<T>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {table.getFlatHeaders().map((header) => {
          const { align } = layoutOf(header.column)
          const sorted = header.column.getIsSorted()
          const leads = sorts[0]?.id === header.column.id
          return (
            <th
              key={header.id}
              scope="col"
              data-align={align}
              data-column={header.column.id}
              {...(header.column.getCanSort() && {
                'data-sorted': sorted !== false,
                // Of several only the first may say so: it alone tells where a row stands.
                'aria-sort': sorted && leads ? (sorted === 'desc' ? 'descending' : 'ascending') : 'none',
              })}
            >
              <Head header={header} count={sorts.length} />
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Drawn again only when a head is another: rows come and change with each block, under the same heads. */
const Heads = memo(
  UnkeptHeads,
  (a, b) => a.columns === b.columns && a.sorts === b.sorts && a.shown === b.shown,
) as <T extends object>(props: HeadsProps<T>) => ReactNode

/**
 * What a cell or a head shows. To React it is no component, as it is to the library: a column that is made anew with a
 * new handler would take the elements away, with what is pressed in them between down and up (P1044).
 */
export function drawn<C>(template: ReactNode | ((context: C) => ReactNode), context: C): ReactNode {
  return typeof template === 'function' ? template(context) : template
}

interface HeadProps<T extends object> {
  header: Header<Features, T>
  /** Columns that the table is sorted by. */
  count: number
}

function Head<T extends object>({ header, count }: HeadProps<T>) {
  const { t } = useTranslation()
  const { column } = header
  const { align, label, silent } = layoutOf(column)
  if (silent) return <VisuallyHidden>{label}</VisuallyHidden>
  const word = drawn(column.columnDef.header, header.getContext())
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

const Body = styled('tbody')(late)

interface Bar {
  /** Px. */
  width: number
  height: number
}

interface Props<T extends object> {
  /** Without rows. */
  table: PageTable<T>
  label: string
  /** A number of each row, by which the names of rows differ in length. */
  rows: readonly number[]
  /** What stands in a cell; null: nothing does. */
  barOf: (columnId: string, row: number) => Bar | null
}

/** A table in the shape of what comes, under its real heads. */
export function TableSkeleton<T extends object>({ table, label, rows, barOf }: Props<T>) {
  const columns = table.getVisibleLeafColumns()
  return (
    <Table aria-busy aria-label={label}>
      <colgroup>
        {columns.map((column) => {
          const px = layoutOf(column).width
          return <col key={column.id} {...(px === null ? {} : { style: { width: px } })} />
        })}
      </colgroup>
      <TableHead table={table} />
      <Body>
        {rows.map((row) => (
          <tr key={row}>
            {columns.map((column) => {
              const bar = barOf(column.id, row)
              const marginInlineStart = layoutOf(column).align === 'end' ? 'auto' : 0
              return (
                <td key={column.id} data-column={column.id}>
                  {bar === null ? null : <Skeleton {...bar} sx={{ marginInlineStart, maxWidth: '100%' }} />}
                </td>
              )
            })}
          </tr>
        ))}
      </Body>
    </Table>
  )
}
