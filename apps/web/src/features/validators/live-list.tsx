import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Validator, ValidatorsList } from '@roundsman/contract/validators'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NetworkHealth } from '../../data/network-health.ts'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { StripLegend } from '../../ui/strip/strip-legend.tsx'
import { CardsHead } from './cards-head.tsx'
import type { Column, ListWidth } from './columns.ts'
import { ListEmpty } from './list-empty.tsx'
import { looksOf } from './list-looks.ts'
import type { ListView, SortKey } from './list-search.ts'
import { RowMenu } from './row-menu.tsx'
import { useListOrder } from './use-list-order.ts'
import { ValidatorCards } from './validator-cards.tsx'
import { ValidatorsTable } from './validators-table.tsx'

interface Props {
  data: ValidatorsList
  health: NetworkHealth | null
  view: ListView
  width: ListWidth
  columns: readonly Column[]
  onView: (view: ListView) => void
  onSort: (sort: SortKey) => void
  onCopy: (text: string) => void
}

interface OpenMenu {
  row: Validator
  anchor: HTMLElement
}

/** The rows as they live, in the form that fits the screen, with the legend below. */
export function LiveList({ data, health, view, width, columns, onView, onSort, onCopy }: Props) {
  const { network } = useServices()
  const [held, setHeld] = useState(false)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const { rows, waiting } = useListOrder(data.validators, view, held || menu !== null)
  const onMenu = useCallback((row: Validator, anchor: HTMLElement) => setMenu({ row, anchor }), [])
  const looks = looksOf(data.status, health)
  const cards = width === 'cards'
  const empty =
    rows.length > 0 ? null : (
      <ListEmpty
        reason="filtered"
        network={network.name}
        view={view}
        onClear={() => onView({ ...view, q: '', show: 'all' })}
      />
    )

  return (
    <>
      {cards ? (
        <Box sx={{ mx: { xs: -4, sm: -6 } }}>
          <CardsHead view={view} onSort={onSort} />
          {empty ?? <ValidatorCards rows={rows} looks={looks} onMenu={onMenu} />}
        </Box>
      ) : (
        <Paper variant="outlined">
          {empty ?? (
            <ValidatorsTable
              rows={rows}
              columns={columns}
              width={width}
              view={view}
              looks={looks}
              old={looks.staleAge !== null}
              onSort={onSort}
              onMenu={onMenu}
              onHold={setHeld}
            />
          )}
        </Paper>
      )}
      <ListFoot rows={rows.length} data={data} waiting={waiting} />
      <RowMenu
        row={menu?.row ?? null}
        anchor={menu?.anchor ?? null}
        onCopy={onCopy}
        onClose={() => setMenu(null)}
      />
    </>
  )
}

interface FootProps {
  rows: number
  data: ValidatorsList
  waiting: boolean
}

function ListFoot({ rows, data, waiting }: FootProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const total = data.validators.length
  const parts = [
    waiting && t('list.orderWaits'),
    t('list.shown', { shown: formats.integer(rows), count: total, value: formats.integer(total) }),
    data.status.signed_blocks_window !== null &&
      t('list.window', {
        count: data.status.signed_blocks_window,
        value: formats.integer(data.status.signed_blocks_window),
      }),
  ]
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, mt: 3 }}>
      <StripLegend />
      <Typography variant="caption" color="textSecondary">
        {parts.filter((part) => part !== false).join(' · ')}
      </Typography>
    </Box>
  )
}
