import { describe, expect, it } from 'vitest'
import { accentColors, accents } from './accents.ts'
import { contrast } from './testing/contrast.ts'

describe.each(Object.entries(accents))('P3: the theme color %s', (_name, accent) => {
  it.each([
    ['light', '#FFFFFF', '#F4F4F9'],
    ['dark', '#222438', '#282A41'],
  ] as const)('can be read and pressed in %s', (scheme, paper, hover) => {
    const colors = accentColors(accent, scheme)
    for (const ground of [paper, hover, colors.tint])
      expect(contrast(colors.text, ground), ground).toBeGreaterThanOrEqual(4.5)
    for (const ground of [colors.strong, colors.strongHover])
      expect(contrast('#FFFFFF', ground), ground).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colors.focusRing, paper)).toBeGreaterThanOrEqual(3)
  })
})
