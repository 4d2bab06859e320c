import AddRounded from '@mui/icons-material/AddRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import ZoomInRounded from '@mui/icons-material/ZoomInRounded'
import ZoomOutRounded from '@mui/icons-material/ZoomOutRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { chartRanges, chartValidators } from '@roundsman/contract/networks/charts'
import type { Validator } from '@roundsman/contract/networks/validators'
import { memo, type ReactNode, useCallback } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { LineGlyph } from '../../charts/line-theme.tsx'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { FindValidator } from '../../parts/find-validator.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { useChartFormats } from './chart-formats.ts'
import { type ChartsView, metrics, type Range, ranges, withValidators } from './charts-view.ts'
import type { ChosenValidator } from './chosen-validators.ts'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  view: ChartsView
  chosen: readonly ChosenValidator[]
  validators: readonly Validator[]
  /** Ids of those with the most tokens, and of the user's own. */
  top: readonly number[]
  mine: readonly number[]
  /** How far apart the points are and how old the newest one is. */
  note: ReactNode
  /** null: nothing smaller, or nothing larger, can be shown. */
  onZoomIn: (() => void) | null
  onZoomOut: (() => void) | null
  onView: (change: Partial<ChartsView>) => void
}

/** Whom, what and which time the charts show. */
export function ChartsControls({
  view,
  chosen,
  validators,
  top,
  mine,
  note,
  onZoomIn,
  onZoomOut,
  onView,
}: Props) {
  const { t } = useTranslation('charts')
  const formats = useFormats()
  const ids = view.validators
  const add = (added: readonly number[]) => onView({ validators: withValidators(ids, added) })
  const remove = useCallback(
    (id: number) => onView({ validators: ids.filter((one) => one !== id) }),
    [ids, onView],
  )
  const isFull = ids.length >= chartValidators
  return (
    <Paper variant="outlined" data-page-controls="" sx={{ mb: 5 }}>
      <Row>
        <ValidatorChips chosen={chosen} onRemove={remove} />
        <FindValidator
          validators={validators.filter(({ id }) => !ids.includes(id))}
          label={t('add')}
          noMatch={t('noMatch')}
          icon={<AddRounded aria-hidden />}
          width={200}
          disabled={isFull}
          onChoose={(id) => add([id])}
        />
        <Button variant="text" size="small" disabled={isFull || top.length === 0} onClick={() => add(top)}>
          {t('top')}
        </Button>
        {mine.length === 0 ? null : (
          <Button variant="text" size="small" disabled={isFull} onClick={() => add(mine)}>
            {t('mine')}
          </Button>
        )}
        {ids.length === 0 ? null : (
          <>
            <Button variant="text" size="small" onClick={() => onView({ validators: [] })}>
              {t('clear')}
            </Button>
            <Typography variant="caption" color="textSecondary" sx={{ marginInlineStart: 'auto' }}>
              {t('count', { value: formats.integer(ids.length), most: formats.integer(chartValidators) })}
            </Typography>
          </>
        )}
      </Row>
      <Row top>
        <Segments
          long
          label={t('metrics')}
          value={view.metric}
          choices={[null, ...metrics].map((value) => ({ value, text: t(`metric.${value ?? 'all'}`) }))}
          onChoose={(metric) => onView({ metric })}
        />
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, marginInlineStart: 'auto' }}
        >
          <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
            {note}
          </Typography>
          {ids.length === 0 || view.table ? null : (
            <Box sx={{ display: 'flex' }}>
              <Zoom label={t('zoomIn')} icon={<ZoomInRounded />} run={onZoomIn} />
              <Zoom label={t('zoomOut')} icon={<ZoomOutRounded />} run={onZoomOut} />
            </Box>
          )}
          <Segments
            label={t('range')}
            value={view.range}
            choices={ranges.map((value) => ({ value, text: t(`ranges.${value}`) }))}
            onChoose={(range) => onView({ range })}
          />
        </Box>
      </Row>
    </Paper>
  )
}

function Row({ top = false, children }: { top?: boolean; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        p: { xs: 3, sm: 4 },
        ...(top ? { borderTop: 1, borderColor: 'divider' } : {}),
      }}
    >
      {children}
    </Box>
  )
}

/** Stays where it is when it can do nothing, so that the focus does too. */
function Zoom({ label, icon, run }: { label: string; icon: ReactNode; run: (() => void) | null }) {
  return (
    <IconButton
      size="small"
      title={label}
      aria-label={label}
      aria-disabled={run === null}
      onClick={() => run?.()}
      sx={{ width: 32, height: 32, '&[aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' } }}
    >
      {icon}
    </IconButton>
  )
}

interface PointsNoteProps {
  range: Range
  /** Unix seconds; null: nothing was measured. */
  newest: number | null
}

/** How far apart the points are, when the newest one is of, and how old that is. Renders once a second, alone. */
export function PointsNote({ range, newest }: PointsNoteProps) {
  const { t } = useTranslation('charts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const charts = useChartFormats()
  const now = useNow() / 1_000
  const { stepSeconds: seconds } = chartRanges[range]
  const step = formats.duration(seconds)
  if (newest === null) return t('note.step', { step })
  const time = `${charts.moment(newest, range)} ${charts.zone(newest)}`
  // A bucket is named by its first second and goes on to the next one.
  if (now < newest + seconds) return t('note.provisional', { step, time })
  const age = tCommon('age.ago', { duration: formats.duration(now - newest - seconds) })
  return t('note.closed', { step, time, age })
}

const List = styled('ul')({ display: 'contents', listStyle: 'none', padding: 0, margin: 0 })
const Chip = styled('li')(({ theme }) => ({
  ...theme.typography.button,
  fontSize: '0.8125rem',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  boxSizing: 'border-box',
  minHeight: 'max(32px, 2rem)',
  maxWidth: '100%',
  paddingInlineStart: 10,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  '& > bdi': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '&[data-quiet] > bdi': { color: theme.vars.palette.text.secondary },
  '& > span': { ...theme.typography.caption, color: theme.vars.palette.text.secondary, whiteSpace: 'nowrap' },
}))
const Remove = styled('button')(({ theme }) => ({
  all: 'unset',
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 28,
  height: 28,
  borderRadius: 6,
  cursor: 'pointer',
  color: theme.vars.palette.text.secondary,
  '& svg': { fontSize: 16 },
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
  '@media (pointer: coarse)': { width: 40, height: 40 },
}))

interface ValidatorChipsProps {
  chosen: readonly ChosenValidator[]
  onRemove: (id: number) => void
}

/** The chosen validators, each with the marker of its line. A block alone draws none of them anew. */
const ValidatorChips = memo(function ValidatorChips({ chosen, onRemove }: ValidatorChipsProps) {
  const { t } = useTranslation('charts')
  // The keyboard goes on at the next one, or the one before.
  const remove = (id: number, button: HTMLElement) => {
    const chip = button.closest('li')
    const other = chip?.nextElementSibling ?? chip?.previousElementSibling
    other?.querySelector('button')?.focus()
    onRemove(id)
  }
  return (
    <List aria-label={t('chosen')}>
      {chosen.map(({ id, name, membership }, index) => {
        const label = membership === 'unknown' ? t('unknownValidator', { id }) : (name ?? `#${id}`)
        return (
          <Chip key={id} {...(membership === 'listed' ? {} : { 'data-quiet': '' })}>
            <LineGlyph index={index} only={chosen.length === 1} />
            <bdi title={label}>{label}</bdi>
            {membership === 'left' ? <span>{t('left')}</span> : null}
            <Remove
              type="button"
              aria-label={t('remove', { name: label })}
              onClick={({ currentTarget }) => remove(id, currentTarget)}
            >
              <CloseRounded aria-hidden />
            </Remove>
          </Chip>
        )
      })}
    </List>
  )
})
