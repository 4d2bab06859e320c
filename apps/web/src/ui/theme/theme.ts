import './theme-types.ts'
import { createTheme, type ThemeOptions } from '@mui/material/styles'
import { ButtonElement } from './button-element.tsx'
import { darkPalette, lightPalette } from './palette.ts'

const sans = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
const mono = "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, Menlo, Consolas, monospace"

/** Words: in tabular figures the hyphen is as wide as a digit. */
const proportional = { fontVariantNumeric: 'normal' }
const figures = { fontVariantNumeric: 'tabular-nums' }

function style(size: number, line: number, weight: number, spacing: number) {
  return {
    fontFamily: sans,
    fontSize: `${size / 16}rem`,
    // With the letters: whoever has larger ones has larger lines.
    lineHeight: `${line / 16}rem`,
    fontWeight: weight,
    letterSpacing: spacing === 0 ? 0 : `${spacing}em`,
  }
}

/**
 * The type scale: size / line in px at 16 px root, weight, spacing in em. Figures are tabular where they stand alone; a
 * table of numbers asks for it, since most of what else is so small are words (P551).
 */
const typography = {
  fontFamily: sans,
  h4: {
    ...style(24, 32, 600, -0.018),
    ...proportional,
    '@media (max-width:599.95px)': { fontSize: '1.375rem', lineHeight: '1.75rem' },
  },
  h5: { ...style(20, 28, 600, -0.018), ...proportional },
  h6: { ...style(16, 24, 600, -0.009), ...proportional },
  figureL: { ...style(28, 36, 600, -0.02), ...figures },
  figureM: { ...style(20, 28, 600, -0.017), ...figures },
  subtitle2: { ...style(14, 20, 600, -0.004), ...proportional },
  body1: { ...style(14, 20, 400, -0.003), ...proportional },
  body2: { ...style(14, 20, 400, -0.003), ...proportional },
  table: { ...style(13, 20, 400, -0.003), ...proportional },
  label: { ...style(13, 18, 550, 0), ...proportional },
  tableHead: { ...style(12, 16, 550, 0), ...proportional },
  chip: { ...style(12.5, 16, 550, 0), ...proportional },
  caption: { ...style(12, 16, 400, 0.001), ...proportional },
  button: { ...style(14, 20, 550, -0.003), ...proportional, textTransform: 'none' as const },
  mono: { ...style(12, 20, 400, -0.01), fontFamily: mono },
}

/**
 * Styles of the library's components that hold everywhere; everything else is said where it is used. The type is the very
 * one that the theme takes: to hold another beside it took half of what checking the page's types took.
 */
const componentOverrides: NonNullable<ThemeOptions['components']> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { textRendering: 'geometricPrecision', WebkitFontSmoothing: 'antialiased' },
      body: { backgroundColor: theme.vars.palette.background.default },
      // Names, also where numbers may stand.
      bdi: proportional,
      time: figures,
      'a, button, input, [tabindex]': {
        '&:focus-visible': {
          outline: `2px solid ${theme.vars.palette.focusRing}`,
          outlineOffset: 2,
          '@media (forced-colors: active)': { outlineColor: 'Highlight' },
        },
      },
      // A drawing keeps a color of its own, whatever ground the system chose.
      '@media (forced-colors: active)': { svg: { color: 'inherit !important' } },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
        },
      },
    }),
  },
  MuiButtonBase: { defaultProps: { disableTouchRipple: true } },
  MuiButton: {
    defaultProps: {
      disableElevation: true,
      variant: 'outlined',
      color: 'inherit',
      component: ButtonElement,
    },
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        minHeight: 36,
        borderRadius: 8,
        padding: '0 14px',
        whiteSpace: 'nowrap',
        transition: 'background-color 120ms ease-out, border-color 120ms ease-out',
        ...(ownerState.size === 'small' && {
          minHeight: 32,
          padding: '0 12px',
          fontSize: '0.8125rem',
          // Where a browser places letters on whole pixels, a space of this size and weight is rounded down and the
          // letters beside it up: “Copy linkto alert”.
          wordSpacing: '0.05em',
          '@media (pointer: coarse)': { minHeight: 40 },
        }),
        ...(ownerState.size === 'large' && { minHeight: 44, fontSize: '0.875rem' }),
        ...(ownerState.variant === 'outlined' && {
          borderColor: theme.vars.palette.dividerStrong,
          color: theme.vars.palette.text.primary,
          '&:hover': { backgroundColor: theme.vars.palette.action.hover },
        }),
        ...(ownerState.variant === 'contained' && {
          // Seen in forced colors only.
          border: '1px solid transparent',
          backgroundColor: theme.vars.palette.accent.strong,
          color: '#FFFFFF',
          '&:hover': { backgroundColor: theme.vars.palette.accent.strongHover },
          // Under way it is as it was, with the spinner in place of its words.
          '&.MuiButton-loading': {
            backgroundColor: theme.vars.palette.accent.strong,
            '& .MuiButton-loadingIndicator': { color: '#FFFFFF' },
          },
        }),
        ...(ownerState.variant === 'text' && {
          color: theme.vars.palette.accent.text,
          '&:hover': { backgroundColor: theme.vars.palette.primary.tint },
        }),
      }),
      startIcon: { marginInlineStart: 0, marginInlineEnd: 6, '& > *:nth-of-type(1)': { fontSize: 18 } },
    },
  },
  MuiIconButton: {
    defaultProps: { component: ButtonElement },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 8,
        color: theme.vars.palette.text.secondary,
        '&:hover': { backgroundColor: theme.vars.palette.action.hover },
      }),
    },
  },
  MuiPaper: {
    styleOverrides: {
      root: { backgroundImage: 'none' },
      outlined: {
        borderRadius: 10,
        '[data-skin="default"] &': {
          borderColor: 'transparent',
          boxShadow: '0 1px 2px rgba(32,33,52,.06)',
        },
      },
    },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.raised,
        border: `1px solid ${theme.vars.palette.dividerStrong}`,
        boxShadow: theme.vars.palette.shadow,
        borderRadius: 10,
      }),
      list: { padding: 6 },
    },
  },
  // A phone has no room for the usual margin of 32 px on both sides.
  MuiDialog: {
    styleOverrides: {
      paper: { margin: 16, maxHeight: 'calc(100% - 32px)', borderRadius: 14 },
      paperFullWidth: { width: 'calc(100% - 32px)' },
    },
  },
  MuiPopover: {
    styleOverrides: {
      paper: ({ theme }) => ({
        backgroundColor: theme.vars.palette.background.raised,
        border: `1px solid ${theme.vars.palette.dividerStrong}`,
        boxShadow: theme.vars.palette.shadow,
        borderRadius: 10,
      }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: { borderRadius: 6, minHeight: 36, gap: 10, '@media (pointer: coarse)': { minHeight: 44 } },
    },
  },
  MuiSkeleton: {
    defaultProps: { variant: 'rounded' },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 6,
        backgroundColor: theme.vars.palette.skeleton,
        '@media (forced-colors: active)': { forcedColorAdjust: 'none', backgroundColor: 'GrayText' },
      }),
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme, ownerState }) => {
        const tone = theme.vars.palette[ownerState.severity ?? 'info']
        return {
          borderRadius: 8,
          padding: '8px 14px',
          color: theme.vars.palette.text.primary,
          backgroundColor: tone.tint,
          border: `1px solid color-mix(in srgb, ${tone.main} 28%, transparent)`,
          '& .MuiAlert-icon': { color: tone.main, fontSize: 20, padding: '8px 0', opacity: 1 },
          '& .MuiAlert-message': { padding: '6px 0', minWidth: 0 },
          '& .MuiAlert-action': { padding: 0, alignItems: 'center', marginInlineEnd: 0 },
        }
      },
    },
  },
}

/**
 * One theme for both color schemes: colors are CSS variables, chosen by `data-scheme` on the root (or on any part
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
