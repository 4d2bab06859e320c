import InfoOutlined from '@mui/icons-material/InfoOutlined'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { CSSProperties, ReactNode } from 'react'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useServices } from '../../data/services/services.ts'
import type { EffectiveSettings } from '../../data/services/settings-values.ts'
import { useEffectiveSettings } from '../../data/services/use-settings.ts'
import { ExplainedWord, Explanation, useExplained } from '../../ui/controls/explained.tsx'
import { WindowNameProvider } from '../../ui/page/window-name.tsx'
import { barHeight, TopBar } from '../bar/top-bar.tsx'
import { VerticalNav } from '../navigation/vertical-nav.tsx'
import { InsideShell } from '../pages/fault-layout.tsx'
import { NoticeBar, OutageBar, OutdatedBar } from '../pages/page-bars.tsx'
import type { PageRules } from '../pages/pages.ts'
import { useContentFocus, WindowTitle, WindowTitleWithCount } from '../pages/window.tsx'
import { Customizer } from './customizer.tsx'
import { ScrollToTop } from './scroll-to-top.tsx'
import { Toasts } from './toasts.tsx'
import { styled } from '../../ui/theme/styled.tsx'

interface FooterProps {
  /** Stays at the bottom of the screen. */
  fixed: boolean
}

const Line = styled('footer')(({ theme }) => ({
  ...theme.typography.table,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.paper,
  '&[data-fixed]': { position: 'sticky', bottom: 0, zIndex: theme.zIndex.appBar - 1 },
}))
const Inner = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  minHeight: '3.25rem',
  maxWidth: 'var(--rm-content-width)',
  margin: '0 auto',
  padding: '0 24px',
  '& ul': { display: 'flex', gap: 24, margin: 0, padding: 0, listStyle: 'none' },
  '& a': { color: 'inherit', textDecoration: 'none', '&:hover': { textDecoration: 'underline' } },
  [theme.breakpoints.down('sm')]: { padding: '0 16px' },
  [theme.breakpoints.down('md')]: { '& ul': { display: 'none' } },
}))

/** "© year provider. All rights reserved. Version x", which says its commit when pressed. The links are hidden below md. */
function Footer({ fixed }: FooterProps) {
  const { boot, serverTime } = useServices()
  const { t } = useTranslation()
  const { name, links } = boot.provider
  const build = useBuild()
  return (
    <Line {...(fixed ? { 'data-fixed': '' } : {})}>
      <Inner>
        <div>
          <span>
            {t('app.copyright', { year: new Date(serverTime.now()).getFullYear(), name })}
            {build.version === undefined ? null : ' '}
            {build.word}
          </span>
          {build.explanation}
        </div>
        {links.length > 0 ? (
          <ul aria-label={t('app.footerLinks')}>
            {links.map((link) => (
              <li key={link.url}>
                <a href={link.url}>{link.label}</a>
              </li>
            ))}
          </ul>
        ) : null}
      </Inner>
    </Line>
  )
}

/** Which program the page is: of itself, as it was built, since the server may be a newer one. */
function useBuild() {
  const { VITE_VERSION: version, VITE_COMMIT: commit, VITE_BUILT_AT: builtAt } = import.meta.env
  const { serverTime } = useServices()
  const { t } = useTranslation()
  const formats = useFormats()
  const { button, panel } = useExplained()
  const name = version === undefined ? null : t('app.version', { version })
  if (commit === undefined || builtAt === undefined) return { version, word: name, explanation: null }
  const time = formats.time(builtAt, serverTime.now())
  return {
    version,
    word: (
      <ExplainedWord {...button}>
        {name}
        <InfoOutlined aria-hidden />
      </ExplainedWord>
    ),
    explanation: <Explanation {...panel}>{t('app.build', { commit, time })}</Explanation>,
  }
}

interface ShellLayoutProps {
  /** Title of the window where the network is refused: then there is no navigation, and nothing is known of it. */
  refusal: string | null
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
  // What toasts.tsx keeps free: of several the last one counts.
  '& [data-page-head], & [data-page-controls]': { anchorName: '--rm-page-head' },
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
  color: theme.vars.palette.accent.text,
  backgroundColor: theme.vars.palette.background.raised,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  '&:focus': { top: 12 },
}))

/** Navigation, bar, notice, content and footer, as the settings and the width of the screen have them. */
export function ShellLayout({ refusal, page, children }: ShellLayoutProps) {
  const mayRead = refusal === null
  const { t } = useTranslation()
  const { t: inShell } = useTranslation('shell')
  const settings = useEffectiveSettings(page?.settings)
  const shown: EffectiveSettings = mayRead ? settings : { ...settings, nav: 'none', appBar: 'static' }
  const docked = shown.nav === 'docked' || shown.nav === 'collapsed'
  useContentFocus()
  return (
    <WindowNameProvider>
      <ScrollRoom shown={shown} />
      {mayRead ? (
        <WindowTitleWithCount title={page?.title ? inShell(`nav.${page.title}`) : t('fault.notFoundTitle')} />
      ) : (
        <WindowTitle title={refusal} />
      )}
      <Page style={sizes(shown)}>
        <SkipLink href="#content">{t('app.skip')}</SkipLink>
        {docked ? <VerticalNav collapsed={shown.nav === 'collapsed'} dark={shown.darkNav} /> : null}
        <Column>
          {shown.appBar === 'hidden' ? null : <TopBar mayRead={mayRead} shown={shown} />}
          <NoticeBar />
          <OutageBar />
          <OutdatedBar />
          <Main id="content" tabIndex={-1} data-align={page?.align}>
            <InsideShell value={true}>{children}</InsideShell>
          </Main>
          {shown.footer === 'hidden' ? null : <Footer fixed={shown.footer === 'fixed'} />}
          <ScrollToTop />
        </Column>
        <Toasts />
        {shown.nav === 'drawer' || !mayRead ? null : <Customizer />}
      </Page>
    </WindowNameProvider>
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
    '--rm-content-width': shown.boxed ? '90rem' : 'none',
  }
}
