import { knowsHeaderRoute } from '../node-version.ts'
import { abciQueryJson } from './abci-query.ts'
import { blockchainJson, commitJson, headerJson } from './block-json.ts'
import { heightParam } from './call-params.ts'
import type { ChainLens } from './chain-lens.ts'
import { internalError, RpcFault, unknownMethod } from './rpc-fault.ts'
import { statusJson } from './status-json.ts'
import { validatorsJson } from './validators-json.ts'

export interface Call {
  method: string
  params: Readonly<Record<string, unknown>>
}

/** Names of positional parameters, for calls that carry an array. */
export const positions: Readonly<Record<string, readonly string[]>> = {
  commit: ['height'],
  header: ['height'],
  blockchain: ['minHeight', 'maxHeight'],
  validators: ['height', 'page', 'per_page'],
  abci_query: ['path', 'data', 'height', 'prove'],
}

/** The `result` of one call, as JSON text. Throws `RpcFault` for what a node answers with an error. */
export function answer(lens: ChainLens, node: string, call: Call): string {
  if (lens.latest < 1 && call.method !== 'health') throw internalError('the chain has no block yet')
  switch (call.method) {
    case 'health':
      return '{}'
    case 'status':
      return JSON.stringify(statusJson(lens, node))
    case 'commit':
      return JSON.stringify(commitJson(lens, node, heightParam(lens, call.params.height, lens.latest)))
    case 'blockchain':
      return JSON.stringify(blockchainJson(lens, call.params))
    case 'header':
      if (!knowsHeaderRoute(lens.chain.profile)) throw unknownMethod()
      return JSON.stringify({ header: headerJson(lens, heightParam(lens, call.params.height, lens.latest)) })
    case 'validators':
      return JSON.stringify(validatorsJson(lens, call.params))
    case 'abci_query':
      return JSON.stringify(abciQueryJson(lens, call.params))
    default:
      throw unknownMethod()
  }
}

/** The envelope of one call's answer. */
export function envelope(id: unknown, result: () => string): string {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id ?? null)}`
  try {
    return `${head},"result":${result()}}`
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    const data = error.data === '' ? {} : { data: error.data }
    return `${head},"error":${JSON.stringify({ code: error.code, message: error.message, ...data })}}`
  }
}
