import ArrowDownwardRounded from '@mui/icons-material/ArrowDownwardRounded'
import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import {
  type ColumnChoice,
  movedColumn,
  shownColumns,
  standardChoice,
} from '../../../data/services/table-columns.ts'
import { VisuallyHidden } from '../../../ui/known.tsx'
import { type ColumnId, columnRules } from './columns.ts'
import { Popover } from '../../../ui/controls/menu.tsx'
import { styled } from '../../../ui/theme/styled.tsx'

interface Props {
  choice: ColumnChoice<ColumnId>
  onChange: (choice: ColumnChoice<ColumnId>) => void
}

/** Opens the choice of columns and of their order. */
export function ColumnsMenu(props: Props) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewColumnOutlined />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('list.columns')}
      </Button>
      {anchor === null ? null : <ColumnsPopover {...props} anchor={anchor} onClose={close} />}
    </>
  )
}

interface ColumnsPopoverProps {
  choice: ColumnChoice<ColumnId>
  onChange: (choice: ColumnChoice<ColumnId>) => void
  anchor: HTMLElement
  onClose: () => void
}

const List = styled('ul')({ margin: 0, padding: 6, listStyle: 'none' })
const Row = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: 36,
  borderRadius: 6,
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '& label': {
    flex: 1,
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    paddingInlineEnd: 20,
    cursor: 'pointer',
  },
  // At either end it stays a stop of the keyboard, which would lose its place otherwise.
  '& [aria-disabled="true"]': { opacity: 0.35, cursor: 'default' },
  '@media (pointer: coarse)': { minHeight: 44 },
}))
const Foot = styled('div')(({ theme }) => ({
  padding: 6,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))

/** Every column that the user may hide or move, in the order of the table. */
function ColumnsPopover({ choice, onChange, anchor, onClose }: ColumnsPopoverProps) {
  const { t } = useTranslation()
  const { t: tList } = useTranslation('list')
  const [said, setSaid] = useState('')
  const { order, hidden } = choice
  const nameOf = (id: ColumnId) => (id === 'blocks' ? t('column.blocks', { count: 60 }) : t(`column.${id}`))
  const move = (id: ColumnId, by: number) => {
    const moved = movedColumn(choice, id, by)
    const place = moved.order.indexOf(id)
    if (place !== order.indexOf(id)) onChange(moved)
    setSaid(tList('columnAt', { column: nameOf(id), place: place + 1, total: order.length }))
  }
  const moves = [
    { by: -1, Arrow: ArrowUpwardRounded, end: order[0] },
    { by: 1, Arrow: ArrowDownwardRounded, end: order.at(-1) },
  ]

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('list.columns'), sx: { mt: 1 } } }}
    >
      <List>
        {order.map((id) => {
          const shown = !hidden.includes(id)
          return (
            <Row key={id}>
              <label>
                <Checkbox
                  size="small"
                  checked={shown}
                  disabled={columnRules.always.includes(id)}
                  onChange={() =>
                    onChange({
                      order,
                      hidden: shown ? [...hidden, id] : hidden.filter((other) => other !== id),
                    })
                  }
                />
                {nameOf(id)}
              </label>
              {moves.map(({ by, Arrow, end }) => (
                <IconButton
                  key={by}
                  size="small"
                  aria-label={
                    by < 0
                      ? tList('columnUp', { column: nameOf(id) })
                      : tList('columnDown', { column: nameOf(id) })
                  }
                  aria-disabled={end === id}
                  onClick={() => move(id, by)}
                >
                  <Arrow sx={{ fontSize: 18 }} aria-hidden />
                </IconButton>
              ))}
            </Row>
          )
        })}
      </List>
      <Foot>
        <Button
          variant="text"
          size="small"
          fullWidth
          disabled={shownColumns(choice).join() === shownColumns(standardChoice(columnRules)).join()}
          onClick={() => {
            onChange(standardChoice(columnRules))
            setSaid(tList('columnsWereReset'))
          }}
        >
          {tList('columnsReset')}
        </Button>
      </Foot>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </Popover>
  )
}
