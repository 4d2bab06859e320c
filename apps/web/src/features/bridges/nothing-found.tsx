import FilterListRounded from '@mui/icons-material/FilterListRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { BridgesView } from './bridges-search.ts'

interface NothingFoundProps {
  view: BridgesView
  onView: (view: BridgesView) => void
}

/** In place of bridges that search or filter leave out. */
export function NothingFound({ view, onView }: NothingFoundProps) {
  const { t } = useTranslation('bridges')
  const { t: tell } = useTranslation()
  const showAll = () => onView({ ...view, q: '', show: 'all' })
  if (view.q !== '')
    return (
      <EmptyState
        icon={SearchRounded}
        title={t('noMatch', { text: view.q })}
        actions={<Button onClick={showAll}>{tell('list.clear')}</Button>}
      >
        {t('noMatchHint')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={FilterListRounded}
      title={t(view.show === 'mine' ? 'noMine.title' : 'noneOf.title', { filter: t(`show.${view.show}`) })}
      actions={<Button onClick={showAll}>{tell('list.showAll')}</Button>}
    >
      {t(view.show === 'mine' ? 'noMine.text' : 'noneOf.text')}
    </EmptyState>
  )
}
