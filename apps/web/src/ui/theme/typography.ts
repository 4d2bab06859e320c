const sans = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
const mono = "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, Menlo, Consolas, monospace"

/** Words: in tabular figures the hyphen is as wide as a digit. */
const words = { fontVariantNumeric: 'normal' }
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
 * The type scale: size / line in px at 16 px root, weight, spacing in em. Whatever numbers may stand in has tabular
 * figures.
 */
export const typography = {
  fontFamily: sans,
  h4: {
    ...style(24, 32, 600, -0.018),
    ...words,
    '@media (max-width:599.95px)': { fontSize: '1.375rem', lineHeight: '1.75rem' },
  },
  h5: { ...style(20, 28, 600, -0.018), ...words },
  h6: { ...style(16, 24, 600, -0.009), ...words },
  figureL: { ...style(28, 36, 600, -0.02), ...figures },
  figureM: { ...style(20, 28, 600, -0.017), ...figures },
  subtitle2: { ...style(14, 20, 600, -0.004), ...words },
  body1: { ...style(14, 20, 400, -0.003), ...words },
  body2: { ...style(14, 20, 400, -0.003), ...words },
  table: { ...style(13, 20, 400, -0.003), ...figures },
  label: { ...style(13, 18, 550, 0), ...words },
  tableHead: { ...style(12, 16, 550, 0), ...figures },
  chip: { ...style(12.5, 16, 550, 0), ...figures },
  caption: { ...style(12, 16, 400, 0.001), ...figures },
  button: { ...style(14, 20, 550, -0.003), ...words, textTransform: 'none' as const },
  mono: { ...style(12, 20, 400, -0.01), fontFamily: mono },
}
