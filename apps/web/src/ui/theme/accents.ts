/** The shades of a theme color: `main` marks, `strong` carries white text, `light` and `dark` are links per scheme. */
interface Accent {
  main: string
  strong: string
  light: string
  dark: string
}

/** A color that fails the contrasts is corrected, its hue kept; accents.test.ts measures. */
export const accents = {
  primary: { main: '#666CFF', strong: '#5A5FE0', light: '#4F54D3', dark: '#A9ACFF' },
  secondary: { main: '#6D788D', strong: '#6A7589', light: '#636D80', dark: '#949CAC' },
  error: { main: '#FF4D49', strong: '#D2403C', light: '#C43B38', dark: '#FF6D6A' },
  warning: { main: '#FDB528', strong: '#986D18', light: '#8E6516', dark: '#FDB528' },
  info: { main: '#26C6F9', strong: '#187E9E', light: '#167593', dark: '#26C6F9' },
  success: { main: '#72E128', strong: '#438417', light: '#3E7916', dark: '#72E128' },
} as const satisfies Record<string, Accent>

/** What the accent makes of the variables of a scheme. The default's are those of palette.ts. */
export function accentColors({ main, strong, light, dark }: Accent, scheme: 'light' | 'dark') {
  const tint = scheme === 'light' ? mix(main, '#FFFFFF', 0.08) : mix(main, '#222438', 0.12)
  return {
    main,
    strong,
    strongHover: mix(strong, '#000000', 0.88),
    text: scheme === 'light' ? light : dark,
    tint,
    focusRing: scheme === 'light' ? strong : dark,
  }
}

function variables(accent: Accent, scheme: 'light' | 'dark'): Record<string, string> {
  const { main, strong, strongHover, text, tint, focusRing } = accentColors(accent, scheme)
  return {
    '--rm-palette-primary-main': main,
    '--rm-palette-accent-strong': strong,
    '--rm-palette-accent-strongHover': strongHover,
    '--rm-palette-accent-text': text,
    '--rm-palette-primary-tint': tint,
    '--rm-palette-action-selected': tint,
    '--rm-palette-action-focus': tint,
    '--rm-palette-focusRing': focusRing,
  }
}

/** Style sheets of the accents other than the default, by `data-accent` on the root element. */
export const accentSheets = Object.entries(accents)
  .filter(([name]) => name !== 'primary')
  .map(([name, accent]) => ({
    [`[data-accent="${name}"]`]: variables(accent, 'light'),
    [`[data-accent="${name}"][data-scheme="dark"], [data-accent="${name}"] [data-scheme="dark"]`]: variables(
      accent,
      'dark',
    ),
  }))

/** `share` of one color in another, both as #RRGGBB. */
function mix(color: string, ground: string, share: number): string {
  const part = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) => Math.round(part(color, at) * share + part(ground, at) * (1 - share)))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
