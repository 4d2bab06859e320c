import type { Language } from '@roundsman/contract/accounts/users'
import { defaultSettings, type Settings } from '../data/services/settings-values.ts'
import { hasSystemScheme, keptSettings, parseSettings } from '../data/services/settings.ts'
import { directionOf, type PageLanguage, pageLanguageOf } from '../i18n/page-language.ts'

/** What the browser knows of its user before the page asks anybody. */
interface BrowserFacts {
  /** The query of the address, with its question mark. */
  search: string
  cookie: (name: string) => string | null
  local: (key: string) => string | null
  session: (key: string) => string | null
  /** Languages of the browser, the preferred one first. */
  languages: readonly string[]
  systemIsDark: boolean
  /** Of the page that is opened. */
  path: string
}

interface FirstAppearance {
  language: Language
  direction: Settings['direction']
  scheme: Settings['mode']
  skin: 'default' | 'bordered'
  themeColor: Settings['themeColor']
}

/** Color scheme, language and direction as the user left them (docs/rules/page.md, P1 and P54). */
export function chooseAppearance(facts: BrowserFacts): FirstAppearance {
  const kept = keptSettings({ read: facts.local, cookie: facts.cookie })
  const settings = parseSettings(kept)
  const asked = pageLanguageOf(new URLSearchParams(facts.search).get('lng'))
  const language = asked ?? firstKnown(facts) ?? 'en'
  // A direction that was chosen holds, unless the address asks for a language: then it is that language's.
  const chosen = asked === null ? keptDirection(kept) : null
  return {
    language: language === 'ar' ? 'en' : language,
    direction: chosen ?? directionOf(language),
    scheme:
      settings.followSystem || hasSystemScheme(facts.path)
        ? facts.systemIsDark
          ? 'dark'
          : 'light'
        : settings.mode,
    skin: settings.skin === 'default' ? 'default' : 'bordered',
    themeColor: settings.themeColor,
  }
}

/** Cookie, local storage, session storage, browser; the first language that is one of ours. */
function firstKnown({ cookie, local, session, languages }: BrowserFacts): PageLanguage | null {
  const keys = ['i18nextLng', 'lng']
  const tags = [...keys.map(cookie), ...keys.map(local), ...keys.map(session), ...languages]
  return tags.map(pageLanguageOf).find((code) => code !== null) ?? null
}

/** Null where the user never chose one; the settings by themselves would say the default. */
function keptDirection(kept: string | null): Settings['direction'] | null {
  const [ltr, rtl] = (['ltr', 'rtl'] as const).map(
    (direction) => parseSettings(kept, { ...defaultSettings, direction }).direction,
  )
  return ltr !== undefined && ltr === rtl ? ltr : null
}
