import KeyboardArrowDownRounded from '@mui/icons-material/KeyboardArrowDownRounded'
import ButtonBase from '@mui/material/ButtonBase'
import { styled as styledPart } from '@mui/material/styles'
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useNetworkHealth } from '../../data/network/network-health.ts'
import { useServices } from '../../data/services/services.ts'
import { VisuallyHidden } from '../../ui/known.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { NetworkMark, NetworkMenu } from './network-menu.tsx'
import { Popover } from '../../ui/controls/menu.tsx'
import { styled } from '../../ui/theme/styled.tsx'

interface NetworkSwitcherProps {
  /** Whether the user may know how the network is doing. */
  mayRead: boolean
}

const Trigger = styledPart(ButtonBase)(({ theme }) => ({
  ...theme.typography.body1,
  minWidth: 0,
  minHeight: 40,
  padding: '0 10px 0 8px',
  gap: 10,
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  justifyContent: 'flex-start',
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  [theme.breakpoints.down('sm')]: { border: 'none', padding: '0 4px', minHeight: 44 },
}))
const Labels = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minWidth: 0,
  [theme.breakpoints.down('sm')]: {
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: 0,
    '& > span:last-of-type': { height: '1.125rem' },
  },
}))
const Name = styled('span')(({ theme }) => ({
  ...theme.typography.subtitle2,
  color: theme.vars.palette.text.primary,
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
}))

/** The network of the page with its state; opens the list of all, each of which lives on a domain of its own. */
export function NetworkSwitcher({ mayRead }: NetworkSwitcherProps) {
  const { t } = useTranslation()
  const { network } = useServices()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Trigger
        focusRipple={false}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Monogram name={network.name.slice(0, 1)} seed={network.symbol} image={network.logo} />
        <Labels>
          <VisuallyHidden>{t('bar.switchNetwork')}</VisuallyHidden>
          <Name>{network.name}</Name>
          <CurrentMark mayRead={mayRead} />
        </Labels>
        <KeyboardArrowDownRounded sx={{ fontSize: 20, color: 'text.secondary' }} aria-hidden />
      </Trigger>
      {anchor === null ? null : (
        <NetworkPopover id={id} anchor={anchor} mayRead={mayRead} onClose={() => setAnchor(null)} />
      )}
    </>
  )
}

/** The state of the page's network; nothing while it is not known. Apart, because it may change each second. */
function CurrentMark({ mayRead }: NetworkSwitcherProps) {
  const health = useNetworkHealth(mayRead)
  return health ? (
    <NetworkMark kind={health.kind} {...(health.kind === 'stale' ? { age: health.age } : {})} />
  ) : null
}

interface NetworkPopoverProps {
  id: string
  anchor: HTMLElement
  /** Whether the user may know how the page's network is doing. */
  mayRead: boolean
  onClose: () => void
}

/** The list of networks, floating below what opened it. */
function NetworkPopover({ id, anchor, mayRead, onClose }: NetworkPopoverProps) {
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
