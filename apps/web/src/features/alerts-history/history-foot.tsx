import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryList } from './use-history-list.ts'

interface Props {
  list: HistoryList
  rows: number
}

/** How near to the end of the list older alerts are asked for, px. */
const ahead = 600

/** Below the rows: the way to older ones, which also come by themselves when somebody scrolls here. */
export function HistoryFoot({ list, rows }: Props) {
  const { t } = useTranslation('history')
  const { history, hasMore } = list
  const { loadingMore, moreError, fetchMore } = history
  const foot = useRef<HTMLDivElement>(null)
  // After a fault somebody has to ask.
  const wanted = hasMore && !loadingMore && moreError === null
  useEffect(() => {
    const place = foot.current
    if (!wanted || place === null || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) fetchMore()
      },
      { rootMargin: `${ahead}px` },
    )
    observer.observe(place)
    return () => observer.disconnect()
  }, [wanted, fetchMore, rows])
  return (
    <Box
      ref={foot}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: { xs: 2, md: 3 },
        py: 2,
        minHeight: 48,
        boxSizing: 'border-box',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      {moreError === null ? null : (
        <Typography variant="table" color="error" role="alert">
          {t('olderFailed')}
        </Typography>
      )}
      {hasMore ? (
        <Button
          variant="text"
          size="small"
          aria-disabled={loadingMore}
          onClick={() => {
            if (!loadingMore) fetchMore()
          }}
        >
          {t(loadingMore ? 'loadingOlder' : 'older')}
        </Button>
      ) : null}
      <Typography variant="caption" color="textSecondary" sx={{ marginInlineStart: 'auto' }}>
        {t(hasMore ? 'shownSoFar' : 'shown', { count: rows })}
      </Typography>
    </Box>
  )
}
