import { styled } from '@mui/material/styles'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { RouteLink } from '../ui/route-link.tsx'
import { showToast } from '../ui/say.ts'
import { SeverityMark } from './severity-mark.tsx'

const Lines = styled('div')(({ theme }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: 2,
  padding: '4px 0',
  minWidth: 0,
  '& > strong': { fontWeight: 600 },
  '& > span': { color: theme.vars.palette.text.secondary },
}))

/** Shows an alert that is new, with the way to it; a critical one stays until it is closed. */
export function showAlertToast(item: AlertHistoryItem): void {
  showToast(
    <Suspense fallback={item.title}>
      <AlertWords item={item} />
    </Suspense>,
    { stays: item.severity === 'CRITICAL' },
  )
}

function AlertWords({ item }: { item: AlertHistoryItem }) {
  const { t } = useTranslation('history')
  return (
    <Lines>
      <SeverityMark severity={item.severity} />
      <strong dir="auto">{item.title}</strong>
      {item.target_name === null ? null : <span dir="auto">{item.target_name}</span>}
      <RouteLink to="/alerts-history" search={{ alert: String(item.id) }}>
        {t('toast.show')}
      </RouteLink>
    </Lines>
  )
}
