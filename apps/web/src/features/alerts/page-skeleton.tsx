import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from 'react-i18next'
import type { AlertsWidth } from './use-alerts-width.ts'

const rows = Array.from({ length: 14 }, (_, at) => 120 + ((at * 37) % 90))

/** The page in the shape of what comes. */
export function PageSkeleton({ width }: { width: AlertsWidth }) {
  const { t } = useTranslation('alerts')
  return (
    <Box
      role="status"
      aria-label={t('loading')}
      sx={{
        display: 'grid',
        gap: 5,
        gridTemplateColumns: width === 'wide' ? '272px minmax(0, 1fr)' : 'minmax(0, 1fr)',
      }}
    >
      {width === 'wide' ? <Bars /> : null}
      <Bars />
    </Box>
  )
}

/** The settings alone, in the shape of what comes. */
export function PanelSkeleton() {
  const { t } = useTranslation('alerts')
  return (
    <div role="status" aria-label={t('loading')}>
      <Bars />
    </div>
  )
}

function Bars() {
  return (
    <Paper variant="outlined" sx={{ p: 5, display: 'grid', gap: 5, alignContent: 'start' }}>
      {rows.map((px) => (
        <Skeleton key={px} width={px} height={14} sx={{ maxWidth: '100%' }} />
      ))}
    </Paper>
  )
}
