import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { NetworkHealth } from '../../data/network-health.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AttentionChips } from './attention-chips.tsx'
import type { ListView } from './list-search.ts'
import { PageActions } from './page-actions.tsx'
import { StatSkeleton } from './stat-skeleton.tsx'
import { HeightNote, StatStrip } from './stat-strip.tsx'
import { useCounts } from './use-counts.ts'
import type { ListActions } from './use-list-actions.ts'
import { useListWidth } from './use-list-width.ts'

interface Props {
  list: ValidatorsList | undefined
  /** The list did not come, so there is nothing to wait for. */
  failed: boolean
  health: NetworkHealth | null
  view: ListView
  onView: (view: ListView) => void
  actions: ListActions
}

/** Title, actions, and the network in figures; on a narrow screen only what fits beside the title. */
export const PageHead = memo(function PageHead({ list, failed, health, view, onView, actions }: Props) {
  const { t } = useTranslation()
  const formats = useFormats()
  const cards = useListWidth() === 'cards'
  const counts = useCounts(list?.validators)
  const onShow = useCallback((show: ListView['show']) => onView({ ...view, show }), [view, onView])
  const old = health?.kind === 'stale' || health?.kind === 'unreachable'
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3, minHeight: 36, mb: { xs: 3, md: 5 } }}>
        <Typography variant="h4" component="h1" sx={{ flex: 1 }}>
          {t('list.title')}
        </Typography>
        {cards ? (
          list && list.network_height !== null ? (
            <Box sx={{ textAlign: 'end' }}>
              <Typography sx={{ fontWeight: 500 }}>{formats.integer(list.network_height)}</Typography>
              <Typography variant="caption" color="textSecondary" component="div">
                <HeightNote status={list.status} short />
              </Typography>
            </Box>
          ) : null
        ) : (
          <PageActions onCopyView={actions.copyView} onCsv={actions.downloadCsv} />
        )}
      </Box>
      {health?.kind === 'not-followed' || (list && list.validators.length === 0) ? null : list && counts ? (
        <Box sx={{ mb: { xs: 3, md: 5 } }}>
          {cards ? (
            <AttentionChips counts={counts} view={view} onShow={onShow} />
          ) : (
            <StatStrip list={list} counts={counts} view={view} onShow={onShow} old={old} />
          )}
        </Box>
      ) : failed ? null : cards ? (
        // As high as the chips that come, so that nothing moves down.
        <Box
          aria-hidden
          sx={{
            display: 'flex',
            alignItems: 'center',
            mb: { xs: 3, md: 5 },
            height: 24,
            '@media (pointer: coarse)': { height: 40 },
          }}
        >
          <Skeleton width={260} height={24} sx={{ maxWidth: '100%' }} />
        </Box>
      ) : (
        <StatSkeleton />
      )}
    </>
  )
})
