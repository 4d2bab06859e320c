/** Calls of machines, which have tokens or signatures of their own: no cookies, no CSRF (A6). */
export function isExempt(path: string): boolean {
  return (
    path === '/metrics' ||
    path === '/v1/metrics' ||
    path === '/api/openapi.json' ||
    path === '/api/health/' ||
    /^\/api\/callbacks\/.+\/$/.test(path)
  )
}

/** GETs that hand out the CSRF cookie: calls of the API and pages; not files, whose last part has a dot. */
export function handsOutToken(path: string): boolean {
  if (isExempt(path)) return false
  return path.startsWith('/api/') || !path.slice(path.lastIndexOf('/')).includes('.')
}

/** Calls that a page makes by itself: they prove that a tab is open, not that somebody is there (A30). */
export function countsAsActivity(method: string, path: string): boolean {
  if (path.startsWith('/api/live/')) return false
  if (method === 'GET' && path.startsWith('/api/users/profile/avatar/')) return false
  return !(method !== 'PUT' && path === '/api/users/profile/')
}
