import type { ChainReadError } from './errors.ts'

/** What one of several endpoints said to the same question. */
export type EndpointAnswer<T> = { host: string } & (
  | { ok: true; value: T }
  | { ok: false; error: ChainReadError }
)
