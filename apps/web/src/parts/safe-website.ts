/**
 * Validators write their website themselves: only http and https lead out of the page, and nothing that names one host
 * before an @ and leads to the one behind it.
 */
export function safeWebsite(website: string | null): string | null {
  if (website === null || website.trim() === '') return null
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:/i.test(website) ? website : `https://${website}`)
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    return isWeb && url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}
