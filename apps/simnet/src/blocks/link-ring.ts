/** What the next block says of the one before it, upper-case hex. */
export interface Link {
  hash: string
  commitHash: string
}

/** The links of the newest heights, in memory that does not grow. Heights are added one after the other. */
interface LinkRing {
  /** null before the first link. */
  newest(): number | null
  get(height: number): Link | null
  add(height: number, link: Link): void
  /** Begins anew: the next height that is added may be any. */
  clear(): void
}

const HASH_BYTES = 32

export function createLinkRing(capacity: number): LinkRing {
  const bytes = Buffer.alloc(2 * HASH_BYTES * capacity)
  let first = 0
  let newest: number | null = null

  const read = (at: number) => bytes.toString('hex', at, at + HASH_BYTES).toUpperCase()

  return {
    newest: () => newest,
    get(height) {
      if (newest === null || height > newest || height < first || height <= newest - capacity) return null
      const at = (height % capacity) * 2 * HASH_BYTES
      return { hash: read(at), commitHash: read(at + HASH_BYTES) }
    },
    add(height, { hash, commitHash }) {
      if (newest === null) first = height
      else if (height !== newest + 1) throw new Error(`link ${height} does not follow ${newest}`)
      bytes.write(hash + commitHash, (height % capacity) * 2 * HASH_BYTES, 'hex')
      newest = height
    },
    clear() {
      newest = null
    },
  }
}
