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
