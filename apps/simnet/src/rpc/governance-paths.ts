import type { ChainState } from '../chain/chain-state.ts'
import type { ChainLens } from './chain-lens.ts'
import {
  governanceParamsQuery,
  proposalQuery,
  proposalsQuery,
  tallyResultQuery,
  voteQuery,
  votesQuery,
} from './governance-queries.ts'
import { missingValidatorsQuery, upgradeQuery, versionTallyQuery } from './signal-queries.ts'

export type Query = (lens: ChainLens, state: Readonly<ChainState>, data: Uint8Array) => Uint8Array | null

const GOV = '/cosmos.gov.v1.Query/'
const SIGNAL = '/celestia.signal.v1.Query/'

const queries: ReadonlyMap<string, Query> = new Map<string, Query>([
  [`${GOV}Proposals`, proposalsQuery],
  [`${GOV}Proposal`, proposalQuery],
  [`${GOV}Vote`, voteQuery],
  [`${GOV}Votes`, votesQuery],
  [`${GOV}TallyResult`, tallyResultQuery],
  [
    `${GOV}Params`,
    (lens, _state, data) => {
      const { governance } = lens.chain.profile
      return governance === null ? null : governanceParamsQuery(lens, governance, data)
    },
  ],
  [`${SIGNAL}GetUpgrade`, upgradeQuery],
  [`${SIGNAL}VersionTally`, versionTallyQuery],
  [`${SIGNAL}GetMissingValidators`, missingValidatorsQuery],
])

/** Whether a path, or a store, is of x/gov or x/signal. */
export function isGovernance(path: string, store: string | null): boolean {
  return path.startsWith('/cosmos.gov.') || path.startsWith(SIGNAL) || store === 'gov' || store === 'signal'
}

/** What answers a path; undefined where the chain has no such module. */
export function governanceQuery({ chain: { profile } }: ChainLens, path: string): Query | undefined {
  if (profile.governance === null) return undefined
  if (path.startsWith(SIGNAL) && profile.governance.signalDelay === null) return undefined
  return queries.get(path)
}
