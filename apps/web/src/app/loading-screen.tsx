import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import { useTranslation } from 'react-i18next'
import { Brand } from '../ui/brand.tsx'

/** While the session initialises or a redirect is under way; looks like the splash of index.html. */
export function LoadingScreen() {
  const { t } = useTranslation()
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
    </Box>
  )
}
