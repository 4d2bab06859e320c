import DownloadRounded from '@mui/icons-material/DownloadRounded'
import LinkRounded from '@mui/icons-material/LinkRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Validator, ValidatorsList } from '@roundsman/contract/networks/validators'
import { memo, type ReactNode, useCallback } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useContentFits } from '../../ui/use-measured.ts'
import { isOld, type NetworkHealth } from '../../data/network/network-health.ts'
import type { Fetched } from '../../data/api/operation.ts'
import { useFormats } from '../../i18n/formats.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { SlimAlert, slimHeight } from '../../ui/page/slim-alert.tsx'
import type { ListActions } from './list-actions.ts'
import { tableFrom } from './list/columns.ts'
import { useCounts } from './list/list-rows.ts'
import { type ListView, withShow } from './list/list-view.ts'
import { AttentionChips, HeightNote, StatSkeleton, StatStrip } from './stat-strip.tsx'

interface Props {
  list: Fetched<ValidatorsList, unknown>
  /** Its rows beside their letters. */
  settled: readonly Validator[]
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
export const PageHead = memo(function PageHead({ list, settled, health, view, onView, actions }: Props) {
  const cards = !useContentFits(tableFrom)
  const { known } = list
  const counts = useCounts(known ? settled : null)
  const onShow = useCallback((show: ListView['show']) => onView(withShow(view, show)), [view, onView])
  const old = isOld(health)
  const halted = health?.kind === 'halted'
  const nothing = health?.kind === 'not-followed' || known?.validators.length === 0
  const notice = hasNotice({ list, health }) ? <ListNotice list={list} health={health} /> : null
  return (
    <>
      <TitleLine cards={cards} notice={cards ? null : notice} actions={actions}>
        {cards ? known && <HeightFigure list={known} /> : null}
      </TitleLine>
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

interface TitleLineProps {
  cards: boolean
  notice: ReactNode
  actions: ListActions
  /** Of a narrow screen. */
  children: ReactNode
}

/** The title and what stands beside it. On a wide screen a block changes nothing of it, and it is not drawn anew. */
const TitleLine = memo(function TitleLine({ cards, notice, actions, children }: TitleLineProps) {
  const { t } = useTranslation()
  return (
    <Box
      data-page-head=""
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
      <Box sx={{ flex: '1 1 0', minWidth: 0, display: 'grid' }}>{notice}</Box>
      {children}
      {cards ? null : <PageActions onCopyView={actions.copyView} onCsv={actions.downloadCsv} />}
    </Box>
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

interface ListNoticeProps {
  list: Fetched<ValidatorsList, unknown>
  health: NetworkHealth | null
}

function hasNotice({ list, health }: ListNoticeProps): boolean {
  return list.known !== undefined && (hasNetworkBanner(health) || list.error !== null)
}

/** Why what is shown is not of this moment: the network first, then a fetch that failed. */
function ListNotice({ list, health }: ListNoticeProps) {
  const { t } = useTranslation()
  if (!list.known) return null
  if (hasNetworkBanner(health)) return <NetworkBanner health={health} status={list.known.status} />
  if (list.error === null) return null
  return (
    <SlimAlert
      severity="error"
      role="alert"
      title={t('list.refreshFailed')}
      action={
        <Button variant="text" size="small" onClick={list.fetch}>
          {t('error.tryAgain')}
        </Button>
      }
    />
  )
}

interface PageActionsProps {
  onCopyView: () => void
  onCsv: () => void
}

function PageActions({ onCopyView, onCsv }: PageActionsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button size="small" startIcon={<LinkRounded />} onClick={onCopyView}>
        {t('list.copyView')}
      </Button>
      <Button size="small" startIcon={<DownloadRounded />} onClick={onCsv}>
        {t('list.csv')}
      </Button>
    </>
  )
}
