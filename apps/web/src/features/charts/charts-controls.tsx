import AddRounded from '@mui/icons-material/AddRounded'
import ZoomInRounded from '@mui/icons-material/ZoomInRounded'
import ZoomOutRounded from '@mui/icons-material/ZoomOutRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { chartValidators } from '@roundsman/contract/charts'
import type { Validator } from '@roundsman/contract/validators'
import { type ReactNode, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { FindValidator } from '../../parts/find-validator.tsx'
import { Segments } from '../../ui/segments.tsx'
import { type ChartsView, metrics, ranges, withValidators } from './charts-view.ts'
import type { ChosenValidator } from './chosen-validators.ts'
import { ValidatorChips } from './validator-chips.tsx'

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
    <Paper variant="outlined" sx={{ mb: 5 }}>
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
        ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, p: { xs: 3, sm: 4 } },
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
