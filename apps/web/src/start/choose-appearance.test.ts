import { languages } from '@roundsman/contract/accounts/users'
import { describe, expect, it } from 'vitest'
import { chooseAppearance } from './choose-appearance.ts'

interface PageOpening {
  search?: string
  cookie?: Record<string, string>
  local?: Record<string, string>
  session?: Record<string, string>
  browser?: string[]
  systemIsDark?: boolean
  path?: string
}

/** What index.html makes of the root element before anything is drawn. */
function firstPaint({
  search = '',
  cookie,
  local,
  session,
  browser = ['en-GB'],
  systemIsDark,
  path = '/',
}: PageOpening): string {
  const reader =
    (values: Record<string, string> = {}) =>
    (key: string) =>
      values[key] ?? null
  const { language, direction, scheme } = chooseAppearance({
    search,
    cookie: reader(cookie),
    local: reader(local),
    session: reader(session),
    languages: [...browser, 'en'],
    systemIsDark: systemIsDark === true,
    path,
  })
  return `${language} ${direction} ${scheme}`
}
const settings = (value: object | string) => ({
  settings: typeof value === 'string' ? value : JSON.stringify(value),
})

describe('P1: before the first paint', () => {
  it('finds the language in the order query, cookie, local storage, session storage, browser, html tag', () => {
    const visit: PageOpening = {
      search: '?a=1&lng=ru',
      cookie: { a: '1', lng: 'uk' },
      local: { i18nextLng: 'ru' },
      session: { lng: 'uk' },
      browser: ['ru-RU'],
    }
    const found = []
    for (const source of ['search', 'cookie', 'local', 'session', 'browser'] as const) {
      found.push(firstPaint(visit).slice(0, 2))
      if (source === 'browser') visit.browser = []
      else delete visit[source]
    }
    expect([...found, firstPaint(visit).slice(0, 2)]).toEqual(['ru', 'uk', 'ru', 'uk', 'ru', 'en'])
  })
  it.each(languages)('knows every language of the contract: %s', (code) => {
    expect(firstPaint({ search: `?lng=${code}` })).toBe(`${code} ltr light`)
  })
  it.each([
    [{ search: '?lng=de', browser: ['fr', 'uk-UA', 'ru'] }, 'uk ltr light'],
    [{ local: { i18nextLng: 'xx' }, browser: ['ru'] }, 'ru ltr light'],
    [{ browser: ['arn', 'enm', 'RU'] }, 'ru ltr light'],
    [{ local: { lng: 'uk-UA' } }, 'uk ltr light'],
    [{ browser: [] }, 'en ltr light'],
    [{ search: '?lng=', cookie: { lng: '%' }, browser: ['uk'] }, 'uk ltr light'],
  ])('passes over what is none of ours: %j is %s', (visit, paint) => {
    expect(firstPaint(visit)).toBe(paint)
  })
  it.each([
    [{ browser: ['ar-EG', 'ru'] }, 'en rtl light'],
    [{ browser: ['ar'], local: settings({ direction: 'ltr' }) }, 'en ltr light'],
    [{ local: settings({ direction: 'rtl' }) }, 'en rtl light'],
    [{ search: '?lng=ar', local: settings({ direction: 'ltr' }) }, 'en rtl light'],
    [{ search: '?lng=uk', local: settings({ direction: 'rtl' }) }, 'uk ltr light'],
    [{ search: '?lng=de', local: settings({ direction: 'rtl' }) }, 'en rtl light'],
    [{ local: settings({ direction: 'up' }) }, 'en ltr light'],
  ])(
    'P54: Arabic begins right to left, and the direction that was chosen stays: %j is %s',
    (visit, paint) => {
      expect(firstPaint(visit)).toBe(paint)
    },
  )
  it.each([
    [{ local: settings({ mode: 'dark' }) }, 'dark'],
    [{ systemIsDark: true }, 'light'],
    [{ systemIsDark: true, local: settings({ followSystem: true, mode: 'light' }) }, 'dark'],
    [{ systemIsDark: false, local: settings({ followSystem: true, mode: 'dark' }) }, 'light'],
    [{ systemIsDark: true, local: settings({ followSystem: 1, mode: 'blue' }) }, 'light'],
    [{ local: settings('{') }, 'light'],
    [{ local: settings('null') }, 'light'],
    [{ local: settings('7') }, 'light'],
  ])('has the scheme of the settings: %j is %s', (visit, scheme) => {
    expect(firstPaint(visit)).toBe(`en ltr ${scheme}`)
  })
  it.each([
    [
      { cookie: { roundsman_settings: '{"mode":"dark","direction":"rtl"}', i18nextLng: 'uk' } },
      'uk rtl dark',
    ],
    [
      {
        cookie: { roundsman_settings: '{"mode":"dark","direction":"ltr"}' },
        local: settings({ mode: 'light' }),
      },
      'en ltr dark',
    ],
    [
      {
        cookie: { roundsman_settings: '{"mode":"dark"}' },
        local: { ...settings({ mode: 'light' }), 'settings.shared': '{"mode":"dark"}' },
      },
      'en ltr light',
    ],
  ])(
    'P111: has the appearance of another network, unless they were changed here since: %j is %s',
    (visit, paint) => {
      expect(firstPaint(visit)).toBe(paint)
    },
  )
  it.each([
    [{ path: '/a/2n9c.mark', systemIsDark: true }, 'dark'],
    [{ path: '/a/2n9c.mark', systemIsDark: false, local: settings({ mode: 'dark' }) }, 'light'],
    [{ path: '/acknowledge', systemIsDark: true, local: settings({ mode: 'light' }) }, 'dark'],
    [{ path: '/alerts', systemIsDark: true }, 'light'],
  ])('P420: the page that a message leads to is as dark as the system: %j is %s', (visit, scheme) => {
    expect(firstPaint(visit).split(' ')[2]).toBe(scheme)
  })
  it.each([
    [{ skin: 'semi-dark', themeColor: 'info' }, 'bordered info'],
    [{ skin: 'default', themeColor: 'mauve' }, 'default primary'],
  ])('has skin and theme color of the settings: %j is %s', (kept, appearance) => {
    const local = settings(kept)['settings']
    const { skin, themeColor } = chooseAppearance({
      search: '',
      cookie: () => null,
      local: (key) => (key === 'settings' ? local : null),
      session: () => null,
      languages: ['en'],
      systemIsDark: false,
      path: '/',
    })
    expect(`${skin} ${themeColor}`).toBe(appearance)
  })
})
