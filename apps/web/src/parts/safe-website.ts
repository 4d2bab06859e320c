/** Validators write their website themselves: only http and https lead out of the page. */
export function safeWebsite(website: string | null): string | null {
  if (website === null || website.trim() === '') return null
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(website) ? website : `https://${website}`)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}
