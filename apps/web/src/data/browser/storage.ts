/** What the browser keeps for this site. The only file that may touch storage and cookies. */
export interface BrowserStorage {
  read(key: string): string | null
  write(key: string, value: string): void
  /** Called when another tab changes the key; returns how to stop. */
  watch(key: string, run: () => void): () => void
  cookie(name: string): string | null
  /** Keeps a cookie for a year that every network of the site sees: on this domain, or where it is null on this host. */
  writeCookie(name: string, value: string, domain: string | null): void
}

const yearSeconds = 365 * 86_400

/** What this tab keeps, also while it is on another site; gone with the tab. */
interface TabStorage {
  read(key: string): string | null
  /** False if it could not be kept: it will not be there afterwards. */
  write(key: string, value: string): boolean
  remove(key: string): void
}

export const tabStorage: TabStorage = {
  read(key) {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key, value) {
    try {
      sessionStorage.setItem(key, value)
      return true
    } catch {
      return false
    }
  },
  remove(key) {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Blocked: then nothing was kept.
    }
  },
}

export const browserStorage: BrowserStorage = {
  read(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      // Blocked by the user: the page works with its defaults.
      return null
    }
  },
  write(key, value) {
    try {
      localStorage.setItem(key, value)
    } catch {
      // Blocked or full: the choice holds until the page is closed.
    }
  },
  watch(key, run) {
    const listener = (event: StorageEvent) => {
      if (event.key === key || event.key === null) run()
    }
    window.addEventListener('storage', listener)
    return () => window.removeEventListener('storage', listener)
  },
  cookie(name) {
    for (const part of document.cookie.split('; ')) {
      const at = part.indexOf('=')
      if (part.slice(0, at) === name) return decoded(part.slice(at + 1))
    }
    return null
  },
  writeCookie(name, value, domain) {
    const rules = `; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`
    // One of the host alone, from before there was a domain, would be read in its stead.
    if (domain !== null) document.cookie = `${name}=${rules}; Max-Age=0`
    const scope = domain === null ? '' : `; Domain=${domain}`
    document.cookie = `${name}=${encodeURIComponent(value)}${rules}; Max-Age=${yearSeconds}${scope}`
  },
}

/** A cookie of another program on this domain may hold what is no encoding at all. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
