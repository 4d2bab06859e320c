import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import FilterListRounded from '@mui/icons-material/FilterListRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Bridge, BridgesList } from '@roundsman/contract/bridges/bridges'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { type RefObject, use, useCallback, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { stillSeconds } from '../../data/network/still-heights.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { isOlder } from '../../parts/bridges/bridge-facts.ts'
import { SilenceDialog } from '../../parts/silences/silence-button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { CardsSkeleton } from '../../ui/table/cards.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { TableSkeleton } from '../../ui/table/table-frame.tsx'
import { useGroupedRows } from '../../ui/table/grouped-rows.ts'
import { useKept } from '../../ui/use-kept.ts'
import { useLetterScale } from '../../ui/use-measured.ts'
import { BridgeCards, BridgesCardsHead, cardHeight } from './bridge-cards.tsx'
import { cellText } from './bridge-cells.tsx'
import { BridgesFrame } from './bridge-columns.ts'
import { rowContextOf, sameRowContext, SurroundingsContext } from './bridge-rows.ts'
import { useBridgesTable } from './bridges-table.tsx'
import type { BridgesView } from './bridges-view.ts'
import { RowMenu } from './row-menu.tsx'

interface Props {
  list: BridgesList
  status: NetworkStatus | undefined
  isCards: boolean
  view: BridgesView
  /** Values are old: they turn gray. */
  old: boolean
  onView: (view: BridgesView) => void
  onCopy: (text: string) => void
  shownRef: RefObject<readonly Bridge[]>
}

/** Px of a row with letters of the usual size, as its sheet says (table-frame.tsx). */
const rowHeight = 36

/** The bridges as they live, the user's own first, in the form that fits the screen. */
export function LiveBridges({ list, status, isCards, view, old, onView, onCopy, shownRef }: Props) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const { queries, network, serverTime } = useServices()
  const scale = useLetterScale()
  const { validators } = use(SurroundingsContext)
  const [held, setHeld] = useState(false)
  const [menu, setMenu] = useState<{ row: Bridge; anchor: HTMLElement } | null>(null)
  const [silencing, setSilencing] = useState<Bridge | null>(null)
  const onMenu = useCallback((row: Bridge, anchor: HTMLElement) => setMenu({ row, anchor }), [])
  const context = useKept(rowContextOf(list, status), sameRowContext)
  const { table, rows: passing } = useBridgesTable({
    all: list.bridges,
    view,
    context,
    onView,
    onMenu,
  })
  const heads = {
    mine: { id: 'mine', group: t('heading.mine') },
    others: { id: 'others', group: t('heading.others') },
  }
  const { entries, rows, waiting, cards } = useGroupedRows({
    passing,
    every: table.getRowModel().rows,
    heads,
    shownRef,
    isMine: view.show === 'mine' ? null : ({ owned }) => owned,
    heading: t(`show.${view.show}`),
    held: held || menu !== null,
    key: JSON.stringify(view),
  })
  const stillOf = (row: Bridge) => stillSeconds(queries, network.blockchain_id, row)
  const textOf = (row: Bridge, id: string) =>
    cellText(row, id, { context, validators, now: serverTime.now(), stillSeconds: stillOf }, t, formats) ??
    '–'
  const empty = rows.length > 0 ? null : <NothingFound view={view} onView={onView} />
  return (
    <>
      {isCards ? (
        <Box sx={{ mx: { xs: -4, sm: -6 } }}>
          <BridgesCardsHead heading={cards.heading} view={view} onView={onView} />
          {empty ?? (
            <BridgeCards entries={cards.entries} context={context} onInteraction={setHeld} onMenu={onMenu} />
          )}
        </Box>
      ) : (
        <BridgesFrame variant="outlined">
          {empty ?? (
            <DataTable
              table={table}
              rows={entries}
              label={t('title')}
              rowHeight={rowHeight * scale}
              textOf={textOf}
              old={old}
              onInteraction={setHeld}
            />
          )}
        </BridgesFrame>
      )}
      <Foot
        rows={rows.length}
        total={list.bridges.length}
        waiting={waiting}
        hasOlder={rows.some(({ original }) => isOlder(original, context.newest))}
      />
      {menu === null ? null : (
        <RowMenu {...menu} onCopy={onCopy} onSilence={setSilencing} onClose={() => setMenu(null)} />
      )}
      {silencing === null ? null : (
        <SilenceDialog target={{ bridge: silencing.id }} onClose={() => setSilencing(null)} />
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
  const { t: tCommon } = useTranslation()
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
        {waiting ? `${tCommon('list.orderWaits')} · ${shown}` : shown}
      </Typography>
    </Box>
  )
}

interface NothingFoundProps {
  view: BridgesView
  onView: (view: BridgesView) => void
}

/** In place of bridges that search or filter leave out. */
function NothingFound({ view, onView }: NothingFoundProps) {
  const { t } = useTranslation('bridges')
  const { t: tCommon } = useTranslation()
  const showAll = () => onView({ ...view, q: '', show: 'all' })
  if (view.q !== '')
    return (
      <EmptyState
        icon={SearchRounded}
        title={t('noMatch', { text: view.q })}
        actions={<Button onClick={showAll}>{tCommon('list.clear')}</Button>}
      >
        {t('noMatchHint')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={FilterListRounded}
      title={t(view.show === 'mine' ? 'noMine.title' : 'noneOf.title', { filter: t(`show.${view.show}`) })}
      actions={<Button onClick={showAll}>{tCommon('list.showAll')}</Button>}
    >
      {t(view.show === 'mine' ? 'noMine.text' : 'noneOf.text')}
    </EmptyState>
  )
}

const nameWidths = Array.from({ length: 20 }, (_, i) => 84 + ((i * 37) % 61))
const context = { newest: null, blockSeconds: null }
const widthOf: Readonly<Record<string, number>> = { peer: 110, more: 16 }
const nothing = () => undefined

interface BridgesSkeletonProps {
  isCards: boolean
  view: BridgesView
  onView: (view: BridgesView) => void
}

/** The bridges in the shape of what comes, under their real heads. */
export function BridgesSkeleton({ isCards, view, onView }: BridgesSkeletonProps) {
  const { t } = useTranslation('bridges')
  const scale = useLetterScale()
  const { table } = useBridgesTable({ all: [], view, context, onView, onMenu: nothing })
  if (isCards)
    return (
      <Box sx={{ mx: { xs: -4, sm: -6 } }}>
        <BridgesCardsHead heading={t(`show.${view.show}`)} view={view} onView={onView} />
        <CardsSkeleton
          label={t('loading')}
          cards={nameWidths}
          height={cardHeight(scale)}
          line={{ width: 210, height: 10, gap: 3 }}
        />
      </Box>
    )
  return (
    <BridgesFrame variant="outlined" sx={{ overflow: 'clip' }}>
      <TableSkeleton
        table={table}
        label={t('loading')}
        rows={nameWidths}
        barOf={(id, name) => ({ height: 12, width: id === 'name' ? name : (widthOf[id] ?? 56) })}
      />
    </BridgesFrame>
  )
}
