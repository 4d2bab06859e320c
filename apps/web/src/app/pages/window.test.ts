import { afterEach, describe, expect, it } from 'vitest'
import { countedFavicon, showFavicon } from './window.tsx'

afterEach(() => {
  for (const icon of document.head.querySelectorAll('link')) icon.remove()
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
  it('is the plain one where nothing waits', () => {
    const link = Object.assign(document.createElement('link'), { rel: 'icon', href: '/favicon.svg' })
    document.head.append(link)
    showFavicon(document, 3)
    expect(link.href).toBe(countedFavicon(3))
    showFavicon(document, 0)
    expect(link.getAttribute('href')).toBe('/favicon.svg')
  })
})
