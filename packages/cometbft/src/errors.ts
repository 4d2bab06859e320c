/**
 * Why an answer could not be used. Split by what a caller can do next:
 * - `pruned`: this node no longer keeps that height (another one may)
 * - `fork`: a block does not follow the last known block
 * - `wrong_network`: the endpoint is on another chain
 * - `proof`: what it says is not what the chain has signed
 * - the rest: try another endpoint, or later
 */
type ChainReadErrorKind =
  | 'timeout'
  | 'transport'
  | 'http'
  | 'not_json'
  | 'rpc'
  | 'abci'
  | 'schema'
  | 'pruned'
  | 'wrong_network'
  | 'too_large'
  | 'fork'
  | 'proof'

interface ChainReadErrorInfo {
  kind: ChainReadErrorKind
  /** The endpoint's host and nothing else of its address: the rest may hold a key. */
  host: string
  /** JSON-RPC method, or `abci_query <path>`. */
  method: string
  reason: string
  /** HTTP status, JSON-RPC error code or ABCI code, as `kind` says; null where there is none. */
  code?: number | null
  cause?: unknown
}

/** The one error that leaves this package. Messages are short and carry no address but the host. */
export class ChainReadError extends Error {
  override readonly name = 'ChainReadError'
  readonly kind: ChainReadErrorKind
  readonly host: string
  readonly method: string
  readonly code: number | null

  constructor(info: ChainReadErrorInfo) {
    super(
      `${info.host} ${info.method}: ${info.reason}`,
      info.cause === undefined ? {} : { cause: info.cause },
    )
    this.kind = info.kind
    this.host = info.host
    this.method = info.method
    this.code = info.code ?? null
  }
}

/**
 * The definite answer of an application that has no such module (BeaconKit's chains have no x/staking).
 * Every SDK since 0.40 says it with these words; a failure never does.
 */
export function isUnknownQueryPath(error: unknown): boolean {
  return (
    error instanceof ChainReadError && error.kind === 'abci' && error.message.includes('unknown query path')
  )
}

/** Whether another endpoint of the same network may answer where this one did not. */
export function isRetryableElsewhere(error: unknown): boolean {
  return error instanceof ChainReadError && !isUnknownQueryPath(error)
}

/** Says nothing against the endpoint. */
export const NO_KEEPING: ReadonlySet<ChainReadErrorKind> = new Set(['pruned', 'fork'])
/**
 * It is there and answers: another is tried, but it stays in use for other work. A node that refuses one query (out
 * of gas) must not stop the walk over the blocks.
 */
export const ANSWERED: ReadonlySet<ChainReadErrorKind> = new Set([
  'abci',
  'rpc',
  'schema',
  'too_large',
  'proof',
])

/** A failure says less about the chain than a fork or a lie, and those more than a height that is no longer kept. */
export function gravest(errors: readonly ChainReadError[]): ChainReadError | undefined {
  const rank = ({ kind }: ChainReadError) =>
    kind === 'pruned' ? 2 : kind === 'fork' || kind === 'proof' ? 1 : 0
  return [...errors].sort((a, b) => rank(a) - rank(b))[0]
}

/** An answer that is not what it should be. Stays inside the package: `decodeAs` gives it a host and a method. */
export class ShapeError extends Error {
  override readonly name = 'ShapeError'
}

/**
 * Runs a decoder on an answer from outside. Whatever it throws (also a library's RangeError on mangled protobuf)
 * means that the answer cannot be used.
 *
 * @throws ChainReadError schema
 */
export function decodeAs<T>(source: { host: string; method: string }, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (error instanceof ChainReadError) throw error
    const reason =
      error instanceof ShapeError ? error.message : 'the response does not have the expected shape'
    throw new ChainReadError({ kind: 'schema', ...source, reason })
  }
}

/**
 * What a proof failed at: the fields of a header, its link, its set, the signatures, the commit, the state, or age; or
 * that too many of the signatures are by keys that are not checked, which is nobody's lie.
 */
export type ProofCheck = 'header' | 'link' | 'set' | 'power' | 'unchecked' | 'settled' | 'state' | 'expired'

/**
 * What an endpoint said is not what the chain signed. `check` says at which step; who is to blame (the endpoint, or
 * nobody where the chain is of another kind) is decided by whoever compares several endpoints.
 */
export class ProofError extends Error {
  override readonly name = 'ProofError'
  readonly check: ProofCheck

  constructor(check: ProofCheck, reason: string) {
    super(reason)
    this.check = check
  }
}

/** The innermost reason of a failed request: "fetch failed" has its own ("connect ECONNREFUSED") in its cause. */
export function rootMessage(error: unknown): string {
  let message = 'unknown failure'
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (current.message !== '') message = current.message
    current = current.cause
  }
  return message
}
