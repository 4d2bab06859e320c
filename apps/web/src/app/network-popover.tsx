import Popover from '@mui/material/Popover'
import { useTranslation } from 'react-i18next'
import type { NetworkHealth } from '../data/network-health.ts'
import { NetworkMenu } from './network-menu.tsx'

interface Props {
  id: string
  anchor: HTMLElement
  current?: NetworkHealth
  onClose: () => void
}

/** The list of networks, floating below what opened it. */
export default function NetworkPopover({ id, anchor, current, onClose }: Props) {
  const { t } = useTranslation()
  const paper = {
    role: 'dialog',
    'aria-label': t('bar.networks'),
    sx: { mt: 1.5, width: 380, maxWidth: 'calc(100vw - 32px)' },
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
