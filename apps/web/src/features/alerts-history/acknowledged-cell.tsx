import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { useTranslation } from 'react-i18next'
import { needsAcknowledgement } from '../../data/alert-history/alert-needs.ts'
import { useHistoryTimes } from './use-history-times.ts'

interface Props {
  item: AlertHistoryItem
  onAcknowledge: (ids: readonly number[]) => void
}

/** When and how an alert was acknowledged, or the way to do it. In a row, whose one stop is elsewhere. */
export function AcknowledgedCell({ item, onAcknowledge }: Props) {
  const { t } = useTranslation('history')
  const times = useHistoryTimes()
  const { acknowledged_at: at, acknowledged_via: via } = item
  if (at !== null)
    return (
      <Typography
        variant="inherit"
        component="span"
        color="textSecondary"
        noWrap
        sx={{ display: 'block' }}
        title={t(`acknowledge.full.${via ?? 'none'}`, { time: times.full(at) })}
      >
        {via === null ? times.short(at) : t(`acknowledge.via.${via}`, { time: times.short(at) })}
      </Typography>
    )
  if (!needsAcknowledgement(item))
    return (
      <Typography variant="inherit" component="span" color="textSecondary" noWrap sx={{ display: 'block' }}>
        {t('acknowledge.notNeeded')}
      </Typography>
    )
  return (
    <Button
      variant="text"
      size="small"
      tabIndex={-1}
      onClick={() => onAcknowledge([item.id])}
      sx={{ marginInlineStart: -2, px: 2, minHeight: 28, minWidth: 0 }}
    >
      {t('acknowledge.one')}
    </Button>
  )
}
