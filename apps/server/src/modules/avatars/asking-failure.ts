/** Keybase, or where it keeps pictures, gave no answer that says anything: nothing is known by it. */
export class AskingFailure extends Error {
  override name = 'AskingFailure'
  /** For how long it asked to be left alone; null: it did not say. */
  readonly retryAfterMs: number | null

  constructor(message: string, retryAfterMs: number | null = null) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Of a Retry-After header (seconds, or a date), `now` in Unix ms. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
