import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useOutage } from '../../data/services/services.ts'
import { Brand } from '../../ui/brand.tsx'

/**
 * While the session initializes or a redirect is under way; looks like the splash of index.html. Says so where the
 * server does not tell who is signed in (P110).
 */
export function LoadingScreen() {
  const { t } = useTranslation()
  const outage = useOutage() !== null
  return (
    <Box
      role="status"
      aria-label={t('app.loading')}
      sx={{
        position: 'fixed',
        inset: 0,
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 6,
      }}
    >
      <Brand size={56} bare />
      <CircularProgress size={24} thickness={5} aria-hidden />
      {outage ? (
        <Typography role="alert" color="textSecondary" sx={{ textAlign: 'center', px: 4 }}>
          {t('outage.title')} {t('outage.retrying')}
        </Typography>
      ) : null}
    </Box>
  )
}
