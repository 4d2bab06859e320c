import AddRounded from '@mui/icons-material/AddRounded'
import KeyRounded from '@mui/icons-material/KeyRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type BridgesList, syncedWithin } from '@roundsman/contract/bridges/bridges'
import type { NetworkStatus } from '@roundsman/contract/networks/validators'
import { use, useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ageSeconds, isOld, type NetworkHealth } from '../../data/network/network-health.ts'
import type { Fetched } from '../../data/api/operation.ts'
import { useNow } from '../../data/services/services.ts'
import { type Formats, useFormats } from '../../i18n/formats.ts'
import { newestVersion } from '../../parts/bridges/bridge-facts.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { ReadFailed } from '../../parts/load-failed.tsx'
import { syncMarks } from '../../parts/bridges/bridge-marks.tsx'
import { Figure, FigureGrid } from '../../ui/page/card.tsx'
import { ToggleChip, ToggleChipRow } from '../../ui/controls/filters.tsx'
import { slimHeight } from '../../ui/page/slim-alert.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { countByShow, type Counts, SurroundingsContext } from './bridge-rows.ts'
import type { BridgesView } from './bridges-view.ts'

export type BridgesDialog = 'connect' | 'tokens'

interface Props {
  list: Fetched<BridgesList, unknown>
  health: NetworkHealth | null
  status: NetworkStatus | undefined
  view: BridgesView
  onView: (view: BridgesView) => void
  onDialog: (dialog: BridgesDialog) => void
}

/** Title, what is wrong, the ways to connect a bridge, and the bridges in figures. */
export function BridgesHead({ list, health, status, view, onView, onDialog }: Props) {
  const { t } = useTranslation('bridges')
  const { known } = list
  const notice =
    status && hasNetworkBanner(health) ? (
      <NetworkBanner health={health} status={status} />
    ) : known && list.error ? (
      <ReadFailed onRetry={list.fetch} />
    ) : null
  return (
    <>
      <Box
        data-page-head=""
        sx={{
          display: 'flex',
          flexWrap: { xs: 'wrap', md: 'nowrap' },
          alignItems: 'center',
          gap: 4,
          minHeight: slimHeight,
          mb: { xs: 3, md: 4 },
        }}
      >
        <Typography variant="h4" component="h1" sx={{ flex: 'none' }}>
          {t('title')}
        </Typography>
        <Box
          sx={{
            flex: { xs: '1 0 100%', md: '1 1 0' },
            order: { xs: 1, md: 0 },
            minWidth: 0,
            display: notice === null ? { xs: 'none', md: 'grid' } : 'grid',
          }}
        >
          {notice}
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, marginInlineStart: { xs: 'auto', md: 0 } }}>
          <Button size="small" startIcon={<KeyRounded />} onClick={() => onDialog('tokens')}>
            {t('tokens.open')}
          </Button>
          <Button
            size="small"
            variant="contained"
            startIcon={<AddRounded />}
            onClick={() => onDialog('connect')}
          >
            {t('connect.title')}
          </Button>
        </Box>
      </Box>
      {known && known.bridges.length > 0 ? (
        <BridgesStats list={known} status={status} view={view} onView={onView} old={isOld(health)} />
      ) : null}
    </>
  )
}

interface BridgesStatsProps {
  list: BridgesList
  status: NetworkStatus | undefined
  view: BridgesView
  onView: (view: BridgesView) => void
  /** Values are old: they turn gray. */
  old: boolean
}

/** So many blocks behind are none, as the state has it. */
function withinOf(status: NetworkStatus | undefined, { integer }: Pick<Formats, 'integer'>) {
  const count = syncedWithin(status?.block_time_seconds ?? null)
  return { count, value: integer(count) }
}

const attention = [
  ['stalled', 'STALLED'],
  ['catchingUp', 'CATCHING_UP'],
  ['unknown', 'UNKNOWN'],
] as const

/** The bridges in four figures: the height they are compared with, how many have it, what needs a person, versions. */
function BridgesStats({ list, status, view, onView, old }: BridgesStatsProps) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const { networkHeight } = use(SurroundingsContext)
  const { bridges } = list
  const counts = useMemo(() => countByShow(bridges), [bridges])
  const newest = newestVersion(bridges)
  const synced = counts.all - counts.notSynced
  return (
    <FigureGrid variant="outlined" {...(old ? { 'data-old': '' } : {})}>
      <Figure
        label={t('stat.height')}
        value={networkHeight === null ? null : formats.integer(networkHeight)}
        note={<HeightAge status={status} />}
      />
      <Figure
        label={t('stat.synced')}
        value={formats.integer(synced)}
        unit={t('stat.of', { value: formats.integer(counts.all) })}
        note={t('stat.syncedHint', withinOf(status, formats))}
      />
      <Box sx={{ gridColumn: { lg: 'span 2' } }}>
        <Typography variant="tableHead" component="div" color="textSecondary" sx={{ fontWeight: 400, mb: 1 }}>
          {t('stat.attention')}
        </Typography>
        <Attention counts={counts} view={view} onView={onView} />
      </Box>
      <Figure
        label={t('stat.newest')}
        value={newest?.replace(/^v(?=\d)/, '') ?? null}
        note={
          newest === null
            ? null
            : t('stat.older', { count: counts.older, value: formats.integer(counts.older) })
        }
      />
    </FigureGrid>
  )
}

function Attention({
  counts,
  view,
  onView,
}: Pick<BridgesStatsProps, 'view' | 'onView'> & { counts: Counts }) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  return (
    // On a narrow screen three of them are wider than their cell.
    <ToggleChipRow sx={{ flexWrap: { xs: 'wrap', lg: 'nowrap' } }}>
      {attention.map(([show, state]) => {
        const count = counts[show]
        if (count === 0) return null
        const { icon, tone } = syncMarks[state]
        return (
          <ToggleChip
            key={show}
            type="button"
            aria-pressed={view.show === show}
            onClick={() => onView({ ...view, show: view.show === show ? 'all' : show })}
          >
            <StateMark icon={icon} tone={tone} emphasis="chip">
              {t(`stat.${show}`, { count, value: formats.integer(count) })}
            </StateMark>
          </ToggleChip>
        )
      })}
      {attention.every(([show]) => counts[show] === 0) ? (
        <Typography variant="table" component="span" color="textSecondary" noWrap>
          {t('stat.nothing')}
        </Typography>
      ) : null}
    </ToggleChipRow>
  )
}

/** "1 s ago, from our own sources"; renders once a second, alone. */
function HeightAge({ status }: { status: NetworkStatus | undefined }) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const age = ageSeconds(status?.latest_block_at ?? null, useNow())
  return age === null ? null : t('stat.heightAge', { age: formats.duration(age) })
}
