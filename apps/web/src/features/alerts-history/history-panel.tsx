import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { lazy, type MouseEvent, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useValidators } from '../../data/use-validators.ts'
import { bundleSizes } from './delivery-groups.ts'
import { HistoryCards } from './history-cards.tsx'
import { historyColumnIds } from './history-columns.tsx'
import { HistoryFoot } from './history-foot.tsx'
import type { HistoryRows } from './history-rows.ts'
import { HistorySkeleton } from './history-skeleton.tsx'
import type { HistoryView } from './history-view.ts'
import { useHeldNew } from './use-held-new.ts'
import type { HistoryList } from './use-history-list.ts'
import type { HistoryWidth } from './use-history-width.ts'

// Comes with the first alerts: a first view that has none yet has no room for what makes tables.
const HistoryTable = lazy(() =>
  import('./history-table.tsx').then(({ HistoryTable }) => ({ default: HistoryTable })),
)
// Comes when the first alert is opened: the first view has no room for it.
const AlertDetail = lazy(() =>
  import('./alert-detail.tsx').then(({ AlertDetail }) => ({ default: AlertDetail })),
)

interface Props {
  list: HistoryList
  view: HistoryView
  width: HistoryWidth
  onView: (change: Partial<HistoryView>) => void
  onAcknowledge: (ids: readonly number[]) => void
  onCopyLink: (id: number) => void
}

/** The alerts that the view shows, in the form that fits the screen, with the way to older ones. */
export function HistoryPanel({ list, view, width, onView, onAcknowledge, onCopyLink }: Props) {
  const { t } = useTranslation('history')
  const { known: validators } = useValidators()
  const [held, setHeld] = useState(false)
  const { items, waiting, release } = useHeldNew(list.shown, held)
  const { linked } = list
  const all = useMemo(() => (linked ? [linked, ...items] : items), [linked, items])
  const bundles = useMemo(() => bundleSizes(list.history.known ?? []), [list.history.known])
  const byId = useMemo(() => new Map(validators?.validators.map((row) => [row.id, row])), [validators])
  const rowOf = useKeptLookup(byId)
  const openId = view.alert
  const onToggle = useCallback((id: number) => onView({ alert: id === openId ? null : id }), [onView, openId])
  const frame = useRef<HTMLDivElement>(null)
  useShowOnce(frame, linked ? null : openId)
  const rows: HistoryRows = {
    ...{ items: all, openId, rowOf, onAcknowledge, onToggle },
    linkedId: linked?.id ?? null,
    onHold: setHeld,
    renderOpen: (item) => (
      <Suspense fallback={null}>
        <AlertDetail
          item={item}
          list={validators}
          bundles={bundles}
          onAcknowledge={onAcknowledge}
          onCopyLink={onCopyLink}
          pitch={width.columns?.length === historyColumnIds.length ? 6 : 4}
        />
      </Suspense>
    ),
  }
  const cards = width.columns === null
  return (
    <>
      {waiting > 0 ? (
        <Box sx={{ display: 'grid', justifyItems: 'center', mb: 3 }}>
          <Button size="small" onClick={release}>
            {t('showNew', { count: waiting })}
          </Button>
        </Box>
      ) : null}
      <Paper
        ref={frame}
        variant="outlined"
        onClick={(event) => toggleByPointer(event, onToggle)}
        sx={
          cards
            ? { mx: { xs: -4, sm: -6 }, borderRadius: 0, borderInline: 0, borderBottom: 0 }
            : {
                '& tr[data-row]': { cursor: 'pointer' },
                '& tr[data-open] td': { bgcolor: 'action.selected' },
                '& tr[data-detail] td': { p: 0 },
                // There are no chips here that the words would have to stand in line with.
                '& tbody tr td [data-look]': { paddingInlineStart: 0 },
              }
        }
      >
        {cards ? (
          <HistoryCards {...rows} />
        ) : (
          <Suspense fallback={<HistorySkeleton cards={false} />}>
            <HistoryTable {...rows} width={width} />
          </Suspense>
        )}
        <HistoryFoot list={list} rows={items.length} />
      </Paper>
    </>
  )
}

/** A click anywhere in a row opens it, unless it was meant for something else in it. */
function toggleByPointer({ target }: MouseEvent, onToggle: (id: number) => void): void {
  if (!(target instanceof Element) || target.closest('button, a') !== null) return
  const row = target.closest<HTMLElement>('tr[data-row]')
  if (row === null || window.getSelection()?.isCollapsed === false) return
  onToggle(Number(row.dataset['row']))
}

/** The lookup keeps its identity from block to block, and the table its rows. */
function useKeptLookup<V>(byId: ReadonlyMap<number, V>): (id: number | null) => V | undefined {
  const latest = useRef(byId)
  useEffect(() => {
    latest.current = byId
  })
  const known = byId.size > 0
  return useCallback(
    (id: number | null) => (known && id !== null ? latest.current.get(id) : undefined),
    [known],
  )
}

/** An alert that the page was opened for is brought into view; one that is opened here is there already. */
function useShowOnce(frame: React.RefObject<HTMLElement | null>, id: number | null): void {
  const [first] = useState(id)
  useEffect(() => {
    if (first === null) return
    frame.current?.querySelector(`[data-row="${first}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [first, frame])
}
