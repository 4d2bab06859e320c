/** The path if it leads to a page of this very site, else the root: `next` comes from a link that anybody can write. */
export function sitePath(next: string | undefined): string {
  if (next === undefined || !next.startsWith('/')) return '/'
  // A base that no link can name: whatever leaves it leaves the site ("//evil", "/\evil", control characters).
  const base = 'https://site.invalid'
  try {
    const url = new URL(next, base)
    return url.origin === base ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
