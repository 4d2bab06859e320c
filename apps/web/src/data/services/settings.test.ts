import { describe, expect, it } from 'vitest'
import type { BrowserStorage } from '../browser/storage.ts'
import { createFakeScreen } from '../testing/fake-screen.ts'
import { choices, defaultSettings, effectiveSettings } from './settings-values.ts'
import { createSettings, keptSettings, parseSettings } from './settings.ts'

/** A browser on one host; its cookies may be those of other hosts too. */
function kept(values: Record<string, string>, cookies: Record<string, string> = {}) {
  const domains: (string | null)[] = []
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
    cookie: (name) => cookies[name] ?? null,
    writeCookie(name, value, domain) {
      cookies[name] = value
      domains.push(domain)
    },
  }
  const root = document.createElement('html')
  const stored = () => JSON.parse(values['settings'] ?? '{}') as Record<string, unknown>
  const screen = createFakeScreen()
  const open = () => createSettings({ storage, root, screen, cookieDomain: 'example.org' })
  return {
    values,
    cookies,
    domains,
    root,
    stored,
    open,
    screen,
    otherTab: () => watchers.forEach((run) => run()),
  }
}

describe('settings', () => {
  it('P2: each default is a value that the setting may have', () => {
    for (const [name, values] of Object.entries(choices))
      expect(values).toContain(defaultSettings[name as keyof typeof choices])
  })
  it.each([
    [null, {}],
    ['no json', {}],
    ['[]', {}],
    ['{"mode":"dark","followSystem":"yes"}', { mode: 'dark' }],
    ['{"mode":7,"followSystem":true}', { followSystem: true }],
    ['{"skin":"semi-dark","contentWidth":"wide","direction":"rtl"}', { skin: 'semi-dark', direction: 'rtl' }],
    ['{"themeColor":"info","navCollapsed":1,"appBarBlur":false}', { themeColor: 'info', appBarBlur: false }],
  ])('P2: %j is read value by value', (text, differs) => {
    expect(parseSettings(text)).toEqual({ ...defaultSettings, ...differs })
  })
  it('P53: bar, footer, layout, hidden navigation and place of toasts are never kept, nor read', () => {
    const browser = kept({})
    const settings = browser.open()
    settings.change({ appBar: 'fixed', footer: 'hidden', layout: 'horizontal', navHidden: true })
    settings.change({ toastPosition: 'bottom-left', skin: 'default' })
    expect(settings.get()).toMatchObject({
      layout: 'horizontal',
      navHidden: true,
      toastPosition: 'bottom-left',
    })
    const stored = browser.stored()
    expect(stored['skin']).toBe('default')
    for (const name of ['appBar', 'footer', 'layout', 'navHidden', 'lastLayout', 'toastPosition'])
      expect(stored).not.toHaveProperty(name)
    expect(parseSettings('{"layout":"horizontal","appBar":"hidden"}')).toEqual(defaultSettings)
  })
  it('P2: are kept beside keys of newer versions, and other tabs follow', () => {
    const browser = kept({ settings: '{"newer":1,"mode":"light"}' })
    const settings = browser.open()
    settings.change({ layout: 'horizontal' })
    settings.setMode('dark')
    expect(browser.stored()).toMatchObject({ newer: 1, mode: 'dark', followSystem: false })
    expect(browser.root.dataset['scheme']).toBe('dark')
    browser.values['settings'] =
      '{"followSystem":true,"mode":"dark","direction":"rtl","themeColor":"success"}'
    browser.otherTab()
    expect(settings.scheme()).toBe('light')
    expect(browser.root.dataset['scheme']).toBe('light')
    expect(browser.root.dataset['accent']).toBe('success')
    expect(browser.root.dir).toBe('rtl')
    expect(settings.get().layout).toBe('horizontal')
  })
  it('P54: begins with the direction that the first paint had', () => {
    const browser = kept({})
    browser.root.dir = 'rtl'
    expect(browser.open().get().direction).toBe('rtl')
  })
})

describe('P111: another network, on another sub-domain', () => {
  it('has the appearance that was chosen last, whichever network they were chosen on', () => {
    const cookies = {}
    const [one, other] = [kept({ settings: '{"mode":"dark"}' }, cookies), kept({}, cookies)]
    // They were kept before there was a cookie.
    one.open()
    expect(one.domains).toEqual(['example.org'])
    expect(other.open().get()).toMatchObject({ mode: 'dark', skin: 'bordered' })
    other.open().change({ skin: 'semi-dark', mode: 'light', direction: 'rtl', layout: 'horizontal' })
    expect(one.open().get()).toMatchObject({ mode: 'light', skin: 'semi-dark', layout: 'vertical' })
    expect(keptSettings({ read: (key) => one.values[key] ?? null, cookie: () => null })).toContain(
      'semi-dark',
    )
    one.open().change({ skin: 'bordered' })
    expect(other.open().get().skin).toBe('bordered')
  })
  it('does not take back what was changed here since', () => {
    const { values, open } = kept({})
    open().change({ mode: 'dark' })
    values['settings'] = '{"mode":"light","skin":"default"}'
    expect(open().get()).toMatchObject({ mode: 'light', skin: 'default' })
  })
  it('keeps a small cookie, and none before anything was chosen', () => {
    const { cookies, open } = kept({})
    open()
    expect(cookies).toEqual({})
    open().change({ mode: 'dark' })
    expect(cookies).toEqual({ roundsman_settings: '{"mode":"dark","direction":"ltr"}' })
  })
  it('P2: a cookie that is not understood is nothing', () => {
    const { root, open } = kept({}, { roundsman_settings: '{"mode":"dark","skin":7' })
    expect(open().get()).toEqual(defaultSettings)
    expect(root.dataset['scheme']).toBe('light')
  })
})

describe('P55: the screen becomes another', () => {
  it('the scheme follows the system, and only while that is wanted', () => {
    const { open, root, screen, stored } = kept({ settings: '{"followSystem":true,"mode":"light"}' })
    const settings = open()
    const received: string[] = []
    settings.subscribe(() => received.push(settings.scheme()))
    screen.become({ dark: true })
    expect([root.dataset['scheme'], ...received]).toEqual(['dark', 'dark'])
    expect(stored()).toMatchObject({ followSystem: true, mode: 'light' })
    settings.setMode('light')
    expect(root.dataset['scheme']).toBe('light')
  })
  it('horizontal turns semi-dark to default while it is shown, and writes nothing back', () => {
    const { open, root, screen, stored } = kept({})
    open().change({ skin: 'semi-dark', layout: 'horizontal' })
    expect(root.dataset['skin']).toBe('default')
    screen.become({ narrow: true })
    expect(root.dataset['skin']).toBe('bordered')
    screen.become({ narrow: false })
    expect(root.dataset['skin']).toBe('default')
    expect(stored()['skin']).toBe('semi-dark')
  })
})

describe('P55: what the screen shows of the settings', () => {
  const wide = (change: Partial<typeof defaultSettings>) =>
    effectiveSettings({ ...defaultSettings, ...change }, false)
  it('is vertical below lg, and what was set comes back when the screen grows', () => {
    const wanted = { ...defaultSettings, layout: 'horizontal', navCollapsed: true } as const
    expect(effectiveSettings(wanted, true)).toMatchObject({ layout: 'vertical', nav: 'drawer' })
    expect(effectiveSettings(wanted, false)).toMatchObject({ layout: 'horizontal', nav: 'bar' })
    expect(wide({ navCollapsed: true }).nav).toBe('collapsed')
    expect(wide({ navHidden: true }).nav).toBe('none')
    expect(effectiveSettings({ ...defaultSettings, navHidden: true }, true).nav).toBe('drawer')
  })
  it('horizontal turns semi-dark to default and a hidden bar to fixed, and only while it is shown', () => {
    const wanted = { ...defaultSettings, layout: 'horizontal', skin: 'semi-dark', appBar: 'hidden' } as const
    expect(effectiveSettings(wanted, false)).toMatchObject({ darkNav: false, appBar: 'fixed' })
    expect(effectiveSettings(wanted, true)).toMatchObject({ darkNav: true, appBar: 'static' })
    expect(wide({ skin: 'semi-dark', appBar: 'hidden' })).toMatchObject({ darkNav: true, appBar: 'hidden' })
  })
})
