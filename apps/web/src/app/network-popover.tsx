import Popover from '@mui/material/Popover'
import { useTranslation } from 'react-i18next'
import { useNetworkHealth } from '../data/use-network-health.ts'
import { NetworkMenu } from './network-menu.tsx'

interface Props {
  id: string
  anchor: HTMLElement
  /** Whether the user may know how the page's network is doing. */
  mayRead: boolean
  onClose: () => void
}

/** The list of networks, floating below what opened it. */
export default function NetworkPopover({ id, anchor, mayRead, onClose }: Props) {
  const { t } = useTranslation()
  const current = useNetworkHealth(mayRead)
  const paper = {
    role: 'dialog',
    'aria-label': t('bar.networks'),
    sx: { mt: 1.5, width: 'max(380px, 23.75rem)', maxWidth: 'calc(100vw - 32px)' },
  }
  return (
    <Popover
      id={id}
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper }}
    >
      <NetworkMenu {...(current ? { current } : {})} />
    </Popover>
  )
}
