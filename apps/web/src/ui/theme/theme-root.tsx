import createCache from '@emotion/cache'
import type { EmotionCache, StylisElement } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import type { CSSObject, Theme } from '@mui/material/styles'
import ThemeProvider from '@mui/system/ThemeProvider'
import { memo, type ReactNode, useDeferredValue } from 'react'
import rtlPlugin from 'stylis-plugin-rtl'
import { accentSheets } from './accents.ts'
import { SheetContext } from './styled.tsx'
import { createAppTheme } from './theme.ts'

/**
 * The page is turned, its texts are not (docs/rules/page.md, P73): each reads in the direction of its own letters, and
 * one without letters from left to right. By itself `direction: rtl` would make "5 jailed" of "jailed 5" and turn
 * numbers with a sign around. A text that reads in its own direction also begins at its own side, so the side is said.
 */
const rtlTexts: CSSObject = {
  'body, body *': { unicodeBidi: 'plaintext' },
  'body, input, textarea, select': { textAlign: 'start' },
}

const turned: Readonly<Record<string, string>> = {
  'text-align:start;': 'text-align:left;',
  'text-align:end;': 'text-align:right;',
  // The plugin would turn even what says a direction of its own.
  'direction:ltr;': 'direction:rtl;',
  'direction:rtl;': 'direction:ltr;',
}

/** Says sides as the plugin that comes after it turns them. */
function sidesOfTexts(element: StylisElement): void {
  if (element.type !== 'rule' || !Array.isArray(element.children)) return
  for (const child of element.children) child.value = turned[child.value] ?? child.value
}

/** Theme and style cache that turn the page right to left. */
export function createRtl(nonce: string | undefined) {
  const cache = createCache({
    key: 'rmrtl',
    prepend: true,
    // Without the prefixer of stylis 4.4, which breaks on the elements of the stylis 4.2 inside @emotion/cache; the
    // browsers of the build target need no prefixes.
    stylisPlugins: [sidesOfTexts, rtlPlugin],
    ...(nonce ? { nonce } : {}),
  })
  return { cache, theme: createAppTheme('rtl'), texts: rtlTexts }
}

const nonce =
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
/** Where the rules of what is drawn are kept, left to right. */
const styleCache = createCache({ key: 'rm', prepend: true, ...(nonce ? { nonce } : {}) })
interface Styling {
  cache: EmotionCache
  theme: Theme
  texts?: CSSObject
}

let ltr: Styling | null = null
/** Made once, and when it is first asked for: it takes the browser as long as a part of the program. */
function loadLtr(): Styling {
  ltr ??= { cache: styleCache, theme: createAppTheme('ltr') }
  return ltr
}

let rtl: Styling | null = null
function loadRtl(): Styling {
  rtl ??= createRtl(nonce)
  return rtl
}

/**
 * The variables of both schemes, as the library's own provider would write them (docs/rules/page.md, P3), then what
 * skin and theme color change of them. In the default skin the page lies behind its cards.
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
 * The theme and its style cache, made once per direction. The color scheme is the attribute `data-scheme` of the
 * root element, which index.html sets before the first paint and data/services/settings.ts keeps: the theme stores nothing.
 */
export function ThemeRoot({ direction = 'ltr', children }: Props) {
  // One tree for both directions, so that what is typed, open and focused stays when the page is turned.
  const styling = useDeferredValue(direction) === 'ltr' ? loadLtr() : loadRtl()
  return (
    <CacheProvider value={styling.cache}>
      <ThemeProvider theme={styling.theme}>
        <SheetContext value={styling}>
          <Sheets />
          <CssBaseline />
          {styling.texts ? <GlobalStyles styles={styling.texts} /> : null}
          {children}
        </SheetContext>
      </ThemeProvider>
    </CacheProvider>
  )
}
