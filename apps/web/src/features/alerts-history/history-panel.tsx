import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { type Incident, incidentsOf } from '../../data/alerts/incidents.ts'
import { useValidators } from '../../data/network/validators.ts'
import { useServices } from '../../data/services/services.ts'
import { bundleSizes } from './alert/deliveries.tsx'
import { IncidentDetail } from './alert/incident-detail.tsx'
import { HistoryCards } from './history-cards.tsx'
import type { HistoryRows } from './history-rows.ts'
import { HistoryFrame, HistoryTable } from './history-table.tsx'
import type { HistoryList, HistoryView } from './history-view.ts'

interface Props {
  list: HistoryList
  view: HistoryView
  isCards: boolean
  onView: (change: Partial<HistoryView>) => void
  onAcknowledge: (ids: readonly number[]) => void
  onCopyLink: (id: number) => void
}

/** The alerts that the view shows, in the form that fits the screen, with the way to older ones. */
export function HistoryPanel({ list, view, isCards, onView, onAcknowledge, onCopyLink }: Props) {
  const { t } = useTranslation('history')
  const { known: validators } = useValidators()
  const [held, setHeld] = useState(false)
  const { incidents, waiting, release } = useHeldNew(list, held)
  const { linked } = list
  const all = useMemo(
    () => (linked ? [linked, ...incidents.filter(({ id }) => id !== linked.id)] : incidents),
    [linked, incidents],
  )
  const bundles = useMemo(() => bundleSizes(list.history.known ?? []), [list.history.known])
  const byId = useMemo(() => new Map(validators?.validators.map((row) => [row.id, row])), [validators])
  const rowOf = useKeptLookup(byId)
  const openStep = view.alert
  const openId = all.find(({ steps }) => steps.some(({ id }) => id === openStep))?.id ?? null
  const onToggle = useCallback(
    ({ id, lead }: Incident) => onView({ alert: id === openId ? null : lead.id }),
    [onView, openId],
  )
  const onStep = useCallback((id: number) => onView({ alert: id }), [onView])
  const frame = useRef<HTMLDivElement>(null)
  useFocusedLink(frame, linked?.id ?? null, list.linkedStep)
  const rows: HistoryRows = {
    incidents: all,
    openId,
    rowOf,
    onAcknowledge,
    onToggle,
    linkedId: linked?.id ?? null,
    onInteraction: setHeld,
    renderOpen: (incident) => (
      <IncidentDetail
        incident={incident}
        openStep={openStep}
        list={validators}
        bundles={bundles}
        onAcknowledge={onAcknowledge}
        onCopyLink={onCopyLink}
        onStep={onStep}
      />
    ),
  }
  const Frame = isCards ? Paper : HistoryFrame
  return (
    <>
      {waiting > 0 ? (
        <Box sx={{ display: 'grid', justifyItems: 'center', mb: 3 }}>
          <Button size="small" onClick={release}>
            {t('showNew', { count: waiting })}
          </Button>
        </Box>
      ) : null}
      <Frame
        ref={frame}
        variant="outlined"
        onClick={(event: MouseEvent) => toggleByPointer(event, all, onToggle)}
        {...(isCards && {
          sx: { mx: { xs: -4, sm: -6 }, borderRadius: 0, borderInline: 0, borderBottom: 0 },
        })}
      >
        {isCards ? <HistoryCards {...rows} /> : <HistoryTable {...rows} />}
        <HistoryFoot list={list} rows={incidents.length} />
      </Frame>
    </>
  )
}

/** A click anywhere in a row opens it, unless it was meant for something else in it. */
function toggleByPointer(
  { target }: MouseEvent,
  incidents: readonly Incident[],
  onToggle: (incident: Incident) => void,
): void {
  if (!(target instanceof Element) || target.closest('button, a') !== null) return
  const row = target.closest<HTMLElement>('tr[data-row]')
  if (row === null || window.getSelection()?.isCollapsed === false) return
  const incident = incidents.find(({ id }) => id === Number(row.dataset['row']))
  if (incident) onToggle(incident)
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

/** How often, and ms apart, a row is looked for that is drawn once the page has scrolled to it. */
const tries = { most: 20, apartMs: 50 }

/** The alert that a link led to is in sight and has the focus, as a step of its incident where there are several (P427, P984). */
function useFocusedLink(
  frame: React.RefObject<HTMLElement | null>,
  /** Of the incident. */
  id: number | null,
  /** Of the alert. */
  step: number | null,
): void {
  const { clock } = useServices()
  const found = useRef<number | null>(null)
  const [tried, setTried] = useState<{ step: number | null; times: number }>({ step: null, times: 0 })
  useEffect(() => {
    if (id === null || found.current === step || (tried.step === step && tried.times >= tries.most))
      return undefined
    const row = frame.current?.querySelector(`[data-row="${id}"]`)
    if (row) {
      const own = stepIn(frame.current, step)
      const stop = own ?? row.querySelector<HTMLElement>('[data-stop]')
      stop?.focus({ preventScroll: true })
      // One that is nearly as high as the screen begins with whom it is about, below the bar.
      const isHigh = row.getBoundingClientRect().height > window.innerHeight / 2
      row.scrollIntoView({ block: isHigh ? 'start' : 'center' })
      own?.scrollIntoView({ block: 'nearest' })
      found.current = step
      return undefined
    }
    // It stands first: rows that are far from the screen are not drawn.
    frame.current?.scrollIntoView({ block: 'start' })
    return clock.after(tries.apartMs, () =>
      setTried({ step, times: tried.step === step ? tried.times + 1 : 1 }),
    )
  }, [id, step, tried, frame, clock])
}

/** The button of a step that is shown below its incident. */
function stepIn(frame: HTMLElement | null, step: number | null): HTMLElement | null {
  return frame?.querySelector<HTMLElement>(`[data-step="${step}"]`) ?? null
}

interface FootProps {
  list: HistoryList
  rows: number
}

/** How near to the end of the list older alerts are asked for, px. */
const ahead = 600

/** Below the rows: the way to older ones, which also come by themselves when somebody scrolls here. */
function HistoryFoot({ list, rows }: FootProps) {
  const { t } = useTranslation('history')
  const { history, hasMore } = list
  const { loadingMore, moreError, fetchMore } = history
  const foot = useRef<HTMLDivElement>(null)
  // After a fault somebody has to ask.
  const wanted = hasMore && !loadingMore && moreError === null
  useEffect(() => {
    const place = foot.current
    if (!wanted || place === null || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) fetchMore()
      },
      { rootMargin: `${ahead}px` },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [wanted, fetchMore, rows])
  return (
    <Box
      ref={foot}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: { xs: 2, md: 3 },
        py: 2,
        minHeight: 48,
        boxSizing: 'border-box',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {moreError === null ? null : (
        <Typography variant="table" color="error" role="alert">
          {t('olderFailed')}
        </Typography>
      )}
      {hasMore ? (
        <Button
          variant="text"
          size="small"
          aria-disabled={loadingMore}
          onClick={() => {
            if (!loadingMore) fetchMore()
          }}
        >
          {t(loadingMore ? 'loadingOlder' : 'older')}
        </Button>
      ) : null}
      <Typography variant="caption" color="textSecondary" sx={{ marginInlineStart: 'auto' }}>
        {t(hasMore ? 'shownSoFar' : 'shown', { count: rows })}
      </Typography>
    </Box>
  )
}

interface HeldNew {
  /** The incidents without the alerts that came while they were held. */
  incidents: readonly Incident[]
  /** How many wait. */
  waiting: number
  release: () => void
}

/** While the user points at the list, or is in it by keyboard, nothing new moves it from under them: it waits. */
function useHeldNew({ shown: all, unreadBelow }: HistoryList, held: boolean): HeldNew {
  const alerts = useMemo(() => all.flatMap(({ steps }) => steps), [all])
  const newest = Math.max(0, ...alerts.map(({ id }) => id))
  const [seen, setSeen] = useState(newest)
  // What is older was asked for by scrolling; only what is new waits.
  if (!held && seen !== newest) setSeen(newest)
  // Another filter shows what it shows.
  const isOther = held && !alerts.some(({ id }) => id === seen)
  if (isOther && seen !== newest) setSeen(newest)
  const isWhole = !held || isOther || seen === newest
  const incidents = useMemo(
    () =>
      isWhole
        ? all
        : incidentsOf(
            alerts.filter(({ id }) => id <= seen),
            unreadBelow,
          ),
    [isWhole, all, alerts, seen, unreadBelow],
  )
  const waiting = isWhole ? 0 : alerts.filter(({ id }) => id > seen).length
  return { incidents, waiting, release: () => setSeen(newest) }
}
