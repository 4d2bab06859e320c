import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useAlertHistory } from '../../data/alert-history/use-alert-history.ts'
import { useNow } from '../../data/use-now.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { SeverityIcon } from '../../parts/severity-mark.tsx'
import { RouteLink } from '../../ui/route-link.tsx'
import { Card } from './card.tsx'

const List = styled('ul')(({ theme }) => ({
  ...theme.typography.table,
  display: 'grid',
  gap: 8,
  margin: '0 0 12px',
  padding: 0,
  listStyle: 'none',
  '& li': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 12, minHeight: 24 },
  '& a': { minWidth: 0, lineHeight: '1.5rem', color: theme.vars.palette.text.primary },
  '& time': { flex: 'none', color: theme.vars.palette.text.secondary },
}))
const shown = 4

/** What the user was told of it lately, and the ways to all of it and to what is set. */
export function AlertsCard({ id }: { id: number }) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const now = useNow()
  const history = useAlertHistory({ validator: id })
  const { known, error } = history
  return (
    <Card
      title={t('alerts.title')}
      action={
        <RouteLink
          to="/alerts"
          search={{ validator: [String(id)] }}
          variant="table"
          style={{ lineHeight: '1.5rem' }}
        >
          {t('alerts.set')}
        </RouteLink>
      }
    >
      {known === undefined ? (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {error ? t('alerts.failed') : t('alerts.loading')}
        </Typography>
      ) : known.length === 0 ? (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {t('alerts.none')}
        </Typography>
      ) : (
        <>
          <List>
            {known.slice(0, shown).map((item) => (
              <li key={item.id}>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
                  <SeverityIcon severity={item.severity} />
                  <RouteLink to="/alerts-history" search={{ alert: String(item.id) }}>
                    <span dir="auto">{item.title}</span>
                  </RouteLink>
                </Box>
                <time dateTime={item.at}>{formats.shortTime(item.at, now)}</time>
              </li>
            ))}
          </List>
          <RouteLink
            to="/alerts-history"
            search={{ validator: String(id) }}
            variant="table"
            style={{ lineHeight: '1.5rem' }}
          >
            {t('alerts.all')}
          </RouteLink>
        </>
      )}
    </Card>
  )
}
