/** The path if it leads to a page of this very site, else the root: `next` comes from a link that anybody can write. */
export function sitePath(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/')) return '/'
  // A base that no link can name: whatever leaves it leaves the site ("//evil", "/\evil", control characters).
  const base = 'https://site.invalid'
  try {
    const url = new URL(next, base)
    const path = url.pathname + url.search + url.hash
    // "/.//evil" stays on this base, and what is left of it once the dots are gone would not.
    return url.origin === base && !path.startsWith('//') ? path : '/'
  } catch {
    return '/'
  }
}
