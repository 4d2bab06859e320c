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
  return typeof search['token'] === 'string' ? { token: search['token'] } : {}
}
