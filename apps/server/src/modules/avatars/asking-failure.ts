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
