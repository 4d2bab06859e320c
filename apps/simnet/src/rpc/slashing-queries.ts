import { QueryParamsResponse, QuerySigningInfosRequest } from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import { compareBytes } from '../bytes.ts'
import type { ChainState } from '../chain/chain-state.ts'
import type { Chain } from '../chain/create-chain.ts'
import type { SlashingProfile } from '../network-profile.ts'
import { slashingParams } from '../stores/params-bytes.ts'
import { signingInfoBytes } from '../stores/signing-info-bytes.ts'
import { paginate, type StoredItem } from './pagination.ts'
import { readRequest } from './read-request.ts'

/** cosmos.slashing.v1beta1.Query/SigningInfos. */
export function signingInfosQuery(chain: Chain, state: Readonly<ChainState>, data: Uint8Array): Uint8Array {
  const request = readRequest(QuerySigningInfosRequest, data)
  const items: StoredItem[] = []
  for (const [index, info] of state.infos.entries()) {
    const entry = chain.roster[index]
    if (info === null || entry === undefined) continue
    items.push({
      key: entry.keyOf(info.rotations).address,
      bytes: signingInfoBytes(entry, info),
    })
  }
  items.sort((a, b) => compareBytes(a.key, b.key))
  return paginate(items, request.pagination)
}

export function slashingParamsQuery(slashing: SlashingProfile): Uint8Array {
  return QueryParamsResponse.encode({ params: slashingParams(slashing) }).finish()
}
