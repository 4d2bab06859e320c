import { styled } from '@mui/material/styles'
import { stateOf } from '@roundsman/contract/validator-state'
import { shownLetters, type Validator } from '@roundsman/contract/validators'
import type { TFunction } from 'i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { StateCell } from '../../parts/state-cell.tsx'
import { ValidatorLink } from '../../parts/validator-link.tsx'
import { ValidatorStrip } from '../../parts/validator-strip.tsx'
import { stripWidth } from '../../ui/strip/strip-shape.ts'
import type { TableColumn } from '../../ui/table/table-features.ts'
import {
  type Column,
  type ColumnId,
  columns,
  columnWidth,
  type ListWidth,
  stripForm,
  type Words,
} from './columns.ts'
import { FigureText } from './figure-text.tsx'
import type { ListLooks } from './list-context.ts'
import { startsDescending } from './list-search.ts'
import { MoreButton } from './more-button.tsx'
import { OpenStrip } from './open-strip.tsx'
import { RowStar } from './row-star.tsx'
import { compareValues, sortValue } from './sort-values.ts'
import { figureOf } from './validator-figures.ts'

interface Shared {
  width: ListWidth
  words: Words
  /** How many times as large as usual letters are. */
  scale: number
  looks: ListLooks
  t: TFunction
  compareNames: (a: string, b: string) => number
  onMenu: (row: Validator, anchor: HTMLElement) => void
  /** Shows more blocks of a row, or no longer. */
  onToggle: (row: Validator) => void
}

/** Time runs left to right in every language, so the newest block is at the right end. */
const BlocksHead = styled('span')({
  display: 'flex',
  direction: 'ltr',
  justifyContent: 'space-between',
  gap: 8,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
})

/** The columns as the table wants them. */
export function tableColumns(shared: Shared): TableColumn<Validator>[] {
  return columns.map((column) => tableColumn(column, shared))
}

function tableColumn({ id, align, sort }: Column, shared: Shared): TableColumn<Validator> {
  const { t, width, words, scale, compareNames } = shared
  const strip = stripForm(width, words)
  const { blocks } = strip
  const label = id === 'blocks' ? t('column.blocks', { count: blocks }) : t(`column.${id}`)
  return {
    id,
    meta: {
      label,
      align,
      width: columnWidth(id, width, words, scale),
      ...((id === 'more' || id === 'favourite') && { silent: true }),
    },
    header: () =>
      id === 'blocks' ? (
        <BlocksHead style={{ width: stripWidth(blocks, strip.pitch) }}>
          <span dir="auto" title={label}>
            {blocks === shownLetters ? label : t('column.blocksShort', { count: blocks })}
          </span>
          {blocks === shownLetters ? <span aria-hidden>{t('column.now')}</span> : null}
        </BlocksHead>
      ) : id === 'rank' ? (
        t('column.rankShort')
      ) : (
        label
      ),
    cell: ({ row }) => (
      <Cell id={id} row={row.original} isOpen={row.getIsExpanded()} strip={strip} shared={shared} />
    ),
    enableSorting: sort !== null,
    ...(sort !== null && {
      accessorFn: (row: Validator) => sortValue(row, sort),
      sortFn: (a, b, key) => compareValues(a.getValue(key), b.getValue(key), compareNames),
      sortUndefined: 'last',
      sortDescFirst: startsDescending(sort),
    }),
  }
}

interface CellProps {
  id: ColumnId
  row: Validator
  isOpen: boolean
  strip: ReturnType<typeof stripForm>
  shared: Shared
}

function Cell({ id, row, isOpen, strip, shared: { looks, onMenu, onToggle } }: CellProps) {
  const formats = useFormats()
  switch (id) {
    case 'moniker':
      // By keyboard it is in the menu of the row, whose one stop that is, as the star is.
      return <ValidatorLink row={row} tabIndex={-1} />
    case 'state':
      return <StateCell state={stateOf(row)} staleAge={looks.staleAge} halted={looks.halted} />
    case 'blocks':
      return (
        <OpenStrip row={row} isOpen={isOpen} tabIndex={-1} onToggle={onToggle}>
          <ValidatorStrip
            letters={row.recent_signatures}
            {...strip}
            unseen={looks.unseenBlocks}
            stale={looks.staleAge !== null}
          />
        </OpenStrip>
      )
    case 'favourite':
      return <RowStar row={row} tabIndex={-1} />
    case 'more':
      return <MoreButton row={row} onMenu={onMenu} />
    default:
      return <FigureText {...figureOf(id, row, formats, looks)} />
  }
}
