import { QueryParamsResponse, QuerySigningInfosRequest } from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import { ValidatorSigningInfo } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import type { ChainState } from '../chain/chain-state.ts'
import type { Chain } from '../chain/create-chain.ts'
import type { SlashingProfile } from '../network-profile.ts'
import { compareBytes, paginate, type StoredItem } from './pagination.ts'
import { durationOf, timestampOf } from './proto-time.ts'
import { readRequest } from './read-request.ts'

/** cosmos.slashing.v1beta1.Query/SigningInfos. */
export function signingInfosQuery(chain: Chain, state: Readonly<ChainState>, data: Uint8Array): Uint8Array {
  const request = readRequest(QuerySigningInfosRequest, data)
  const items: StoredItem[] = []
  for (const [index, info] of state.infos.entries()) {
    const entry = chain.roster[index]
    if (info === null || entry === undefined) continue
    const bytes = ValidatorSigningInfo.encode(
      ValidatorSigningInfo.fromPartial({
        address: entry.consensusAddress,
        startHeight: BigInt(info.startHeight),
        indexOffset: BigInt(info.indexOffset),
        jailedUntil: timestampOf(info.jailedUntil),
        tombstoned: info.tombstoned,
        missedBlocksCounter: BigInt(info.missed),
      }),
    ).finish()
    items.push({ key: entry.consensusBytes, bytes })
  }
  items.sort((a, b) => compareBytes(a.key, b.key))
  return paginate(items, request.pagination)
}

/** Its decimals are `bytes` that hold the same digits as the strings elsewhere. */
export function slashingParamsQuery(slashing: SlashingProfile): Uint8Array {
  const digits = (value: bigint) => new TextEncoder().encode(String(value))
  return QueryParamsResponse.encode(
    QueryParamsResponse.fromPartial({
      params: {
        signedBlocksWindow: BigInt(slashing.signedBlocksWindow),
        minSignedPerWindow: digits(slashing.minSignedPerWindow),
        downtimeJailDuration: durationOf(slashing.downtimeJailMs),
        slashFractionDoubleSign: digits(slashing.slashDoubleSign),
        slashFractionDowntime: digits(slashing.slashDowntime),
      },
    }),
  ).finish()
}
