import DownloadRounded from '@mui/icons-material/DownloadRounded'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import LinkRounded from '@mui/icons-material/LinkRounded'
import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import TableChartOutlined from '@mui/icons-material/TableChartOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { lineSheet } from '../../charts/line-theme.tsx'
import { createPointed } from '../../charts/chart-model.ts'
import { wholePoints, zoomedIn, zoomedOut } from '../../charts/zoom.ts'
import { isProblem } from '../../data/api/errors.ts'
import type { Fetched } from '../../data/api/operation.ts'
import { useFavourites } from '../../data/services/preferences.ts'
import { useNetworkHealth } from '../../data/network/network-health.ts'
import { useValidators } from '../../data/network/validators.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { ReadFailed } from '../../parts/load-failed.tsx'
import { ActionsHead } from '../../ui/page/page-head.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { SlimAlert } from '../../ui/page/slim-alert.tsx'
import { useContentFits } from '../../ui/use-measured.ts'
import { ChartList } from './chart-list.tsx'
import { MarksNote, useChartMarks } from './chart-marks.tsx'
import { ChartEvents, ChartTable, placesIn } from './chart-table.tsx'
import { type ChartsActions, useChartsActions } from './charts-actions.ts'
import { ChartsControls, PointsNote } from './charts-controls.tsx'
import { ChartsError, ChartsSkeleton, NobodyChosen } from './charts-states.tsx'
import { metricsOf, useChartsView, withValidators } from './charts-view.ts'
import { topValidators, useChosenValidators } from './chosen-validators.ts'
import { useChartsData, useShownCharts } from './shown-charts.ts'
import { styled } from '../../ui/theme/styled.tsx'

const Frame = styled('div')(({ theme }) => ({ ...lineSheet(theme), '&:focus': { outline: 'none' } }))
/** Rem of the content of the page below which the actions are pictures and the plots are lower. */
const labelsFrom = 48

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
  const narrow = !useContentFits(labelsFrom)
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
  const known = chosen.flatMap(({ id, membership }) => (membership === 'unknown' ? [] : [id]))
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
                  metric={metric}
                  lines={lines}
                  onCopy={actions.copy}
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
              <ChartList
                shown={shown}
                marks={marks}
                narrow={narrow}
                pointed={pointed}
                onZoom={zoomTo}
                onReset={reset}
              />
              <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
                {t(byFinger ? 'hintTouch' : 'hint')}
              </Typography>
            </>
          )}
          <MarksNote marks={marked} importedUntil={charts.known?.imported_until ?? null} />
        </Box>
      )}
    </Frame>
  )
}

interface Props {
  narrow: boolean
  /** Why what is shown is not of this moment. */
  notice: ReactNode
  actions: ChartsActions
  isTable: boolean
  /** null where there is nothing to show as a table. */
  onTable: (() => void) | null
}

/** Title of the charts, and what can be done with them. */
function ChartsHead({ narrow, notice, actions, isTable, onTable }: Props) {
  const { t } = useTranslation('charts')
  const { copyLink, savePng, saveCsv } = actions
  const TableIcon = isTable ? ShowChartRounded : TableChartOutlined
  const all = [
    { key: 'link', icon: <LinkRounded />, text: t('copyLink'), run: copyLink },
    { key: 'png', icon: <ImageOutlined />, text: t('png'), run: savePng },
    { key: 'csv', icon: <DownloadRounded />, text: t('csv'), run: saveCsv },
    { key: 'table', icon: <TableIcon />, text: isTable ? t('asCharts') : t('asTable'), run: onTable },
  ]
  const possible = all.flatMap(({ run, ...action }) => (run === null ? [] : [{ ...action, run }]))
  return <ActionsHead title={t('title')} narrow={narrow} notice={notice} actions={possible} />
}

/** Why what is shown may not be of this moment: a fetch that failed first, then the network. */
function useChartsNotice(charts: Fetched<unknown, null>, isShown: boolean) {
  const { t } = useTranslation('charts')
  const { t: tCommon } = useTranslation()
  const health = useNetworkHealth()
  const { known: list } = useValidators()
  if (isShown && charts.error !== null)
    return (
      <SlimAlert
        severity="error"
        role="alert"
        title={t('error.stale')}
        {...(isProblem(charts.error, 'unavailable') ? { text: t('error.storeDown') } : {})}
        {...(isProblem(charts.error, 'overloaded') ? { text: charts.error.problem.detail } : {})}
        action={
          <Button variant="text" size="small" onClick={charts.fetch}>
            {tCommon('error.tryAgain')}
          </Button>
        }
      />
    )
  if (list && hasNetworkBanner(health)) return <NetworkBanner health={health} status={list.status} />
  return null
}
