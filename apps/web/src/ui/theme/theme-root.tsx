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
interface Styling {
  cache: EmotionCache
  theme: Theme
  texts?: CSSObject
}

let ltr: Styling | null = null
/** Made once, and when it is first asked for: it takes the browser as long as a part of the program. */
export function loadLtr(): Styling {
  ltr ??= { cache: styleCache, theme: createAppTheme('ltr') }
  return ltr
}

let rtl: Promise<Styling> | null = null
function loadRtl(): Promise<Styling> {
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
  const styling = useDeferredValue(direction) === 'ltr' ? loadLtr() : use(loadRtl())
  return <Styled styling={styling}>{children}</Styled>
}

function Styled({ styling, children }: { styling: Styling; children: ReactNode }) {
  return (
    <CacheProvider value={styling.cache}>
      <ThemeProvider theme={styling.theme}>
        <Sheets />
        <CssBaseline />
        {styling.texts ? <GlobalStyles styles={styling.texts} /> : null}
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
