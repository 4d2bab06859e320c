import type { Validator } from '@roundsman/contract/networks/validators'
import { afterEach, describe, expect, it } from 'vitest'
import { someValidator } from '../../data/testing/some-list.ts'
import { countedFavicon, countOfAttention, showFavicon } from './window.tsx'

afterEach(() => {
  for (const icon of document.head.querySelectorAll('link')) icon.remove()
})

describe('P306: the number before the title', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const jailed = (until: string | null, bond_status: Validator['bond_status'] = 'BOND_STATUS_UNBONDED') =>
    someValidator({ id: 1, jailed: true, jailed_until: until, bond_status, consecutive_missed: 0 })
  it.each([
    ['whose jail ends soon', jailed('2026-11-21T12:10:00Z'), 1],
    ['who could unjail for six days', jailed('2026-11-15T12:10:00Z'), 1],
    ['who was jailed for good months ago', jailed('2026-06-01T00:00:00Z'), 0],
    ['who left the set lately, jailed at a time that nobody knows', jailed(null, 'BOND_STATUS_UNBONDING'), 1],
    ['who left it long ago', jailed(null), 0],
    ['who misses blocks now', someValidator({ id: 1, consecutive_missed: 5 }), 1],
  ])('counts one %s', (_who, validator, count) => {
    expect(countOfAttention([validator, someValidator({ id: 2, consecutive_missed: 0 })], now)).toBe(count)
  })
})

describe('P117: the mark in the tab', () => {
  it.each([
    [1, '>1<'],
    [99, '>99<'],
    [100, '>99+<'],
  ])('has %i as %s', (count, text) => {
    const svg = decodeURIComponent(countedFavicon(count))
    expect(svg).toContain(text)
    const parsed = new DOMParser().parseFromString(svg.slice(svg.indexOf(',') + 1), 'image/svg+xml')
    expect(parsed.querySelector('parsererror')).toBeNull()
  })
  it('is the plain one where nothing needs attention', () => {
    const link = Object.assign(document.createElement('link'), { rel: 'icon', href: '/favicon.svg' })
    document.head.append(link)
    showFavicon(document, 3)
    expect(link.href).toBe(countedFavicon(3))
    showFavicon(document, 0)
    expect(link.getAttribute('href')).toBe('/favicon.svg')
  })
})
