import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/validators'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { ValidatorStrip } from '../../parts/validator-strip.tsx'
import type { Column, ColumnId, ListWidth } from './columns.ts'
import { stripBlocks } from './columns.ts'
import { FigureText } from './figure-text.tsx'
import type { ListLooks } from './list-context.ts'
import { StateCell } from '../../parts/state-cell.tsx'
import { figureOf } from './validator-figures.ts'
import { ValidatorName } from '../../parts/validator-name.tsx'
import { isActive, stateOf } from '@roundsman/contract/validator-state'

interface Props extends ListLooks {
  row: Validator
  /** Place in the whole list, from 0. */
  index: number
  columns: readonly Column[]
  width: ListWidth
  /** The one row that Tab reaches; arrows go on from it. */
  current: boolean
  onMenu: (row: Validator, anchor: HTMLElement) => void
}

export const MoreButton = styled('button')(({ theme }) => ({
  all: 'unset',
  display: 'inline-grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  borderRadius: 6,
  cursor: 'pointer',
  color: theme.vars.palette.text.secondary,
  '& svg': { fontSize: 18 },
  '&:hover': { backgroundColor: theme.vars.palette.action.selected },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
}))

/** One validator. Drawn again only when it, or what all rows share, has changed. */
export const ValidatorRow = memo(function ValidatorRow(props: Props) {
  const { row, index, columns } = props
  return (
    <tr data-row={row.id} aria-rowindex={index + 2}>
      {columns.map(({ id, align }) => (
        <td key={id} data-align={align}>
          <Cell {...props} id={id} />
        </td>
      ))}
    </tr>
  )
})

function Cell({ id, row, unit, staleAge, unseenBlocks, width, current, onMenu }: Props & { id: ColumnId }) {
  const { t } = useTranslation()
  const formats = useFormats()
  switch (id) {
    case 'rank':
      return (
        <FigureText
          text={row.rank === null || !isActive(row) ? null : formats.integer(row.rank)}
          tone="quiet"
        />
      )
    case 'moniker':
      return <ValidatorName row={row} />
    case 'state':
      return <StateCell state={stateOf(row)} staleAge={staleAge} />
    case 'blocks':
      return (
        <ValidatorStrip
          letters={row.recent_signatures}
          blocks={stripBlocks(width)}
          unseen={unseenBlocks}
          stale={staleAge !== null}
        />
      )
    case 'more':
      return (
        <MoreButton
          type="button"
          tabIndex={current ? 0 : -1}
          aria-haspopup="menu"
          aria-label={t('list.more', { name: row.moniker ?? row.consensus_address })}
          onClick={(event) => onMenu(row, event.currentTarget)}
        >
          <MoreVertRounded aria-hidden />
        </MoreButton>
      )
    default:
      return <FigureText {...figureOf(id, row, formats, unit)} />
  }
}
