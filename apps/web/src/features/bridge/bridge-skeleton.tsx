import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { keyframes, styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { pageColumns } from '../../ui/page-columns.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.ts'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
/** Nothing for the first 150 ms: what comes at once does not flicker. */
const Late = styled('div')({ animation: `${appear} 120ms ease-out 150ms both` })

/** The page in the shape of what comes. */
export function BridgeSkeleton() {
  const { t } = useTranslation('bridges')
  return (
    <Late role="status" aria-label={t('detail.loading')}>
      <VisuallyHidden as="h1">{t('detail.bridge')}</VisuallyHidden>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'center', mt: 9, mb: 5 }}>
        <Skeleton variant="rounded" width={56} height={56} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Skeleton width={220} height={28} sx={{ maxWidth: '100%' }} />
          <Skeleton width={160} height={18} sx={{ maxWidth: '100%' }} />
        </Box>
      </Box>
      <Paper variant="outlined" sx={{ height: 92, mb: 5 }} />
      <Box sx={pageColumns}>
        <Box sx={{ display: 'grid', gap: 5 }}>
          <Paper variant="outlined" sx={{ height: 330 }} />
          <Paper variant="outlined" sx={{ height: 220 }} />
        </Box>
        <Box sx={{ display: 'grid', gap: 5 }}>
          <Paper variant="outlined" sx={{ height: 100 }} />
          <Paper variant="outlined" sx={{ height: 160 }} />
          <Paper variant="outlined" sx={{ height: 180 }} />
        </Box>
      </Box>
    </Late>
  )
}
