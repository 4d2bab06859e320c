import FilterListRounded from '@mui/icons-material/FilterListRounded'
import HistoryRounded from '@mui/icons-material/HistoryRounded'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useServices } from '../../data/services.ts'
import { LoadFailed } from '../../parts/load-failed.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RouteButton } from '../../ui/route-button.tsx'

/** In place of alerts that there are none of: nothing has happened, or nothing passes the filters. */
export function HistoryEmpty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { t } = useTranslation('history')
  const { network } = useServices()
  const name = { network: network.name }
  if (filtered)
    return (
      <EmptyState
        icon={FilterListRounded}
        title={t('empty.filteredTitle')}
        actions={<Button onClick={onClear}>{t('empty.clear')}</Button>}
      >
        {t('empty.filteredText', name)}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={HistoryRounded}
      title={t('empty.title')}
      actions={<RouteButton to="/alerts">{t('empty.manage')}</RouteButton>}
    >
      {t('empty.text', name)}
    </EmptyState>
  )
}

/** In place of alerts that never came: what failed, what still holds, and the way on. */
export function HistoryError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('history')
  return (
    <LoadFailed error={error} onRetry={onRetry} title={t('error.title')}>
      {t('error.text')}
    </LoadFailed>
  )
}
