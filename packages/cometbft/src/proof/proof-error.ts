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
