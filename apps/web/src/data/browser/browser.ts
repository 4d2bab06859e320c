/** Chance, 0…1. The only file that may ask for it. */
export const browserRandom = (): number => Math.random()

/** Bytes that nobody can guess. */
export const browserBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))

/**
 * Whether the browser's own time fields have AM and PM: they follow the browser's language, whatever that of the page is.
 * The only file that asks it.
 */
export function hasTwelveHourFields(): boolean {
  const { hour12 } = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions()
  return hour12 === true
}

/** Whether somebody can see the page. The only file that asks the browser for it. */
export interface PageVisibility {
  visible(): boolean
  /** Called whenever that changes; returns how to stop. */
  watch(run: () => void): () => void
}

export const browserVisibility: PageVisibility = {
  visible: () => document.visibilityState === 'visible',
  watch(run) {
    document.addEventListener('visibilitychange', run)
    return () => document.removeEventListener('visibilitychange', run)
  },
}

/** Below the breakpoint lg there is no room for navigation beside the page. */
export const narrowScreen = '(max-width:1199.95px)'

/** What the system says of its screen; the settings follow it. */
export interface BrowserScreen {
  isDark(): boolean
  isNarrow(): boolean
  /** Called when one of the two becomes another; returns how to stop. */
  watch(run: () => void): () => void
}

export function openBrowserScreen(match: (query: string) => MediaQueryList): BrowserScreen {
  const dark = match('(prefers-color-scheme: dark)')
  const narrow = match(narrowScreen)
  return {
    isDark: () => dark.matches,
    isNarrow: () => narrow.matches,
    watch(run) {
      for (const list of [dark, narrow]) list.addEventListener('change', run)
      return () => {
        for (const list of [dark, narrow]) list.removeEventListener('change', run)
      }
    },
  }
}

/** Notifications that the browser shows outside its window. The only file that may touch them. */
export interface BrowserNotifications {
  /** `none`: this browser has none, or not here (plain http, most phones). */
  permission(): 'none' | 'default' | 'granted' | 'denied'
  /** Asks the user; call it only in answer to a click. */
  ask(): Promise<void>
  /** Shows one; another one with the same tag takes its place. False where the browser refused. */
  show(title: string, about: { body: string; tag: string; onClick: () => void }): boolean
}

export const browserNotifications: BrowserNotifications = {
  permission() {
    if (typeof Notification === 'undefined' || !window.isSecureContext) return 'none'
    return Notification.permission
  },
  async ask() {
    await Notification.requestPermission()
  },
  show(title, { body, tag, onClick }) {
    try {
      const shown = new Notification(title, { body, tag, icon: '/favicon.svg' })
      shown.onclick = () => {
        window.focus()
        onClick()
        shown.close()
      }
      return true
    } catch {
      // Chrome on phones knows the name and refuses the thing.
      return false
    }
  },
}

/** Speaks to the other tabs of the site; one never hears oneself. */
export interface Channel {
  post(message: unknown): void
  listen(receive: (message: unknown) => void): void
  close(): void
}

/** A channel to the other tabs of this site in this browser. */
export function openBrowserChannel(name: string): Channel {
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    listen(receive) {
      channel.onmessage = (event: MessageEvent<unknown>) => receive(event.data)
    },
    close: () => channel.close(),
  }
}

/** Goes to another site in this tab. */
export function leaveSite(url: string): void {
  window.location.assign(url)
}

/** Whether this browser knows passkeys at all: none does on plain http but at localhost. */
export const knowsPasskeys = (): boolean => 'PublicKeyCredential' in window
