import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { keyframes, styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { pageColumns } from '../../ui/page-columns.ts'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
/** Nothing for the first 150 ms: what comes at once does not flicker. */
const Late = styled('div')({ animation: `${appear} 120ms ease-out 150ms both` })
const parts = [340, 420]
const rail = [300, 180, 160]

/** The page in the shape of what comes. */
export function ValidatorSkeleton() {
  const { t } = useTranslation('validator')
  return (
    <Late role="status" aria-label={t('loading')}>
      <Typography variant="h4" component="h1" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {t('title')}
      </Typography>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'center', mt: 9, mb: 5 }}>
        <Skeleton variant="rounded" width={56} height={56} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Skeleton width={220} height={28} sx={{ maxWidth: '100%' }} />
          <Skeleton width={300} height={18} sx={{ maxWidth: '100%' }} />
        </Box>
      </Box>
      <Paper variant="outlined" sx={{ height: 92, mb: 5 }} />
      <Box sx={pageColumns}>
        <Box sx={{ display: 'grid', gap: 5 }}>
          {parts.map((height) => (
            <Paper key={height} variant="outlined" sx={{ height }} />
          ))}
        </Box>
        <Box sx={{ display: 'grid', gap: 5, alignContent: 'start' }}>
          {rail.map((height) => (
            <Paper key={height} variant="outlined" sx={{ height }} />
          ))}
        </Box>
      </Box>
    </Late>
  )
}
