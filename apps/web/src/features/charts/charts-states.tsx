import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import RefreshRounded from '@mui/icons-material/RefreshRounded'
import ShowChartRounded from '@mui/icons-material/ShowChartRounded'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from '../../i18n/use-translation.ts'
import { formProblem, isProblem, requestIdOf } from '../../data/api/errors.ts'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { heights, type Metric } from './charts-view.ts'

interface NobodyProps {
  /** null: the list is not there yet, or there is nobody to choose. */
  onTop: (() => void) | null
  onMine: (() => void) | null
}

/** Nobody is chosen: what will be here, and the two ways to it. */
export function NobodyChosen({ onTop, onMine }: NobodyProps) {
  const { t } = useTranslation('charts')
  const { network } = useServices()
  return (
    <Paper variant="outlined">
      <EmptyState
        icon={ShowChartRounded}
        title={t('nobody.title')}
        actions={
          <>
            {onMine === null ? null : (
              <Button variant="contained" onClick={onMine}>
                {t('mine')}
              </Button>
            )}
            {onTop === null ? null : <Button onClick={onTop}>{t('top')}</Button>}
          </>
        }
      >
        {t('nobody.text', { network: network.name })}
      </EmptyState>
    </Paper>
  )
}

interface ErrorProps {
  error: Error
  /** Takes away those that the network does not have; null: nobody knows which these are. */
  onRemoveUnknown: (() => void) | null
  onRetry: () => void
}

/** In place of charts that never came: what failed, what still holds, and the way on. */
export function ChartsError({ error, onRemoveUnknown, onRetry }: ErrorProps) {
  const { t } = useTranslation('charts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const { network } = useServices()
  const isUnknown = isProblem(error, 'not_found')
  const isDown = isProblem(error, 'unavailable')
  return (
    <Paper variant="outlined" role="alert">
      <EmptyState
        icon={isUnknown ? HelpOutlineRounded : ErrorOutlineRounded}
        tone={isUnknown ? 'neutral' : 'error'}
        title={isUnknown ? t('error.unknownTitle') : t('error.title')}
        footnote={requestIdOf(error)}
        actions={
          isUnknown && onRemoveUnknown !== null ? (
            <Button variant="contained" onClick={onRemoveUnknown}>
              {t('error.removeUnknown')}
            </Button>
          ) : (
            <Button variant="contained" startIcon={<RefreshRounded />} onClick={onRetry}>
              {tCommon('error.tryAgain')}
            </Button>
          )
        }
      >
        {isUnknown
          ? t('error.unknownText', { network: network.name })
          : isDown
            ? t('error.storeDown')
            : formProblem(error, tCommon, formats)}
      </EmptyState>
    </Paper>
  )
}

/** The charts in the shape of what comes. */
export function ChartsSkeleton({ metrics, narrow }: { metrics: readonly Metric[]; narrow: boolean }) {
  const { t } = useTranslation('charts')
  return (
    <div role="status" aria-label={t('loading')}>
      {metrics.map((metric) => (
        <Paper key={metric} variant="outlined" sx={{ mb: 5, p: narrow ? '16px 12px 8px' : '18px 20px 10px' }}>
          <Skeleton width={120} height={20} sx={{ mb: 2 }} />
          <Skeleton height={heights[metric][narrow ? 'narrow' : 'wide']} />
        </Paper>
      ))}
    </div>
  )
}
