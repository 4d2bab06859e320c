import type { BrowserStorage } from '../browser-storage.ts'

/** Whether this browser shows notifications of alerts; the browser itself has to allow them beside. */
export const notificationsKey = 'alertNotifications'

export function wantsNotifications(storage: Pick<BrowserStorage, 'read'>): boolean {
  return storage.read(notificationsKey) === 'true'
}
