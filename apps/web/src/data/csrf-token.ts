import type { BrowserStorage } from './browser-storage.ts'

/** What an unsafe call has to carry: the cookie of the specification (9), else the other name that it reads (7). */
export function csrfTokenOf(storage: Pick<BrowserStorage, 'cookie'>): string | null {
  return storage.cookie('csrftoken') ?? storage.cookie('XSRF-TOKEN')
}
