import type { CSSProperties } from 'react'

interface Tone {
  main: string
  tint: string
  contrastText: string
}
/** Shades of the primary color that no other color has: `error.text` does not compile. */
interface Accent {
  strong: string
  strongHover: string
  text: string
}
interface Ground {
  main: string
  tint: string
}
/** Colors of the strip by the word of the letter. */
export type StripColor = 'signed' | 'proposed' | 'nil' | 'missed' | 'unseen'
export const monogramTones = ['violet', 'orange', 'green', 'pink', 'blue', 'olive'] as const
export type MonogramTone = (typeof monogramTones)[number]
/** What a state may look like; the meaning of each is in docs/rules/page.md. */
export type StateTone = 'success' | 'info' | 'warning' | 'error' | 'neutral' | 'grave'

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true
  }
  interface PaletteColor {
    tint: string
  }
  interface SimplePaletteColorOptions {
    tint?: string
  }
  interface TypeBackground {
    sunken: string
    raised: string
  }
  interface Palette {
    dividerStrong: string
    control: string
    skeleton: string
    scrim: string
    focusRing: string
    shadow: string
    accent: Accent
    neutral: Tone
    grave: Tone
    /** Tile of a signed block in the grid: ground, not sign. */
    cell: string
    strip: Record<StripColor, string>
    monogram: Record<MonogramTone, Ground>
  }
  interface PaletteOptions {
    dividerStrong: string
    control: string
    skeleton: string
    scrim: string
    focusRing: string
    shadow: string
    accent: Accent
    neutral: Tone
    grave: Tone
    /** Tile of a signed block in the grid: ground, not sign. */
    cell: string
    strip: Record<StripColor, string>
    monogram: Record<MonogramTone, Ground>
  }
  interface TypographyVariants {
    figureL: CSSProperties
    figureM: CSSProperties
    table: CSSProperties
    label: CSSProperties
    tableHead: CSSProperties
    chip: CSSProperties
    mono: CSSProperties
  }
  interface TypographyVariantsOptions {
    figureL?: CSSProperties
    figureM?: CSSProperties
    table?: CSSProperties
    label?: CSSProperties
    tableHead?: CSSProperties
    chip?: CSSProperties
    mono?: CSSProperties
  }
}
declare module '@mui/material/Typography' {
  interface TypographyPropsVariantOverrides {
    figureL: true
    figureM: true
    table: true
    label: true
    tableHead: true
    chip: true
    mono: true
  }
}
