/** The query of pages that lead on to another one. */
export interface NextSearch {
  next?: string
}

export function parseNext(search: Record<string, unknown>): NextSearch {
  return typeof search['next'] === 'string' ? { next: search['next'] } : {}
}

/** The query of pages that a mailed link leads to. */
export interface TokenSearch {
  token?: string
}

export function parseToken(search: Record<string, unknown>): TokenSearch {
  const token = search['token']
  // A token of digits only is read as a number by the router.
  return typeof token === 'string' || typeof token === 'number' ? { token: String(token) } : {}
}
