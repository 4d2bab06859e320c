import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Bridge, BridgesList } from '@roundsman/contract/bridges'
import type { NetworkStatus } from '@roundsman/contract/validators'
import { type RefObject, use, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { isOlder } from '../../parts/bridge-versions.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useGroupedRows } from '../../ui/table/use-grouped-rows.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { BridgeCards } from './bridge-cards.tsx'
import type { ListForm } from './bridge-columns.ts'
import { BridgesCardsHead } from './bridges-cards-head.tsx'
import type { BridgesView } from './bridges-search.ts'
import { cellText } from './cell-text.ts'
import { looksOf, sameLooks, SurroundingsContext } from './list-looks.ts'
import { NothingFound } from './nothing-found.tsx'
import { RowMenu } from './row-menu.tsx'
import { useBridgesTable } from './use-bridges-table.ts'

interface Props {
  list: BridgesList
  status: NetworkStatus | undefined
  form: ListForm
  view: BridgesView
  /** Values are old: they turn grey. */
  old: boolean
  onView: (view: BridgesView) => void
  onCopy: (text: string) => void
  shownRef: RefObject<readonly Bridge[]>
}

/** Px of a row with letters of the usual size, as its sheet says (table-looks.ts). */
const rowHeight = 36

/** The bridges as they live, the user's own first, in the form that fits the screen. */
export function LiveBridges({ list, status, form, view, old, onView, onCopy, shownRef }: Props) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const { serverTime } = useServices()
  const scale = useLetterScale()
  const { validators } = use(SurroundingsContext)
  const [held, setHeld] = useState(false)
  const [menu, setMenu] = useState<{ row: Bridge; anchor: HTMLElement } | null>(null)
  const onMenu = useCallback((row: Bridge, anchor: HTMLElement) => setMenu({ row, anchor }), [])
  const looks = useKept(looksOf(list, status), sameLooks)
  const { table, rows: passing } = useBridgesTable({
    ...{ all: list.bridges, view, form, looks, onView, onMenu },
  })
  const heads = {
    mine: { id: 'mine', group: t('heading.mine') },
    others: { id: 'others', group: t('heading.others') },
  }
  const { entries, rows, waiting, cards } = useGroupedRows({
    ...{ passing, every: table.getRowModel().rows, heads, shownRef },
    isMine: view.show === 'mine' ? null : ({ owned }) => owned,
    heading: t(`show.${view.show}`),
    held: held || menu !== null,
    key: JSON.stringify(view),
  })
  const textOf = (row: Bridge, id: string) =>
    cellText(row, id, { looks, validators, now: serverTime.now() }, t, formats) ?? '–'
  const empty = rows.length > 0 ? null : <NothingFound view={view} onView={onView} />
  return (
    <>
      {form === 'cards' ? (
        <Box sx={{ mx: { xs: -4, sm: -6 } }}>
          <BridgesCardsHead heading={cards.heading} view={view} onView={onView} />
          {empty ?? <BridgeCards entries={cards.entries} looks={looks} onHold={setHeld} onMenu={onMenu} />}
        </Box>
      ) : (
        <Paper variant="outlined">
          {empty ?? (
            <DataTable
              table={table}
              rows={entries}
              label={t('title')}
              rowHeight={rowHeight * scale}
              textOf={textOf}
              old={old}
              onHold={setHeld}
            />
          )}
        </Paper>
      )}
      <Foot
        rows={rows.length}
        total={list.bridges.length}
        waiting={waiting}
        hasOlder={rows.some(({ original }) => isOlder(original, looks.newest))}
      />
      {menu === null ? null : (
        <RowMenu {...menu} onCopy={onCopy} onClose={() => setMenu(null)} />
      )}
    </>
  )
}

interface FootProps {
  rows: number
  total: number
  waiting: boolean
  hasOlder: boolean
}

/** Below the rows: what the arrow means, and how many there are. */
function Foot({ rows, total, waiting, hasOlder }: FootProps) {
  const { t } = useTranslation('bridges')
  const { t: tell } = useTranslation()
  const formats = useFormats()
  const shown = t('shown', { shown: formats.integer(rows), count: total, value: formats.integer(total) })
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, mt: 3 }}>
      <Typography
        variant="caption"
        color="textSecondary"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}
      >
        {hasOlder ? (
          <>
            <ArrowUpwardRounded aria-hidden sx={{ fontSize: 14, color: 'warning.main' }} />
            {t('newerLegend')}
          </>
        ) : null}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {waiting ? `${tell('list.orderWaits')} · ${shown}` : shown}
      </Typography>
    </Box>
  )
}
