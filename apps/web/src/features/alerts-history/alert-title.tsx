import Typography from '@mui/material/Typography'
import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { useTranslation } from 'react-i18next'
import { heldReason } from '../../data/alert-history/alert-needs.ts'

/** What happened, and why nobody was told where nobody was. */
export function AlertTitle({ item }: { item: AlertHistoryItem }) {
  const { t } = useTranslation('history')
  const held = heldReason(item)
  return (
    <span title={held === null ? item.title : `${item.title}, ${t(`held.${held}`)}`}>
      <Typography variant="inherit" component="span" sx={{ fontWeight: 500 }}>
        {item.title}
      </Typography>
      {held === null ? null : (
        <Typography variant="inherit" component="span" color="textSecondary">
          {' '}
          {t(`held.${held}`)}
        </Typography>
      )}
    </span>
  )
}
