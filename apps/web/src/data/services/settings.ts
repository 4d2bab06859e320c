import type { BrowserScreen } from '../browser/browser.ts'
import type { BrowserStorage } from '../browser/storage.ts'
import { choices, defaultSettings, keptKeys, type Mode, type Settings, skinOf } from './settings-values.ts'

export interface SettingsStore {
  get(): Settings
  /** The color scheme that follows from the settings now. */
  scheme(): Mode
  change(change: Partial<Settings>): void
  /** A mode of one's own, so the system is not followed any longer. */
  setMode(mode: Mode): void
  /** The system's scheme, whatever the settings say, as long as it is wanted or until a mode is chosen. Never kept. */
  followScreen(wanted: boolean): void
  subscribe(listener: () => void): () => void
}

interface Deps {
  storage: BrowserStorage
  /** Bears the scheme, the direction, the skin and the theme color for the style sheets. */
  root: HTMLElement
  screen: BrowserScreen
  /** Of the session's cookies; null where they are this host's own. */
  cookieDomain: string | null
  /** Of the page that is opened. */
  path?: string
}

/** Pages that a message leads to, in the middle of the night: they have the scheme of the system (P420). */
export function hasSystemScheme(path: string): boolean {
  return path.startsWith('/a/') || path === '/acknowledge'
}

const key = 'settings'
/** The appearance for the other networks, whose sub-domains have a storage of their own. */
const sharedCookie = 'roundsman_settings'
/** In the storage: the cookie as it was when both were last the same. */
const sharedKey = 'settings.shared'

/**
 * The settings as they were last chosen, on whichever network: what this host keeps, unless the cookie became another
 * since this host last looked.
 */
export function keptSettings({ read, cookie }: Pick<BrowserStorage, 'read' | 'cookie'>): string | null {
  const shared = cookie(sharedCookie)
  return shared !== null && shared !== read(sharedKey) ? shared : read(key)
}

/** Reads settings one by one, so that one bad value costs only itself. What is never kept has its default. */
export function parseSettings(text: string | null, otherwise: Settings = defaultSettings): Settings {
  const kept = readObject(text)
  const known = keptKeys.filter((name) => choices[name].some((choice) => choice === kept[name]))
  return { ...otherwise, ...Object.fromEntries(known.map((name) => [name, kept[name]])) }
}

/**
 * What the user wants of the appearance: kept in the browser, followed from other tabs, written to the root element. What
 * the screen makes of it is derived (effective-settings.ts) and never written back.
 */
export function createSettings({ storage, root, screen, cookieDomain, path = '/' }: Deps): SettingsStore {
  const listeners = new Set<() => void>()
  // index.html has found out the direction of the language before the first paint.
  const first: Settings = { ...defaultSettings, direction: root.dir === 'rtl' ? 'rtl' : 'ltr' }
  let settings: Settings = { ...parseSettings(keptSettings(storage), first), direction: first.direction }

  let followsScreen = hasSystemScheme(path)
  const ofScreen = (): Mode => (screen.isDark() ? 'dark' : 'light')
  const scheme = (): Mode => (followsScreen || settings.followSystem ? ofScreen() : settings.mode)
  const apply = () => {
    root.setAttribute('data-scheme', scheme())
    root.setAttribute('data-skin', skinOf(settings, screen.isNarrow()) === 'default' ? 'default' : 'bordered')
    root.setAttribute('data-accent', settings.themeColor)
    root.dir = settings.direction
    for (const listener of listeners) listener()
  }
  storage.watch(key, () => {
    const { appBar, footer, layout, navHidden, toastPosition, direction } = settings
    const own = { ...defaultSettings, appBar, footer, layout, navHidden, toastPosition, direction }
    settings = parseSettings(storage.read(key), own)
    apply()
  })
  // What is kept stays as it is: only what follows from it is another.
  screen.watch(apply)
  /** Keeps the settings here and for the other networks. */
  const keep = () => {
    const kept = keptKeys.map((name) => [name, settings[name]] as const)
    // Keys that a newer version of the page wrote stay.
    storage.write(key, JSON.stringify({ ...readObject(storage.read(key)), ...Object.fromEntries(kept) }))
    // It goes with every request, so what is the default is left out; a direction may have been chosen.
    const unusual = kept.filter(([name, value]) => name === 'direction' || value !== defaultSettings[name])
    const shared = JSON.stringify(Object.fromEntries(unusual))
    storage.writeCookie(sharedCookie, shared, cookieDomain)
    storage.write(sharedKey, shared)
  }
  const change = (wanted: Partial<Settings>) => {
    settings = { ...settings, ...wanted }
    keep()
    apply()
  }
  // Chosen on another network, or here before there was a cookie: from now on both are the same.
  if (keptSettings(storage) !== null) keep()
  apply()

  return {
    get: () => settings,
    scheme,
    change,
    setMode: (mode) => {
      followsScreen = false
      change({ mode, followSystem: false })
    },
    followScreen: (wanted) => {
      followsScreen = wanted
      apply()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function readObject(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
