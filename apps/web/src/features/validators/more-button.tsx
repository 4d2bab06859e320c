import MoreVertRounded from '@mui/icons-material/MoreVertRounded'
import { styled } from '@mui/material/styles'
import type { Validator } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import { useRowStop } from '../../ui/table/row-stop.ts'

interface Props {
  row: Validator
  onMenu: (row: Validator, anchor: HTMLElement) => void
}

const Press = styled('button')(({ theme }) => ({
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
  'li &': { width: 40, height: 40 },
}))

/** Opens what can be done with a validator. The one stop of its row. */
export function MoreButton({ row, onMenu }: Props) {
  const { t } = useTranslation()
  const stop = useRowStop()
  return (
    <Press
      type="button"
      tabIndex={stop}
      data-stop=""
      aria-haspopup="menu"
      aria-label={t('list.more', { name: row.moniker ?? row.consensus_address })}
      onClick={(event) => onMenu(row, event.currentTarget)}
    >
      <MoreVertRounded aria-hidden />
    </Press>
  )
}
