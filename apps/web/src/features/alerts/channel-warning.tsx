import Alert from '@mui/material/Alert'
import { useTranslation } from 'react-i18next'
import { RouteButton } from '../../ui/route-button.tsx'
import type { ChannelState } from './channel-state.ts'

/** On a phone, above the boxes: which channels cannot be used, and the way to change that. */
export function ChannelWarning({ channels }: { channels: readonly ChannelState[] }) {
  const { t } = useTranslation('alerts')
  if (channels.some(({ state }) => state === 'noPhone'))
    return (
      <Alert
        severity="warning"
        sx={{ mb: 3 }}
        action={
          <RouteButton variant="text" size="small" to="/settings" search={{ tab: 'phones' }}>
            {t('channelHint.addPhone')}
          </RouteButton>
        }
      >
        {t('channelHint.noPhoneLong')}
      </Alert>
    )
  const missing = channels
    .filter(({ state }) => state === 'notSetUp')
    .map(({ channel }) => t(`channel.${channel}`))
  if (missing.length === 0) return null
  return (
    <Alert severity="info" sx={{ mb: 3 }}>
      {t('channelHint.notSetUpLong', { channels: missing.join(', ') })}
    </Alert>
  )
}
