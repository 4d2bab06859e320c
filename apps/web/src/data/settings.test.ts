import { describe, expect, it } from 'vitest'
import type { BrowserStorage } from './browser-storage.ts'
import { createSettings, parseSettings } from './settings.ts'

function kept(values: Record<string, string>) {
  const watchers: (() => void)[] = []
  const storage: BrowserStorage = {
    read: (key) => values[key] ?? null,
    write: (key, value) => {
      values[key] = value
    },
    watch: (_key, run) => {
      watchers.push(run)
      return () => undefined
    },
    cookie: () => null,
  }
  return { storage, values, otherTab: () => watchers.forEach((run) => run()) }
}

describe('settings', () => {
  it.each([
    [null, 'light', false],
    ['no json', 'light', false],
    ['[]', 'light', false],
    ['{"mode":"dark","followSystem":"yes"}', 'dark', false],
    ['{"mode":7,"followSystem":true}', 'light', true],
  ])('P2: %j is read value by value', (text, mode, followSystem) => {
    expect(parseSettings(text)).toEqual({ mode, followSystem })
  })
  it('P2: are kept beside keys of newer versions, and other tabs follow', () => {
    const browser = kept({ settings: '{"skin":"bordered","mode":"light"}' })
    const root = document.createElement('html')
    const settings = createSettings({ storage: browser.storage, root, systemIsDark: () => false })
    settings.setMode('dark')
    expect(JSON.parse(browser.values['settings'] ?? '')).toEqual({
      skin: 'bordered',
      mode: 'dark',
      followSystem: false,
    })
    expect(root.dataset['scheme']).toBe('dark')
    browser.values['settings'] = '{"followSystem":true,"mode":"dark"}'
    browser.otherTab()
    expect(settings.scheme()).toBe('light')
    expect(root.dataset['scheme']).toBe('light')
  })
})
