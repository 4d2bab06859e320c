import type { ChainReadError, ChainReadErrorKind } from './errors.ts'

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
