import createCache from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import GlobalStyles from '@mui/material/GlobalStyles'
import ThemeProvider from '@mui/system/ThemeProvider'
import type { ReactNode } from 'react'
import './fonts.css'
import { theme } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
const cache = createCache({ key: 'rm', prepend: true, ...(nonce ? { nonce } : {}) })

/** The variables of both schemes, as the library's own provider would write them (docs/rules/page.md, P3). */
const sheets = <GlobalStyles styles={theme.generateStyleSheets()} />

interface Props {
  children: ReactNode
}

/**
 * The theme and its style cache, made once. The colour scheme is the attribute `data-scheme` of the root element,
 * which index.html sets before the first paint and data/settings.ts keeps: the theme itself stores nothing.
 */
export function ThemeRoot({ children }: Props) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme}>
        {sheets}
        <CssBaseline />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}
