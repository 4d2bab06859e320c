import {
  QueryParamsRequest,
  QueryParamsResponse,
  QuerySigningInfosRequest,
  QuerySigningInfosResponse,
} from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import { Params, ValidatorSigningInfo } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import { bech32ToHex } from './address.ts'
import { boundedList } from './bounded-list.ts'
import { decFromScaled } from './dec.ts'
import type { ConsensusHex, SigningInfo, SlashingParams } from './domain.ts'
import { durationMs, msOrNull, safe } from './protobuf.ts'
import { ShapeError } from './shape-error.ts'
import type { Page } from './staking.decode.ts'

export const SIGNING_INFOS = '/cosmos.slashing.v1beta1.Query/SigningInfos'
export const SLASHING_PARAMS = '/cosmos.slashing.v1beta1.Query/Params'

export function signingInfosRequest(page: { limit: number; key: Uint8Array }): Uint8Array {
  const pagination = { key: page.key, limit: BigInt(page.limit) }
  return QuerySigningInfosRequest.encode(QuerySigningInfosRequest.fromPartial({ pagination })).finish()
}

export function slashingParamsRequest(): Uint8Array {
  return QueryParamsRequest.encode(QueryParamsRequest.fromPartial({})).finish()
}

/** Infos whose address is empty (chains exported by old versions) belong to nobody and are left out. */
export function decodeSigningInfos(bytes: Uint8Array): Page<SigningInfo> {
  const { info, pagination } = QuerySigningInfosResponse.decode(boundedList(bytes))
  const named = info.filter(({ address }) => address !== '')
  const items = named.map((one) => toInfo(bech32ToHex(one.address).hex, one))
  return { items, nextKey: pagination?.nextKey ?? new Uint8Array() }
}

/** One signing info, as x/slashing keeps it under a consensus address; null where it says no address (old exports). */
export function decodeSigningRecord(consensus: ConsensusHex, bytes: Uint8Array): SigningInfo | null {
  const info = ValidatorSigningInfo.decode(bytes)
  return info.address === '' ? null : toInfo(consensus, info)
}

export function decodeSlashingParams(bytes: Uint8Array): SlashingParams {
  return slashingParams(QueryParamsResponse.decode(bytes).params)
}

/** The parameters as x/slashing keeps them in its store since SDK 0.47. */
export function decodeSlashingParamsRecord(bytes: Uint8Array): SlashingParams {
  return slashingParams(Params.decode(bytes))
}

function slashingParams(params: Params | undefined): SlashingParams {
  if (params === undefined || params.signedBlocksWindow <= 0n) {
    throw new ShapeError('slashing parameters are missing')
  }
  return {
    signedBlocksWindow: safe(params.signedBlocksWindow),
    // A Dec in a bytes field: the digits in ASCII.
    minSignedPerWindow: decFromScaled(new TextDecoder().decode(params.minSignedPerWindow)),
    downtimeJailMs: durationMs(params.downtimeJailDuration),
  }
}

function toInfo(consensus: ConsensusHex, info: ValidatorSigningInfo): SigningInfo {
  const missedBlocks = safe(info.missedBlocksCounter)
  const startHeight = safe(info.startHeight)
  const indexOffset = safe(info.indexOffset)
  if (missedBlocks < 0 || startHeight < 0 || indexOffset < 0)
    throw new ShapeError('a signing info counts below 0')
  return {
    consensus,
    startHeight,
    indexOffset,
    missedBlocks,
    jailedUntil: msOrNull(info.jailedUntil),
    tombstoned: info.tombstoned,
  }
}
