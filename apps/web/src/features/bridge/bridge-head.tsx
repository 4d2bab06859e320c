import HubOutlined from '@mui/icons-material/HubOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Bridge } from '@roundsman/contract/bridges'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { unknownReason } from '../../parts/bridge-unknown.ts'
import { ContestedMark } from '../../parts/contested-mark.tsx'
import { shortPeerId } from '../../parts/short-peer-id.ts'
import { SyncMark } from '../../parts/sync-mark.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Crumb } from '../../ui/crumb.tsx'
import { RouteButton } from '../../ui/route-button.tsx'
import { RouteLink } from '../../ui/route-link.tsx'
import { slimHeight } from '../../ui/slim-alert.tsx'

interface Props {
  bridge: Bridge
  networkHeight: number | null
  /** Why what is shown is not of this moment. */
  notice: ReactNode
}

/** Which bridge it is, how it stands, and the way to its alerts. */
export function BridgeHead({ bridge, networkHeight, notice }: Props) {
  const { t } = useTranslation('bridges')
  const name = bridge.name ?? shortPeerId(bridge.peer_id)
  const why = unknownReason(bridge, networkHeight)
  return (
    <>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: '8px 24px',
          minHeight: { md: slimHeight },
          mb: 2,
        }}
      >
        <Crumb label={t('detail.crumbs')} name={name}>
          <RouteLink to="/bridges" activeOptions={{ exact: true }} style={{ lineHeight: '1.5rem' }}>
            {t('title')}
          </RouteLink>
        </Crumb>
        <Box sx={{ flex: '1 1 300px', minWidth: 0, display: 'grid' }}>{notice}</Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4, mb: 5 }}>
        <Tile />
        <Box sx={{ flex: '1 1 360px', minWidth: 0, display: 'grid', gap: 1 }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }}>
            <Typography variant="h4" component="h1" dir="auto" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {name}
            </Typography>
            <SyncMark status={bridge.sync_status} why={why} />
            {bridge.contested ? <ContestedMark /> : null}
          </Box>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
            <Typography
              variant="mono"
              component="span"
              color="textSecondary"
              dir="ltr"
              title={bridge.peer_id}
            >
              {shortPeerId(bridge.peer_id)}
            </Typography>
            <CopyButton text={bridge.peer_id} label={t('copyPeerId')} />
          </Box>
          {why === null && !bridge.contested ? null : (
            <Typography variant="caption" color="textSecondary">
              {[why && t(`why.${why}`), bridge.contested && t('contestedFull')].filter(Boolean).join(' ')}
            </Typography>
          )}
        </Box>
        <RouteButton
          variant="contained"
          startIcon={<NotificationsOutlined />}
          to="/alerts"
          search={{ bridge: [String(bridge.id)] }}
        >
          {t('detail.setAlerts')}
        </RouteButton>
      </Box>
    </>
  )
}

/** In the place of a validator's picture; a bridge has none. */
function Tile() {
  return (
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 56,
        height: 56,
        borderRadius: 2,
        color: 'primary.text',
        bgcolor: 'primary.tint',
      }}
    >
      <HubOutlined sx={{ fontSize: 28 }} />
    </Box>
  )
}
