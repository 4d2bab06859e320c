import { styled } from '@mui/material/styles'
import { isAllowed } from '@roundsman/contract/abilities'
import { Outlet } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveProvider } from '../data/live-provider.tsx'
import { useServices } from '../data/services.ts'
import { useNetworkHealth } from '../data/use-network-health.ts'
import { useUser } from '../data/use-user.ts'
import { TimeZoneContext } from '../i18n/use-formats.ts'
import { Footer } from './footer.tsx'
import { NotAuthorizedPage } from './not-authorized-page.tsx'
import { NoticeBar } from './notice-bar.tsx'
import { TopBar } from './top-bar.tsx'

const Page = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' })
const Main = styled('main')(({ theme }) => ({
  flex: 1,
  width: '100%',
  maxWidth: 1440,
  margin: '0 auto',
  boxSizing: 'border-box',
  padding: 24,
  '&:focus': { outline: 'none' },
  [theme.breakpoints.down('sm')]: { padding: 16 },
}))
const SkipLink = styled('a')(({ theme }) => ({
  ...theme.typography.button,
  position: 'fixed',
  top: -60,
  insetInlineStart: 16,
  zIndex: 2001,
  padding: '10px 16px',
  borderRadius: 8,
  color: theme.vars.palette.primary.text,
  backgroundColor: theme.vars.palette.background.raised,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  '&:focus': { top: 12 },
}))

/** The frame of every page for members: bar, notice, content, footer. The full shell takes its place later. */
export function Frame() {
  const { network } = useServices()
  const user = useUser()
  const mayRead = isAllowed(user?.abilities ?? [], 'read', network.access)
  return (
    <TimeZoneContext value={user?.timezone}>
      <LiveProvider blockchainId={network.blockchain_id} enabled={mayRead}>
        <FrameLayout mayRead={mayRead}>{mayRead || !user ? <Outlet /> : <NotAuthorizedPage />}</FrameLayout>
      </LiveProvider>
    </TimeZoneContext>
  )
}

function FrameLayout({ mayRead, children }: { mayRead: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  const health = useNetworkHealth(mayRead)
  return (
    <Page>
      <SkipLink href="#content">{t('app.skip')}</SkipLink>
      <TopBar health={health} />
      <NoticeBar />
      <Main id="content" tabIndex={-1}>
        {children}
      </Main>
      <Footer />
    </Page>
  )
}
