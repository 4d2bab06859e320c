import type { BrowserStorage } from './browser-storage.ts'

export type Mode = 'light' | 'dark'

/** What the user chose about the looks. Kept under the key `settings`; a value that is not understood is its default. */
export interface Settings {
  mode: Mode
  /** Follow the system's colour scheme; `mode` is then what comes back when it is switched off. */
  followSystem: boolean
}

export interface SettingsStore {
  get(): Settings
  /** The colour scheme that follows from the settings now. */
  scheme(): Mode
  setMode(mode: Mode): void
  subscribe(listener: () => void): () => void
}

interface Deps {
  storage: BrowserStorage
  root: HTMLElement
  systemIsDark: () => boolean
}

const key = 'settings'

/** Reads settings one by one, so that one bad value costs only itself. */
export function parseSettings(text: string | null): Settings {
  const kept = readObject(text)
  return { mode: kept['mode'] === 'dark' ? 'dark' : 'light', followSystem: kept['followSystem'] === true }
}

/** Keeps settings in the browser, follows other tabs, and writes the colour scheme to the root element. */
export function createSettings({ storage, root, systemIsDark }: Deps): SettingsStore {
  const listeners = new Set<() => void>()
  let settings = parseSettings(storage.read(key))

  const scheme = (): Mode => (settings.followSystem ? (systemIsDark() ? 'dark' : 'light') : settings.mode)
  const apply = () => {
    root.setAttribute('data-scheme', scheme())
    for (const listener of listeners) listener()
  }
  storage.watch(key, () => {
    settings = parseSettings(storage.read(key))
    apply()
  })

  return {
    get: () => settings,
    scheme,
    setMode(mode) {
      settings = { mode, followSystem: false }
      // Keys that a newer version of the page wrote stay.
      storage.write(key, JSON.stringify({ ...readObject(storage.read(key)), ...settings }))
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
