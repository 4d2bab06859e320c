import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { late } from '../../ui/late.ts'

const Late = styled('div')(late)
const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 24,
  boxSizing: 'border-box',
  paddingInline: 16,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))

/** As many as a tall screen holds, so that the footer does not move when the rows come. */
const titles = Array.from({ length: 24 }, (_, i) => 120 + ((i * 37) % 97))

/** The list in the shape of what comes. */
export function HistorySkeleton({ cards }: { cards: boolean }) {
  const { t } = useTranslation('history')
  return (
    <Late role="status" aria-label={t('loading')}>
      {titles.map((title) => (
        <Row key={title} style={{ height: cards ? 98 : 36 }}>
          <Skeleton height={12} width={64} sx={{ flex: 'none' }} />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Skeleton height={12} width={title} sx={{ maxWidth: '100%' }} />
          </Box>
          {cards ? null : <Skeleton height={12} width={110} />}
          {cards ? null : <Skeleton height={12} width={96} />}
          <Skeleton height={12} width={56} sx={{ flex: 'none' }} />
        </Row>
      ))}
    </Late>
  )
}
