import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import { type CSSProperties, lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { EffectiveSettings } from '../../data/effective-settings.ts'
import { useEffectiveSettings } from '../../data/use-effective-settings.ts'
import { NavWidthContext, navWidth } from '../../ui/nav-width.ts'
import { useLater } from '../../ui/use-later.ts'
import { Footer } from '../footer.tsx'
import { InsideShell } from '../inside-shell.ts'
import { NoticeBar } from '../notice-bar.tsx'
import { OutageBar } from '../outage-bar.tsx'
import type { PageRules } from '../page-route.ts'
import { barHeight, TopBar } from '../top-bar.tsx'
import { useContentFocus } from '../use-content-focus.ts'
import { WindowTitleWithCount } from '../window-title.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'
import { ToastPlace } from './toast-place.tsx'
import { VerticalNav } from './vertical-nav.tsx'

const Customizer = lazy(() => import('./customizer.tsx'))
const Toasts = lazy(() => import('./toasts.tsx'))

interface Props {
  mayRead: boolean
  /** Without navigation, for a network that is refused. */
  bare: boolean
  /** The page inside; none where there is nothing for its address. */
  page: PageRules | undefined
  children: ReactNode
}

const Page = styled('div')({ display: 'flex', minHeight: '100dvh' })
const Column = styled('div')({ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' })
const Main = styled('main')(({ theme }) => ({
  flex: 1,
  width: '100%',
  maxWidth: 'var(--rm-content-width)',
  margin: '0 auto',
  boxSizing: 'border-box',
  padding: 24,
  '&[data-align="end"]': { marginInlineEnd: 0 },
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

/** Navigation, bar, notice, content and footer, as the settings and the width of the screen have them. */
export function ShellLayout({ mayRead, bare, page, children }: Props) {
  const { t } = useTranslation()
  const { t: inShell } = useTranslation('shell')
  const settings = useEffectiveSettings(page?.settings)
  const shown: EffectiveSettings = bare ? { ...settings, nav: 'none', appBar: 'static' } : settings
  const later = useLater()
  const docked = shown.nav === 'docked' || shown.nav === 'collapsed'
  useContentFocus()
  return (
    <NavWidthContext value={docked ? (shown.nav === 'docked' ? navWidth.wide : navWidth.collapsed) : 0}>
      <ScrollRoom shown={shown} />
      <WindowTitleWithCount
        title={page?.title ? inShell(`nav.${page.title}`) : t('fault.notFoundTitle')}
        mayRead={mayRead}
      />
      <Page style={sizes(shown)}>
        <SkipLink href="#content">{t('app.skip')}</SkipLink>
        {docked ? <VerticalNav collapsed={shown.nav === 'collapsed'} dark={shown.darkNav} /> : null}
        <Column>
          {shown.appBar === 'hidden' ? null : <TopBar mayRead={mayRead} shown={shown} />}
          <NoticeBar />
          <OutageBar />
          <Main id="content" tabIndex={-1} data-align={page?.align}>
            <InsideShell value={true}>{children}</InsideShell>
          </Main>
          {shown.footer === 'hidden' ? null : <Footer fixed={shown.footer === 'fixed'} />}
          <ScrollToTop />
        </Column>
        <ToastPlace>
          <Suspense fallback={null}>{later ? <Toasts /> : null}</Suspense>
        </ToastPlace>
        <Suspense fallback={null}>
          {!later || shown.nav === 'drawer' || bare ? null : <Customizer />}
        </Suspense>
      </Page>
    </NavWidthContext>
  )
}

/** What gets the focus by the keyboard is scrolled out from under a fixed bar or footer. */
function ScrollRoom({ shown }: { shown: EffectiveSettings }) {
  const { '--rm-bar-height': top, '--rm-footer-height': bottom } = sizes(shown)
  return <GlobalStyles styles={{ html: { scrollPaddingTop: top, scrollPaddingBottom: bottom } }} />
}

/** Sizes that parts of the page depend on, as CSS variables. */
function sizes(shown: EffectiveSettings): CSSProperties & Record<`--rm-${string}`, string> {
  const height = barHeight.wide + (shown.nav === 'bar' ? barHeight.row : 0)
  return {
    '--rm-head-height': shown.appBar === 'hidden' ? '0px' : `${height}rem`,
    '--rm-bar-height': shown.appBar === 'fixed' ? `${height}rem` : '0px',
    '--rm-footer-height': shown.footer === 'fixed' ? 'calc(3.25rem + 1px)' : '0px',
    '--rm-content-width': shown.boxed ? '1440px' : 'none',
  }
}
