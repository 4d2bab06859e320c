import FilterListRounded from '@mui/icons-material/FilterListRounded'
import HelpOutlineRounded from '@mui/icons-material/HelpOutlineRounded'
import HourglassTopRounded from '@mui/icons-material/HourglassTopRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ListView } from './list-search.ts'

interface Props {
  /** Why there is no row: not followed at all, nothing known yet, or nothing passes the filter. */
  reason: 'not-followed' | 'nothing-yet' | 'filtered' | 'unknown'
  network: string
  view: ListView
  onClear: () => void
}

/** In place of rows that are not there. */
export default function ListEmpty({ reason, network, view, onClear }: Props) {
  const { t } = useTranslation()
  if (reason === 'not-followed')
    return (
      <EmptyState icon={VisibilityOffOutlined} title={t('list.notFollowedTitle', { network })}>
        {t('list.notFollowed')}
      </EmptyState>
    )
  if (reason === 'nothing-yet')
    return (
      <EmptyState icon={HourglassTopRounded} title={t('list.nothingYetTitle')}>
        {t('list.nothingYet', { network })}
      </EmptyState>
    )
  if (reason === 'unknown' && view.q === '')
    return (
      <EmptyState
        icon={HelpOutlineRounded}
        title={t('list.unknown', { state: t(`show.${view.show}`) })}
        actions={<Button onClick={onClear}>{t('list.showAll')}</Button>}
      >
        {t('list.notReported', { network, columns: t(`show.${view.show}`) })}
      </EmptyState>
    )
  if (view.q === '')
    return (
      <EmptyState
        icon={FilterListRounded}
        title={t(`list.none.${view.show}`)}
        actions={<Button onClick={onClear}>{t('list.showAll')}</Button>}
      >
        {view.show === 'mine' ? t('list.mineHint') : t('list.noneHint', { network })}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={SearchRounded}
      title={t('list.noMatch', { text: view.q })}
      actions={<Button onClick={onClear}>{t('list.clear')}</Button>}
    >
      {t('list.noMatchHint')}
    </EmptyState>
  )
}
