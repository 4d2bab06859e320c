import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { RouteLink } from '../../ui/route-link.tsx'
import { Card } from './card.tsx'

/** The bridges that are known to be the validator's. */
export function BridgesCard({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  return (
    <Card
      title={t('bridges.title')}
      action={
        <RouteLink to="/bridges" variant="table" style={{ lineHeight: '1.5rem' }}>
          {t('bridges.all')}
        </RouteLink>
      }
    >
      <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
        {ids.length === 0
          ? t('bridges.none')
          : t('bridges.count', { count: ids.length, value: formats.integer(ids.length) })}
      </Typography>
    </Card>
  )
}
