import { createTheme } from '@mui/material/styles'
import { componentOverrides } from './component-overrides.ts'
import { darkPalette, lightPalette } from './palette.ts'
import './theme-types.ts'
import { typography } from './typography.ts'

/**
 * One theme for both colour schemes: colours are CSS variables, chosen by `data-scheme` on the root (or on any part
 * of the page). Code names variables, never a mode.
 */
export const createAppTheme = (direction: 'ltr' | 'rtl') =>
  createTheme({
    direction,
    cssVariables: { colorSchemeSelector: '[data-scheme="%s"]', cssVarPrefix: 'rm' },
    colorSchemes: { light: { palette: lightPalette }, dark: { palette: darkPalette } },
    typography,
    shape: { borderRadius: 8 },
    spacing: 4,
    components: componentOverrides,
  })
