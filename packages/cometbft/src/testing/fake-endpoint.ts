import { base64 } from '@scure/base'
import type { SetMember, SignedHeader } from '../domain.ts'
import { signedHeaderJson } from '../rpc/signed-header-json.ts'
import type { FakeChain } from './fake-chain.ts'

/** The `result` of `/validators`. */
function validatorsJson(
  height: number,
  set: readonly SetMember[],
  { page, perPage, totalOff }: { page: number; perPage: number; totalOff: number },
): object {
  const members = set.slice((page - 1) * perPage, page * perPage).map(({ address, keyType, key, power }) => ({
    address,
    pub_key: { type: keyType, value: base64.encode(key) },
    voting_power: String(power),
  }))
  return {
    block_height: String(height),
    validators: members,
    count: String(members.length),
    total: String(set.length + totalOff),
  }
}

export interface AbciReply {
  code?: number
  log?: string
  value?: Uint8Array
  /** The height that the answer says it is of; the one asked for unless given. */
  height?: number
  /** What proves the value, as it stands in a recorded answer. */
  proofOps?: object | null
}

/** One node in front of a chain in memory. A test changes its fields as it goes. */
export interface FakeEndpoint {
  chain: FakeChain
  /** Blocks that it is behind the chain. */
  lag: number
  /** Blocks that its status adds to what it has. */
  boast: number
  /** Oldest height that it keeps. */
  earliest: number
  /** Heights that it says it does not keep; `isAlone`: it is asked for nothing else at the same time. */
  forgets: (height: number, isAlone: boolean) => boolean
  /** What its status says of that; `earliest` unless given. */
  earliestReported: number | null
  catchingUp: boolean
  /** Milliseconds that its newest block is from the future, as its status says. */
  fromFuture: number
  /** Most validators that it gives on one page. */
  perPage: number
  /** Added to the size that it says the set has. */
  totalOff: number
  fault: 'none' | 'hang' | 'refuse' | 'garbage' | 'http-500' | 'http-429'
  /** Methods that the fault is for; all unless given. */
  faultFor: readonly string[] | null
  /** What it makes of a block before it shows it: how it lies. */
  report: (signed: SignedHeader) => SignedHeader
  /** Newest heights whose commit it calls unsettled, as a cache in front of it may for a day. */
  cached: readonly number[]
  abci: (path: string, data: Uint8Array, height: number) => AbciReply
  /** Methods asked for so far, in order. */
  asked: string[]
}

export function createFakeEndpoint(chain: FakeChain, fields: Partial<FakeEndpoint> = {}): FakeEndpoint {
  return {
    chain,
    lag: 0,
    boast: 0,
    earliest: 1,
    forgets: () => false,
    earliestReported: null,
    catchingUp: false,
    fromFuture: 0,
    perPage: 100,
    totalOff: 0,
    fault: 'none',
    faultFor: null,
    report: (signed) => signed,
    cached: [],
    abci: () => ({ code: 6, log: 'unknown query path: unknown request' }),
    asked: [],
    ...fields,
  }
}

type Params = Record<string, string>

export function answerOf(endpoint: FakeEndpoint, method: string, params: Params, isAlone: boolean): object {
  switch (method) {
    case 'status':
      return { result: statusResult(endpoint) }
    case 'commit':
      return endpoint.forgets(Number(params['height']), isAlone)
        ? forgotten(endpoint, Number(params['height']))
        : commitAnswer(endpoint, Number(params['height']))
    case 'validators':
      return validatorsAnswer(endpoint, params)
    case 'abci_query':
      return { result: { response: abciResponse(endpoint, params) } }
    default:
      return { error: { code: -32_601, message: 'Method not found' } }
  }
}

const newest = ({ chain, lag }: FakeEndpoint) => chain.latest().height - lag

function statusResult(endpoint: FakeEndpoint): object {
  const { chain } = endpoint
  const block = chain.blocks.get(newest(endpoint))
  return {
    node_info: { network: chain.chainId, version: '0.38.17' },
    sync_info: {
      latest_block_height: String(newest(endpoint) + endpoint.boast),
      latest_block_time: new Date((block?.time ?? 0) + endpoint.fromFuture).toISOString(),
      earliest_block_height: String(endpoint.earliestReported ?? endpoint.earliest),
      catching_up: endpoint.catchingUp,
    },
  }
}

function commitAnswer(endpoint: FakeEndpoint, height: number): object {
  const missing = missingHeight(endpoint, height)
  if (missing !== null) return missing
  const block = endpoint.chain.blocks.get(height)
  return {
    result:
      block === undefined
        ? null
        : signedHeaderJson(
            endpoint.report(block.signed),
            height < newest(endpoint) && !endpoint.cached.includes(height),
          ),
  }
}

function missingHeight(endpoint: FakeEndpoint, height: number): object | null {
  if (height > newest(endpoint)) {
    const data = `height ${height} must be less than or equal to the current blockchain height ${newest(endpoint)}`
    return { error: { code: -32_603, message: 'Internal error', data } }
  }
  return height >= endpoint.earliest ? null : forgotten(endpoint, height)
}

function forgotten(endpoint: FakeEndpoint, height: number): object {
  const data = `height ${height} is not available, lowest height is ${endpoint.earliest}`
  return { error: { code: -32_603, message: 'Internal error', data } }
}

function validatorsAnswer(endpoint: FakeEndpoint, params: Params): object {
  const height = Number(params['height'])
  // The set of the next height is known with each block.
  const known = height === newest(endpoint) + 1 ? endpoint.chain.blocks.get(height - 1)?.nextMembers : null
  const missing = missingHeight(endpoint, known ? height - 1 : height)
  const set = known ?? endpoint.chain.blocks.get(height)?.members
  if (missing !== null || set === undefined) return missing ?? { result: null }
  const perPage = Math.min(Number(params['per_page']), endpoint.perPage)
  const page = Number(params['page'])
  return { result: validatorsJson(height, set, { page, perPage, totalOff: endpoint.totalOff }) }
}

function abciResponse(endpoint: FakeEndpoint, params: Params): object {
  const height = Number(params['height'])
  const reply = endpoint.abci(params['path'] ?? '', Buffer.from(params['data'] ?? '', 'hex'), height)
  const { code = 0, log = '', value = null } = reply
  return {
    code,
    log,
    value: value === null ? null : Buffer.from(value).toString('base64'),
    height: String(reply.height ?? (code === 0 ? height : 0)),
    codespace: code === 0 ? '' : 'sdk',
    proofOps: reply.proofOps ?? null,
  }
}
