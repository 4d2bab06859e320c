import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { NetworkHealth } from '../data/network-health.ts'
import { useUser } from '../data/use-user.ts'
import { Brand, productName } from '../ui/brand.tsx'
import { NetworkSwitcher } from './network-switcher.tsx'
import { ScreenControls } from './screen-controls.tsx'
import { UserMenu } from './user-menu.tsx'

interface Props {
  health: NetworkHealth | null
}

/** 64 px high, 56 below sm: heads of tables stick right below it. */
export const barHeight = { wide: 64, narrow: 56 } as const

const Bar = styled('header')(({ theme }) => ({
  position: 'sticky',
  top: 0,
  zIndex: theme.zIndex.appBar,
  backgroundColor: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))
const Inner = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: barHeight.wide - 1,
  maxWidth: 1440,
  margin: '0 auto',
  padding: '0 24px',
  [theme.breakpoints.down('sm')]: { height: barHeight.narrow - 1, padding: '0 12px 0 16px', gap: 2 },
}))
const Home = styled(Link)(({ theme }) => ({
  display: 'flex',
  marginInlineEnd: 20,
  borderRadius: 8,
  textDecoration: 'none',
  '& span > span': { [theme.breakpoints.down('md')]: { display: 'none' } },
  [theme.breakpoints.down('md')]: { marginInlineEnd: 6 },
}))

export function TopBar({ health }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <Bar>
      <Inner>
        <Home to="/" aria-label={t('bar.home', { name: productName })}>
          <Brand />
        </Home>
        <NetworkSwitcher health={health} />
        <Box sx={{ flex: 1 }} />
        <ScreenControls />
        {user ? <UserMenu user={user} /> : null}
      </Inner>
    </Bar>
  )
}
