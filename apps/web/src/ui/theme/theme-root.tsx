import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { CSSObject, Theme } from '@mui/material/styles'
import ThemeProvider from '@mui/system/ThemeProvider'
import { memo, type ReactNode, Suspense, use, useDeferredValue } from 'react'
import { accentSheets } from './accents.ts'
import { createAppTheme } from './theme.ts'

const nonce =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
/** Where the rules of what is drawn are kept, left to right. */
export const styleCache = createCache({ key: 'rm', prepend: true, ...(nonce ? { nonce } : {}) })
interface Look {
  cache: EmotionCache
  theme: Theme
  texts?: CSSObject
}

let ltr: Look | null = null
/** Made once, and when it is first asked for: it takes the browser as long as a part of the program. */
export function loadLtr(): Look {
  ltr ??= { cache: styleCache, theme: createAppTheme('ltr') }
  return ltr
}

let rtl: Promise<Look> | null = null
function loadRtl(): Promise<Look> {
  rtl ??= import('./rtl.ts').then(({ createRtl }) => createRtl(nonce))
  return rtl
}

/**
 * The variables of both schemes, as the library's own provider would write them (docs/rules/page.md, P3), then what
 * skin and theme colour change of them. In the default skin the page lies behind its cards.
 */
const Sheets = memo(function Sheets() {
  return (
    <GlobalStyles
      styles={[
        ...loadLtr().theme.generateStyleSheets(),
        ...accentSheets,
        {
          '[data-skin="default"]': { '--rm-palette-background-default': '#F6F6FA' },
          '[data-skin="default"][data-scheme="dark"], [data-skin="default"] [data-scheme="dark"]': {
            '--rm-palette-background-default': '#1A1B2B',
          },
        },
      ]}
    />
  )
})

interface Props {
  direction?: 'ltr' | 'rtl'
  children: ReactNode
}

/**
 * The theme and its style cache, made once per direction. The colour scheme is the attribute `data-scheme` of the
 * root element, which index.html sets before the first paint and data/settings.ts keeps: the theme stores nothing.
 */
export function ThemeRoot(props: Props) {
  return (
    <Suspense fallback={null}>
      <Turned {...props} />
    </Suspense>
  )
}

/** One tree for both directions, so that what is typed, open and focused stays when the page is turned. */
function Turned({ direction = 'ltr', children }: Props) {
  const look = useDeferredValue(direction) === 'ltr' ? loadLtr() : use(loadRtl())
  return <Styled look={look}>{children}</Styled>
}

function Styled({ look, children }: { look: Look; children: ReactNode }) {
  return (
    <CacheProvider value={look.cache}>
      <ThemeProvider theme={look.theme}>
        <Sheets />
        <CssBaseline />
        {look.texts ? <GlobalStyles styles={look.texts} /> : null}
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
