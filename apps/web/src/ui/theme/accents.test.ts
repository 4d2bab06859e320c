import { describe, expect, it } from 'vitest'
import { accentColours, accents } from './accents.ts'
import { contrast } from './testing/contrast.ts'

describe.each(Object.entries(accents))('P3: the theme colour %s', (_name, accent) => {
  it.each([
    ['light', '#FFFFFF', '#F4F4F9'],
    ['dark', '#222438', '#282A41'],
  ] as const)('can be read and pressed in %s', (scheme, paper, hover) => {
    const colours = accentColours(accent, scheme)
    for (const ground of [paper, hover, colours.tint])
      expect(contrast(colours.text, ground), ground).toBeGreaterThanOrEqual(4.5)
    for (const ground of [colours.strong, colours.strongHover])
      expect(contrast('#FFFFFF', ground), ground).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.focusRing, paper)).toBeGreaterThanOrEqual(3)
  })
})
