import AddRounded from '@mui/icons-material/AddRounded'
import KeyRounded from '@mui/icons-material/KeyRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { BridgesList } from '@roundsman/contract/bridges'
import type { NetworkStatus } from '@roundsman/contract/validators'
import { useTranslation } from 'react-i18next'
import { isOld, type NetworkHealth } from '../../data/network-health.ts'
import type { Fetched } from '../../data/operation.ts'
import { hasNetworkBanner, NetworkBanner } from '../../parts/network-banner.tsx'
import { ReadFailed } from '../../parts/read-failed.tsx'
import { slimHeight } from '../../ui/slim-alert.tsx'
import type { BridgesView } from './bridges-search.ts'
import { BridgesStats } from './bridges-stats.tsx'

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
