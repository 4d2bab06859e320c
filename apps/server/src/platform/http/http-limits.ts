/** Bounds of the server. Tests and benchmarks may hand in others; nothing in the environment changes them. */
export interface HttpLimits {
  bodyBytes: number
  /** Requests for one session, or for one address without a session, in `windowMs`. */
  reads: number
  writes: number
  /** Calls of machines from one address, in `windowMs`; what a call's own token may do is its module's. */
  machines: number
  windowMs: number
  /** Time in which the whole of a request has to arrive. */
  requestMs: number
  headersMs: number
}

/** Well above what is guaranteed (20 reads and 5 writes a second for a session), so that a burst passes. */
export const httpLimits: HttpLimits = {
  bodyBytes: 1024 * 1024,
  reads: 600,
  writes: 150,
  machines: 6000,
  windowMs: 10_000,
  requestMs: 30_000,
  headersMs: 15_000,
}
