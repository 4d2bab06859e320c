import { safeWebsite } from '../../parts/safe-website.ts'

/** Validators write their contact themselves: an address of mail or of a page leads somewhere, anything else is text. */
export function safeContact(contact: string | null): string | null {
  const text = contact?.trim() ?? ''
  if (/^[\w.+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text)) return `mailto:${text}`
  return /^https?:\/\//i.test(text) ? safeWebsite(text) : null
}
