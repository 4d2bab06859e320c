import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useAlertHistory } from '../data/alerts/alert-history.ts'
import { useNow } from '../data/services/services.ts'
import { useFormats } from '../i18n/formats.ts'
import { Card } from '../ui/page/card.tsx'
import { RouteLink } from '../ui/controls/links.tsx'
import { SeverityIcon } from './alert-marks.tsx'

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

export interface AlertsCardTexts {
  title: string
  all: string
  none: string
  loading: string
  failed: string
  /** The way to what is set. */
  set: string
}

interface Props {
  /** Whom they are about. */
  about: { validator: number } | { bridge: number }
  texts: AlertsCardTexts
}

/** What the user was told of one validator or bridge lately, and the ways to all of it and to what is set. */
export function AlertsCard({ about, texts }: Props) {
  const formats = useFormats()
  const now = useNow()
  const { known, error } = useAlertHistory(about)
  const kind = 'bridge' in about ? 'bridge' : 'validator'
  const id = String('bridge' in about ? about.bridge : about.validator)
  return (
    <Card
      title={texts.title}
      action={
        <RouteLink to="/alerts" search={{ [kind]: [id] }} variant="table" style={{ lineHeight: '1.5rem' }}>
          {texts.set}
        </RouteLink>
      }
    >
      {known === undefined ? (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {error ? texts.failed : texts.loading}
        </Typography>
      ) : known.length === 0 ? (
        <Typography variant="table" component="p" color="textSecondary" sx={{ m: 0 }}>
          {texts.none}
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
            search={{ [kind]: id }}
            variant="table"
            style={{ lineHeight: '1.5rem' }}
          >
            {texts.all}
          </RouteLink>
        </>
      )}
    </Card>
  )
}
