import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { isOld, type NetworkHealth } from '../../data/network-health.ts'
import type { Fetched } from '../../data/operation.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { slimHeight } from '../../ui/slim-alert.tsx'
import { AttentionChips } from './attention-chips.tsx'
import { hasNotice, ListNotice } from './list-notice.tsx'
import { type ListView, withShow } from './list-search.ts'
import { PageActions } from './page-actions.tsx'
import { StatSkeleton } from './stat-skeleton.tsx'
import { HeightNote, StatStrip } from './stat-strip.tsx'
import { useCounts } from './use-counts.ts'
import type { ListActions } from './use-list-actions.ts'
import { useListWidth } from './use-list-width.ts'

interface Props {
  list: Fetched<ValidatorsList, unknown>
  health: NetworkHealth | null
  view: ListView
  onView: (view: ListView) => void
  actions: ListActions
}

/**
 * Title, actions, and the network in figures; on a narrow screen only what fits beside the title. What is wrong with
 * the network stands in the line of the title, or on a narrow screen in that of the chips, which is as high: the rows
 * keep their place when it comes.
 */
export const PageHead = memo(function PageHead({ list, health, view, onView, actions }: Props) {
  const { t } = useTranslation()
  const cards = useListWidth() === 'cards'
  const { known } = list
  const counts = useCounts(known?.validators)
  const onShow = useCallback((show: ListView['show']) => onView(withShow(view, show)), [view, onView])
  const old = isOld(health)
  const halted = health?.kind === 'halted'
  const nothing = health?.kind === 'not-followed' || known?.validators.length === 0
  const notice = hasNotice({ list, health }) ? <ListNotice list={list} health={health} /> : null
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          // Letters twice as large need a second line for the height.
          flexWrap: cards ? 'wrap' : 'nowrap',
          alignItems: 'center',
          gap: 4,
          minHeight: slimHeight,
          mb: { xs: 2, md: 4 },
        }}
      >
        <Typography variant="h4" component="h1" sx={{ flex: 'none' }}>
          {t('list.title')}
        </Typography>
        <Box sx={{ flex: '1 1 0', minWidth: 0, display: 'grid' }}>{cards ? null : notice}</Box>
        {cards ? known && <HeightFigure list={known} /> : null}
        {cards ? null : <PageActions onCopyView={actions.copyView} onCsv={actions.downloadCsv} />}
      </Box>
      {cards ? (
        <Box sx={{ display: 'grid', alignItems: 'center', minHeight: slimHeight, mb: 2 }}>
          {notice ??
            (nothing ? null : known && counts ? (
              <AttentionChips counts={counts} view={view} onShow={onShow} halted={halted} />
            ) : list.error ? null : (
              <Skeleton aria-hidden width={260} height={24} sx={{ maxWidth: '100%' }} />
            ))}
        </Box>
      ) : nothing ? null : known && counts ? (
        <Box sx={{ mb: 5 }}>
          <StatStrip list={known} counts={counts} view={view} onShow={onShow} old={old} halted={halted} />
        </Box>
      ) : list.error ? null : (
        <StatSkeleton />
      )}
    </>
  )
})

function HeightFigure({ list }: { list: ValidatorsList }) {
  const formats = useFormats()
  if (list.network_height === null) return null
  return (
    <Box sx={{ textAlign: 'end' }}>
      <Typography sx={{ fontWeight: 500 }}>{formats.integer(list.network_height)}</Typography>
      <Typography variant="caption" color="textSecondary" component="div">
        <HeightNote status={list.status} short />
      </Typography>
    </Box>
  )
}
