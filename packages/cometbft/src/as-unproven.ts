import { ChainReadError } from './errors.ts'
import { ContradictionError, UnsettledError } from './proof/block-proof.ts'
import { ProofError } from './proof/proof-error.ts'

/** A proof that failed as the error that leaves the package. Anything else stays as it is. */
export function asUnproven(host: string, error: unknown): unknown {
  if (!(error instanceof ProofError)) return error
  const about = { host, method: 'commit', reason: error.message, cause: error }
  if (error instanceof ContradictionError) return new ChainReadError({ kind: 'fork', ...about })
  if (error instanceof UnsettledError) return new ChainReadError({ kind: 'schema', ...about })
  return new ChainReadError({ kind: 'proof', ...about })
}

/** The check that failed, where it is a lie or another kind of chain; null where it says neither. */
export function failedCheck(error: unknown): ProofError['check'] | null {
  if (!(error instanceof ChainReadError) || error.kind !== 'proof') return null
  return error.cause instanceof ProofError ? error.cause.check : null
}
