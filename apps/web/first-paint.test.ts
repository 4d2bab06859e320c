import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const html = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')
const script = /<script nonce="__CSP_NONCE__">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''

interface Visit {
  search?: string
  cookie?: string
  local?: Record<string, string>
  session?: Record<string, string>
  browser?: string[]
  systemIsDark?: boolean
  /** Reading what is kept throws, as in a browser that forbids it. */
  forbidden?: boolean
}

/** What index.html makes of the root element before anything is drawn. */
function firstPaint(visit: Visit) {
  const attributes: Record<string, string> = {}
  const store = (values: Record<string, string> = {}) => ({
    getItem: (key: string) => {
      if (visit.forbidden === true) throw new Error('forbidden')
      return values[key] ?? null
    },
  })
  const root = { lang: 'en', dir: '', setAttribute: (name: string, to: string) => (attributes[name] = to) }
  runInNewContext(script, {
    window: { localStorage: store(visit.local), sessionStorage: store(visit.session) },
    document: { documentElement: root, cookie: visit.cookie ?? '' },
    location: { search: visit.search ?? '' },
    navigator: { languages: visit.browser ?? ['en-GB'] },
    matchMedia: () => ({ matches: visit.systemIsDark === true }),
  })
  return `${root.lang} ${root.dir} ${attributes['data-scheme'] ?? ''}`
}
const settings = (value: object | string) => ({
  settings: typeof value === 'string' ? value : JSON.stringify(value),
})

describe('P1: before the first paint', () => {
  it('finds the language in the order query, cookie, local storage, session storage, browser, html tag', () => {
    const visit: Visit = {
      search: '?a=1&lng=ru',
      cookie: 'a=1; lng=uk',
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
  it.each([
    [{ search: '?lng=de', browser: ['fr', 'uk-UA', 'ru'] }, 'uk ltr light'],
    [{ local: { i18nextLng: 'xx' }, browser: ['ru'] }, 'ru ltr light'],
    [{ browser: ['arn', 'enm', 'RU'] }, 'ru ltr light'],
    [{ local: { lng: 'uk-UA' } }, 'uk ltr light'],
    [{ forbidden: true, browser: ['uk'] }, 'uk ltr light'],
    [{ browser: [] }, 'en ltr light'],
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
})
