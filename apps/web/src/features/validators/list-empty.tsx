import FilterListRounded from '@mui/icons-material/FilterListRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ListView } from './list-search.ts'

interface EmptyProps {
  /** Why there is no row: not followed at all, nothing known yet, or nothing passes the filter. */
  reason: 'not-followed' | 'nothing-yet' | 'filtered' | 'unknown'
  network: string
  view: ListView
  onClear: () => void
}

/** In place of rows that are not there. */
export function ListEmpty({ reason, network, view, onClear }: EmptyProps) {
  const { t } = useTranslation('list')
  const { t: tell } = useTranslation()
  if (reason === 'not-followed')
    return (
      <EmptyState icon={VisibilityOffOutlined} title={t('notFollowedTitle', { network })}>
        {t('notFollowed')}
      </EmptyState>
    )
  if (reason === 'nothing-yet')
    return (
      <EmptyState icon={HourglassTopRounded} title={t('nothingYetTitle')}>
        {t('nothingYet', { network })}
      </EmptyState>
    )
  if (reason === 'unknown' && view.q === '' && view.uptime === null)
    return (
      <EmptyState
        icon={HelpOutlineRounded}
        title={t('unknown', { state: tell(`show.${view.show}`) })}
        actions={<Button onClick={onClear}>{tell('list.showAll')}</Button>}
      >
        {tell('list.notReported', { network, columns: tell(`show.${view.show}`) })}
      </EmptyState>
    )
  if (view.q === '')
    return (
      <EmptyState
        icon={FilterListRounded}
        title={view.uptime === null ? t(`none.${view.show}`) : t('noneUptime')}
        actions={<Button onClick={onClear}>{tell('list.showAll')}</Button>}
      >
        {view.show === 'mine' && view.uptime === null ? t('mineHint') : t('noneHint', { network })}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={SearchRounded}
      title={t('noMatch', { text: view.q })}
      actions={<Button onClick={onClear}>{tell('list.clear')}</Button>}
    >
      {t('noMatchHint')}
    </EmptyState>
  )
}
