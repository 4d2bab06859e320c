import type { ChainState } from '../chain/chain-state.ts'
import type { ChainLens } from './chain-lens.ts'
import { wholeParam } from './heights.ts'
import { UnreadableRequest } from './read-request.ts'
import { invalidParams } from './rpc-fault.ts'
import { signingInfosQuery, slashingParamsQuery } from './slashing-queries.ts'
import { poolQuery, stakingParamsQuery, validatorsQuery } from './staking-queries.ts'

/** `/abci_query`: the application's answer, its errors inside the answer as the SDK gives them. */
export function abciQueryJson(lens: ChainLens, params: Readonly<Record<string, unknown>>) {
  const { path } = params
  const data = hexParam(params.data)
  const asked = wholeParam(params.height, 'height') ?? 0
  const query = typeof path === 'string' ? queries.get(path) : undefined
  if (query === undefined || lens.chain.profile.staking === null) {
    return failed(6, 'unknown query path: unknown request')
  }
  if (asked < 0)
    return failed(26, 'cannot query with height < 0; please provide a valid height: invalid height')
  if (asked > lens.latest) {
    return failed(26, 'cannot query with height in the future; please provide a valid height: invalid height')
  }
  const height = asked === 0 ? lens.latest : asked
  if (height < lens.earliest) {
    const why = `version does not exist (latest height: ${lens.latest}): invalid request`
    return failed(18, `failed to load state at height ${height}; ${why}`)
  }
  try {
    const value = query(lens, lens.chain.history.at(height), data)
    if (value === null) return failed(18, 'rpc error: code = InvalidArgument desc = invalid validator status')
    return answered(value, height)
  } catch (error) {
    if (error instanceof UnreadableRequest) return failed(18, error.message)
    throw error
  }
}

type Query = (lens: ChainLens, state: Readonly<ChainState>, data: Uint8Array) => Uint8Array | null

const queries = new Map<string, Query>([
  [
    '/cosmos.staking.v1beta1.Query/Validators',
    (lens, state, data) => validatorsQuery(lens.chain, state, data),
  ],
  ['/cosmos.staking.v1beta1.Query/Pool', (_lens, state) => poolQuery(state)],
  [
    '/cosmos.staking.v1beta1.Query/Params',
    ({ chain: { profile } }) => (profile.staking === null ? null : stakingParamsQuery(profile.staking)),
  ],
  [
    '/cosmos.slashing.v1beta1.Query/SigningInfos',
    (lens, state, data) => signingInfosQuery(lens.chain, state, data),
  ],
  [
    '/cosmos.slashing.v1beta1.Query/Params',
    ({ chain: { profile } }) =>
      profile.staking === null ? null : slashingParamsQuery(profile.staking.slashing),
  ],
])

function answered(value: Uint8Array, height: number) {
  return { response: response(0, '', Buffer.from(value).toString('base64'), String(height), '') }
}

function failed(code: number, log: string) {
  return { response: response(code, log, null, '0', 'sdk') }
}

function response(code: number, log: string, value: string | null, height: string, codespace: string) {
  return { code, log, info: '', index: '0', key: null, value, proofOps: null, height, codespace }
}

function hexParam(value: unknown): Uint8Array {
  if (value === undefined || value === null || value === '') return new Uint8Array()
  const hex = typeof value === 'string' ? value.replace(/^0x/, '') : ''
  if (!/^([0-9a-fA-F]{2})*$/.test(hex))
    throw invalidParams('error converting json params to arguments: invalid hex')
  return Uint8Array.from(Buffer.from(hex, 'hex'))
}
