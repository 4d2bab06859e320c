import { type Theme, useTheme } from '@mui/material/styles'
import ThemeProvider from '@mui/system/ThemeProvider'
import { type ReactNode, useMemo } from 'react'

/** Answers media queries as a phone does: no room for what needs a least width. */
const ssrMatchMedia = (query: string) => ({ matches: query.includes('max-width') })

/** Has what is below drawn for a phone, without a browser. */
export function NarrowScreen({ children }: { children: ReactNode }) {
  const outer = useTheme()
  const theme = useMemo<Theme>(
    () => ({
      ...outer,
      components: { ...outer.components, MuiUseMediaQuery: { defaultProps: { ssrMatchMedia } } },
    }),
    [outer],
  )
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>
}
