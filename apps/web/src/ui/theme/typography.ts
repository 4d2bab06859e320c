const sans = "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
const mono = "'JetBrains Mono Variable', 'JetBrains Mono', ui-monospace, Menlo, Consolas, monospace"

function style(size: number, line: number, weight: number, spacing: number) {
  return {
    fontFamily: sans,
    fontSize: `${size / 16}rem`,
    lineHeight: `${line}px`,
    fontWeight: weight,
    letterSpacing: spacing === 0 ? 0 : `${spacing}em`,
  }
}

/** The type scale: size / line in px at 16 px root, weight, spacing in em. Numbers everywhere are tabular (theme.ts). */
export const typography = {
  fontFamily: sans,
  h4: {
    ...style(24, 32, 600, -0.018),
    '@media (max-width:599.95px)': { fontSize: '1.375rem', lineHeight: '28px' },
  },
  h5: style(20, 28, 600, -0.018),
  h6: style(16, 24, 600, -0.009),
  figureL: style(28, 36, 600, -0.02),
  figureM: style(20, 28, 600, -0.017),
  subtitle2: style(14, 20, 600, -0.004),
  body1: style(14, 20, 400, -0.003),
  body2: style(14, 20, 400, -0.003),
  table: style(13, 20, 400, -0.003),
  label: style(13, 18, 550, 0),
  tableHead: style(12, 16, 550, 0),
  chip: style(12.5, 16, 550, 0),
  caption: style(12, 16, 400, 0.001),
  button: { ...style(14, 20, 550, -0.003), textTransform: 'none' as const },
  mono: { ...style(12, 20, 400, -0.01), fontFamily: mono },
}
