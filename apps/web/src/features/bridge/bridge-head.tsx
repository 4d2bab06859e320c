import HubOutlined from '@mui/icons-material/HubOutlined'
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useStillSeconds } from '../../data/network/bridges.ts'
import { useFormats } from '../../i18n/formats.ts'
import { shortPeerId, unknownReason } from '../../parts/bridges/bridge-facts.ts'
import { useNamedWindow } from '../../ui/page/window-name.tsx'
import { BridgeSync, ContestedMark } from '../../parts/bridges/bridge-marks.tsx'
import { SilenceMark } from '../../parts/silences/silence-marks.tsx'
import { CopiedAddress } from '../../ui/controls/copy.tsx'
import { RouteButton, RouteLink } from '../../ui/controls/links.tsx'
import { DetailHead } from '../../ui/page/detail-page.tsx'

interface Props {
  bridge: Bridge
  networkHeight: number | null
  /** Why what is shown is not of this moment. */
  notice: ReactNode
}

/** Which bridge it is, how it stands, and the way to its alerts. */
export function BridgeHead({ bridge, networkHeight, notice }: Props) {
  const { t } = useTranslation('bridges')
  const formats = useFormats()
  const name = bridge.name ?? shortPeerId(bridge.peer_id)
  useNamedWindow(name)
  const why = unknownReason(bridge, networkHeight)
  const still = useStillSeconds(bridge)
  const stands = still === null ? null : t('still.full', { duration: formats.roughDuration(still) })
  return (
    <DetailHead
      name={name}
      crumbs={t('detail.crumbs')}
      back={
        <RouteLink to="/bridges" activeOptions={{ exact: true }} style={{ lineHeight: '1.5rem' }}>
          {t('title')}
        </RouteLink>
      }
      notice={notice}
      picture={<Tile />}
      state={
        <>
          <BridgeSync bridge={bridge} networkHeight={networkHeight} />
          {bridge.contested ? <ContestedMark /> : null}
          <SilenceMark target={{ bridge: bridge.id }} />
        </>
      }
      lines={
        <>
          <CopiedAddress
            address={bridge.peer_id}
            short={shortPeerId(bridge.peer_id)}
            label={t('copyPeerId')}
          />
          {why === null && stands === null && !bridge.contested ? null : (
            <Typography variant="caption" color="textSecondary">
              {[stands, why && t(`why.${why}`), bridge.contested && t('contestedFull')]
                .filter(Boolean)
                .join(' ')}
            </Typography>
          )}
        </>
      }
      actions={
        <RouteButton
          variant="contained"
          startIcon={<NotificationsOutlined />}
          to="/alerts"
          search={{ bridge: [String(bridge.id)] }}
        >
          {t('detail.setAlerts')}
        </RouteButton>
      }
    />
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
        color: 'accent.text',
        bgcolor: 'primary.tint',
      }}
    >
      <HubOutlined sx={{ fontSize: 28 }} />
    </Box>
  )
}
