import Box from '@mui/material/Box'
import { useUser } from '../../data/services/services.ts'
import type { EffectiveSettings } from '../../data/services/settings-values.ts'
import { HomeLink } from '../../ui/brand.tsx'
import { DrawerNav } from '../navigation/drawer-nav.tsx'
import { NavRow } from '../navigation/horizontal-nav.tsx'
import { NetworkSwitcher } from './network-switcher.tsx'
import { ScreenControls } from './screen-controls.tsx'
import { UserMenu } from './user-menu.tsx'
import { styled } from '../../ui/theme/styled.tsx'

interface Props {
  /** Whether the user may know how the network is doing. */
  mayRead: boolean
  shown: EffectiveSettings
}

/**
 * In rem, so that larger letters fit: 64 px high, 56 below sm, and the row of navigation below it. Heads of tables stick
 * right under a fixed bar.
 */
export const barHeight = { wide: 4, narrow: 3.5, row: 3.5 } as const

const Bar = styled('header')(({ theme }) => ({
  position: 'relative',
  zIndex: theme.zIndex.appBar,
  backgroundColor: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '&[data-fixed]': { position: 'sticky', top: 0 },
  '&[data-blur]': {
    backgroundColor: `color-mix(in srgb, ${theme.vars.palette.background.paper} 90%, transparent)`,
    backdropFilter: 'blur(8px)',
  },
}))
const Inner = styled('div')(({ theme }) => ({
  maxWidth: 'var(--rm-content-width)',
  margin: '0 auto',
  padding: '0 24px',
  [theme.breakpoints.down('sm')]: { padding: '0 12px 0 16px' },
}))
const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: `calc(${barHeight.wide}rem - 1px)`,
  [theme.breakpoints.down('sm')]: { height: `calc(${barHeight.narrow}rem - 1px)`, gap: 2 },
}))

/** The bar above every page for members. */
export function TopBar({ mayRead, shown }: Props) {
  const user = useUser()
  const fixed = shown.appBar === 'fixed'
  const horizontal = shown.layout === 'horizontal'
  return (
    <Bar {...(fixed ? { 'data-fixed': '' } : {})} {...(fixed && shown.blur ? { 'data-blur': '' } : {})}>
      <Inner>
        <Row>
          {shown.nav === 'drawer' ? <DrawerNav dark={shown.darkNav} /> : null}
          {horizontal || shown.nav === 'none' ? (
            <Box
              sx={{
                marginInlineEnd: { xs: 2, sm: 5 },
                '& [data-home] > span > span': { display: { xs: 'none', sm: 'inline' } },
              }}
            >
              <HomeLink />
            </Box>
          ) : null}
          <NetworkSwitcher mayRead={mayRead} />
          <Box sx={{ flex: 1 }} />
          <ScreenControls />
          {user ? <UserMenu user={user} /> : null}
        </Row>
        {shown.nav === 'bar' ? (
          <Box sx={{ minHeight: `${barHeight.row}rem` }}>
            <NavRow />
          </Box>
        ) : null}
      </Inner>
    </Bar>
  )
}
