import { DELEGATION } from '@roundsman/cometbft/cosmos-sdk.decode'
import { selfDelegationKey } from '@roundsman/cometbft/proof/state-proof'
import { base64, hex } from '@scure/base'
import { QuerySigningInfosResponse } from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import { QueryDelegationResponse, QueryValidatorsResponse } from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { BondStatus, Delegation, type Validator } from 'cosmjs-types/cosmos/staking/v1beta1/staking'
import { heightOf, type Lie, type RpcAnswer, type RpcCall } from './rpc-call.ts'

interface CommitResult {
  signed_header: {
    header: { height: string; data_hash: string }
    commit: {
      height: string
      block_id: { hash: string }
      signatures: {
        block_id_flag: number
        validator_address: string
        timestamp: string
        signature: string | null
      }[]
    }
  }
  canonical: boolean
}

interface StatusResult {
  sync_info: { latest_block_height: string; latest_block_time: string }
}

interface AbciResult {
  response: { code: number; value: string | null; height: string }
}

const path = ({ method, params }: RpcCall) => (method === 'abci_query' ? params['path'] : null)
const ZERO_TIME = '0001-01-01T00:00:00Z'
/** A hash that no block has. */
const NO_BLOCK = 'F0'.repeat(32)

/** Says of one validator, by operator address, that it is jailed when it is not, and the other way round. */
export function flippedJail(operator: string): Lie {
  return aboutValidators((validator) => {
    if (validator.operatorAddress === operator) validator.jailed = !validator.jailed
  })
}

/** Says of a validator, by operator address, that it has staked twice as much with itself: by query and by key. */
export function otherSelfStake(operator: string): Lie {
  const { store, key } = selfDelegationKey(operator)
  const asked = hex.encode(key)
  const byKey = aboutAnswer(`/store/${store}/key`, Delegation, doubled)
  const byQuery = aboutAnswer(DELEGATION, QueryDelegationResponse, ({ delegationResponse }) => {
    if (delegationResponse?.delegation.validatorAddress !== operator) return
    doubled(delegationResponse.delegation)
    delegationResponse.balance.amount = (2n * BigInt(delegationResponse.balance.amount)).toString()
  })
  return (call, ask) => (call.params['data'] === asked ? byKey : byQuery)(call, ask)
}

function doubled(delegation: Delegation): void {
  delegation.shares = (2n * BigInt(delegation.shares)).toString()
}

/** Says of everybody who is not bonded that it is jailed when it is not, and the other way round. */
export function flippedOutside(): Lie {
  return aboutValidators((validator) => {
    if (validator.status !== BondStatus.BOND_STATUS_BONDED) validator.jailed = !validator.jailed
  })
}

/** Says that a validator, by operator address, takes a hundredth of a percent more. */
export function otherCommission(operator: string): Lie {
  return aboutValidators(({ operatorAddress, commission: { commissionRates } }) => {
    if (operatorAddress === operator)
      commissionRates.rate = (BigInt(commissionRates.rate) + 10n ** 14n).toString()
  })
}

/** Says of every validator that it has missed so many blocks more of its window. */
export function moreMissed(blocks: number): Lie {
  return aboutAnswer('/cosmos.slashing.v1beta1.Query/SigningInfos', QuerySigningInfosResponse, ({ info }) => {
    for (const one of info) one.missedBlocksCounter += BigInt(blocks)
  })
}

/** Leaves the signature of one validator (consensus address) out of every commit. */
export function removedSignature(consensus: string): Lie {
  return aboutCommits((result) => {
    const { signatures } = result.signed_header.commit
    const place = signatures.findIndex((one) => one.validator_address === consensus)
    if (place >= 0)
      signatures[place] = { block_id_flag: 1, validator_address: '', timestamp: ZERO_TIME, signature: null }
  })
}

/** Has another block at one height, the first that it is asked for: another header, another hash. */
export function forgedHash(): Lie {
  let forged: number | null = null
  return aboutCommits(({ signed_header: { header, commit } }) => {
    forged ??= Number(header.height)
    if (Number(header.height) !== forged) return
    header.data_hash = NO_BLOCK
    commit.block_id.hash = NO_BLOCK
  })
}

/** Rises by eight heights a second beyond the truth; whoever asks for one of them gets the newest block renumbered. */
export function rampingHeight(now: () => number): Lie {
  const since = now()
  const extra = () => Math.floor(((now() - since) * 8) / 1_000)
  return async (call, ask) => {
    if (call.method === 'status') {
      const answer = await ask('status', {})
      const { sync_info: sync } = answer.result as StatusResult
      sync.latest_block_height = String(Number(sync.latest_block_height) + extra())
      sync.latest_block_time = new Date(now()).toISOString()
      return answer
    }
    const wanted = heightOf(call)
    if (wanted === null || (call.method !== 'commit' && call.method !== 'validators')) return null
    const newest = Number(((await ask('status', {})).result as StatusResult).sync_info.latest_block_height)
    if (wanted <= newest) return null
    const answer = await ask(call.method, { ...call.params, height: String(newest) })
    return call.method === 'commit' ? renumbered(answer, wanted) : answer
  }
}

function renumbered(answer: RpcAnswer, height: number): RpcAnswer {
  const result = answer.result as CommitResult
  result.signed_header.header.height = String(height)
  result.signed_header.commit.height = String(height)
  result.canonical = true
  return answer
}

/** Goes on answering and knows no block after the one that was newest at the first question. */
export function frozen(): Lie {
  let status: StatusResult | null = null
  return async (call, ask) => {
    status ??= (await ask('status', {})).result as StatusResult
    if (call.method === 'status') return { id: call.id, result: status }
    const newest = Number(status.sync_info.latest_block_height)
    const wanted = heightOf(call)
    if (wanted === null || wanted <= newest) return null
    const data = `height ${wanted} must be less than or equal to the current blockchain height ${newest}`
    return { id: call.id, error: { code: -32_603, message: 'Internal error', data } }
  }
}

/** Gives the state of twenty heights before for that of the height asked for. */
export function oldState(): Lie {
  return async (call, ask) => {
    const wanted = heightOf(call)
    if (call.method !== 'abci_query' || wanted === null || wanted <= 22) return null
    const answer = await ask(call.method, { ...call.params, height: String(wanted - 20) })
    const { response } = (answer.result ?? {}) as Partial<AbciResult>
    if (response !== undefined) response.height = String(wanted)
    return answer
  }
}

function aboutValidators(change: (validator: Validator) => void): Lie {
  return aboutAnswer('/cosmos.staking.v1beta1.Query/Validators', QueryValidatorsResponse, ({ validators }) =>
    validators.forEach(change),
  )
}

interface Codec<T> {
  decode(bytes: Uint8Array): T
  encode(message: T): { finish(): Uint8Array }
}

/** Changes the value of every answer to a path; a proof beside it stays as it is. */
function aboutAnswer<T>(of: string, codec: Codec<T>, change: (message: T) => void): Lie {
  return async (call, ask) => {
    if (path(call) !== of) return null
    const answer = await ask(call.method, call.params)
    const { response } = (answer.result ?? {}) as Partial<AbciResult>
    if (response?.code !== 0 || response.value === null) return answer
    const message = codec.decode(base64.decode(response.value))
    change(message)
    const value = base64.encode(codec.encode(message).finish())
    return { ...answer, result: { response: { ...response, value } } }
  }
}

function aboutCommits(change: (result: CommitResult) => void): Lie {
  return async (call, ask) => {
    if (call.method !== 'commit') return null
    const answer = await ask(call.method, call.params)
    if (answer.result !== undefined && answer.result !== null) change(answer.result as CommitResult)
    return answer
  }
}
