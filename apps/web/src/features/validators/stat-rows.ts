import type { CSSObject, Theme } from '@mui/material/styles'

/**
 * Styles for where there is no room for the five figures of the head in one row. Russian and Ukrainian words are
 * longer: beside the navigation five of them would be cut off.
 */
export function whereStatsTakeTwoRows(theme: Theme, styles: CSSObject): CSSObject {
  return {
    [theme.breakpoints.down('lg')]: styles,
    [theme.breakpoints.between('lg', 1560)]: { 'html:lang(ru) &, html:lang(uk) &': styles },
  }
}
