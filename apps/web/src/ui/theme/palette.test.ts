import { describe, expect, it } from 'vitest'
import { darkPalette, lightPalette } from './palette.ts'
import { contrast } from './testing/contrast.ts'
import { monogramTones } from './theme-types.ts'

describe.each([
  ['light', lightPalette],
  ['dark', darkPalette],
])('P3: the %s palette', (_scheme, palette) => {
  const at = (path: string) =>
    path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], palette) as string
  const grounds = [
    'background.paper',
    'background.sunken',
    'background.raised',
    'action.hover',
    'action.selected',
  ]
  const tones = ['success', 'info', 'warning', 'error', 'neutral', 'grave']

  it.each(['text.primary', 'text.secondary', 'accent.text'])('%s can be read on every ground', (text) => {
    for (const ground of grounds) expect(contrast(at(text), at(ground)), ground).toBeGreaterThanOrEqual(4.5)
  })
  it.each(tones)('%s can be read on its tint', (tone) => {
    expect(contrast(at(`${tone}.main`), at(`${tone}.tint`))).toBeGreaterThanOrEqual(4.5)
  })
  it.each(tones.slice(0, -1))('%s can be read on paper and on a row under the pointer', (tone) => {
    for (const ground of ['background.paper', 'action.hover'])
      expect(contrast(at(`${tone}.main`), at(ground))).toBeGreaterThanOrEqual(4.5)
  })
  it.each(monogramTones)('letters on the tile %s can be read', (tone) => {
    expect(contrast(at(`monogram.${tone}.main`), at(`monogram.${tone}.tint`))).toBeGreaterThanOrEqual(4.5)
  })
  it('controls, the focus ring, the strip and the contained button stand out', () => {
    for (const path of [
      'control',
      'focusRing',
      'strip.signed',
      'strip.proposed',
      'strip.nil',
      'strip.missed',
      'strip.unseen',
    ])
      expect(contrast(at(path), at('background.paper')), path).toBeGreaterThanOrEqual(3)
    for (const path of ['accent.strong', 'accent.strongHover'])
      expect(contrast(at(path), '#FFFFFF'), path).toBeGreaterThanOrEqual(4.5)
  })
})
