import Skeleton from '@mui/material/Skeleton'
import { keyframes, styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Column } from './columns.ts'
import { cardHeight } from './validator-card.tsx'

const appear = keyframes({ from: { opacity: 0 }, to: { opacity: 1 } })
/** Nothing for the first 150 ms: what comes at once does not flicker. */
const Late = styled('div')({ animation: `${appear} 120ms ease-out 150ms both` })
const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  height: 36,
  padding: '0 8px 0 16px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > span': { boxSizing: 'border-box', padding: '0 8px' },
  '&:last-of-type': { borderBottom: 'none' },
}))

const nameWidths = [96, 132, 84, 110, 120, 90, 140, 104, 118, 88, 126, 100]

interface Props {
  columns: readonly Column[]
  cards: boolean
}

/** The list in the exact shape of what comes. */
export function ListSkeleton({ columns, cards }: Props) {
  const { t } = useTranslation()
  return (
    <Late role="status" aria-label={t('list.loading')}>
      {nameWidths.map((name) =>
        cards ? (
          <Row key={name} style={{ height: cardHeight }}>
            <span>
              <Skeleton variant="rounded" width={name + 40} height={16} sx={{ mb: 3 }} />
              <Skeleton variant="rounded" width={239} height={8} />
            </span>
          </Row>
        ) : (
          <Row key={name}>
            {columns.map(({ id, width, align }) => (
              <span key={id} style={width === null ? { flex: 1 } : { width, flex: 'none' }}>
                {id === 'more' ? null : (
                  <Skeleton
                    variant="rounded"
                    height={id === 'blocks' ? 8 : 12}
                    width={id === 'moniker' ? name : id === 'blocks' ? 239 : id === 'state' ? 84 : 40}
                    sx={{ marginInlineStart: align === 'end' ? 'auto' : 0, maxWidth: '100%' }}
                  />
                )}
              </span>
            ))}
          </Row>
        ),
      )}
    </Late>
  )
}
