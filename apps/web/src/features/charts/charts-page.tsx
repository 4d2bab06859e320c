import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { use, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lineSheet } from '../../charts/line-looks.ts'
import { createPointed } from '../../charts/pointed.ts'
import { wholePoints, zoomedIn, zoomedOut } from '../../charts/zoom.ts'
import { useFavourites } from '../../data/use-favourites.ts'
import { useValidators } from '../../data/use-validators.ts'
import { ReadFailed } from '../../parts/read-failed.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { NavWidthContext } from '../../ui/nav-width.ts'
import { useLetterScale } from '../../ui/use-letter-scale.ts'
import { ChartEvents } from './chart-events.tsx'
import { ChartList } from './chart-list.tsx'
import { ChartTable } from './chart-table.tsx'
import { ChartsControls } from './charts-controls.tsx'
import { ChartsHead } from './charts-head.tsx'
import { useChartsNotice } from './charts-notice.tsx'
import { ChartsError, ChartsSkeleton, NobodyChosen } from './charts-states.tsx'
import { metricsOf, withValidators } from './charts-view.ts'
import { MarksNote } from './marks-note.tsx'
import { PointsNote } from './points-note.tsx'
import { placesIn } from './table-text.ts'
import { topValidators } from './top-validators.ts'
import { useChartMarks } from './use-chart-marks.ts'
import { useChartsActions } from './use-charts-actions.ts'
import { useChartsData } from './use-charts-data.ts'
import { useChartsView } from './use-charts-view.ts'
import { useChosenValidators } from './use-chosen-validators.ts'
import { useShownCharts } from './use-shown-charts.ts'

const Frame = styled('div')(({ theme }) => ({ ...lineSheet(theme), '&:focus': { outline: 'none' } }))
/** Px of content below which the actions are pictures and the plots are lower. */
const roomForWords = 720

/** Uptime, voting power and commission of the chosen validators over time, live. */
export function ChartsPage() {
  const { t } = useTranslation('charts')
  const [view, onView] = useChartsView()
  const { known: list } = useValidators()
  const { ids: mine } = useFavourites()
  const charts = useChartsData(view)
  const validators = useMemo(() => list?.validators ?? [], [list])
  const chosen = useChosenValidators(view.validators, list, charts)
  const shown = useShownCharts(charts.known, view, { list, chosen })
  const marked = useChartMarks(validators, shown)
  const { marks } = marked
  const notice = useChartsNotice(charts, shown !== null)
  const frame = useRef<HTMLDivElement>(null)
  const framed = useCallback((element: HTMLDivElement | null) => {
    frame.current = element
    return keepFocus(element)
  }, [])
  const [pointed] = useState(createPointed)
  const actions = useChartsActions(shown, marks, frame, view.table)
  const scale = useLetterScale()
  const nav = use(NavWidthContext)
  const narrow = !useMediaQuery(`(min-width:${roomForWords * scale + nav}px)`, { noSsr: true })
  const byFinger = useMediaQuery('(pointer: coarse)', { noSsr: true })
  const top = topValidators(validators)
  const mineHere = validators.flatMap(({ id }) => (mine.has(id) ? [id] : []))
  const add = (ids: readonly number[]) => () => onView({ validators: withValidators(view.validators, ids) })
  const zoomTo = useCallback(
    (from: number, to: number) => {
      const part = shown && wholePoints({ from, to }, shown.times)
      if (part) onView({ zoom: part })
    },
    [shown, onView],
  )
  const reset = useCallback(() => view.zoom && onView({ zoom: null }), [view, onView])
  const zoomIn = () => {
    const part = shown && zoomedIn(shown.part, pointed.get().at ?? shown.part.to, shown.times)
    if (part) onView({ zoom: part })
  }
  const isNearest = shown === null || zoomedIn(shown.part, shown.part.to, shown.times) === null
  const known = chosen.flatMap(({ id, standing }) => (standing === 'unknown' ? [] : [id]))
  const isFresh = shown?.isOfView ?? false

  return (
    // Its buttons go away when they are pressed.
    <Frame ref={framed} tabIndex={-1}>
      <ChartsHead
        narrow={narrow}
        notice={notice}
        actions={actions}
        isTable={view.table}
        onTable={shown === null ? null : () => onView({ table: !view.table })}
      />
      <ChartsControls
        view={view}
        chosen={chosen}
        validators={validators}
        top={top}
        mine={mineHere}
        note={<PointsNote range={view.range} newest={isFresh ? (shown?.newest ?? null) : null} />}
        onZoomIn={isNearest ? null : zoomIn}
        onZoomOut={shown?.isZoomed ? () => onView({ zoom: zoomedOut(shown.part, shown.times) }) : null}
        onView={onView}
      />
      {view.validators.length === 0 ? (
        <NobodyChosen
          onTop={top.length === 0 ? null : add(top)}
          onMine={mineHere.length === 0 ? null : add(mineHere)}
        />
      ) : shown === null ? (
        charts.error ? (
          <ChartsError
            error={charts.error}
            onRetry={charts.fetch}
            onRemoveUnknown={known.length === chosen.length ? null : () => onView({ validators: known })}
          />
        ) : (
          <ChartsSkeleton metrics={metricsOf(view)} narrow={narrow} />
        )
      ) : (
        <Box sx={{ opacity: isFresh ? 1 : 0.6 }} aria-busy={!isFresh}>
          {marked.failed ? (
            <Box sx={{ mb: 4, display: 'grid' }}>
              <ReadFailed title={t('error.events')} onRetry={marked.readAgain} />
            </Box>
          ) : null}
          {view.table ? (
            <>
              {shown.measured.map(({ metric, lines }) => (
                <ChartTable
                  key={metric}
                  {...{ metric, lines, onCopy: actions.copy }}
                  unit={shown.unit}
                  range={shown.range}
                  times={shown.times}
                  places={placesIn(shown.times, shown.part)}
                />
              ))}
              <ChartEvents marks={marks} />
            </>
          ) : (
            <>
              <ChartList {...{ shown, marks, narrow, pointed }} onZoom={zoomTo} onReset={reset} />
              <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
                {t(byFinger ? 'hintTouch' : 'hint')}
              </Typography>
            </>
          )}
          <MarksNote marks={marked} />
        </Box>
      )}
    </Frame>
  )
}
