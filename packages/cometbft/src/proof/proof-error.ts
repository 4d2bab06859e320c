/** What a proof failed at: the fields of a header, its link, its set, the signatures, the commit, the state, or age. */
export type ProofCheck = 'header' | 'link' | 'set' | 'power' | 'settled' | 'state' | 'expired'

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
