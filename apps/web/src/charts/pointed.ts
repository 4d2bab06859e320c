/** What somebody points at in the charts of a page; all of them show it. */
export interface Pointed {
  /** Unix seconds; null: nowhere. */
  at: number | null
  /** Id of a line; null: none. */
  line: number | null
}

/** Kept outside what draws the page: a pointer moves sixty times a second, and only what shows it is drawn anew. */
export interface PointedStore {
  get(): Pointed
  point(change: Partial<Pointed>): void
  subscribe(run: () => void): () => void
}

export function createPointed(): PointedStore {
  let pointed: Pointed = { at: null, line: null }
  const listeners = new Set<() => void>()
  return {
    get: () => pointed,
    point(change) {
      const next = { ...pointed, ...change }
      if (next.at === pointed.at && next.line === pointed.line) return
      pointed = next
      for (const run of listeners) run()
    },
    subscribe(run) {
      listeners.add(run)
      return () => listeners.delete(run)
    },
  }
}
