import { base64, hex } from '@scure/base'
import { z } from 'zod'
import type { ProofOp } from './proof/state.ts'
import type { RpcRequest } from './rpc-client.ts'
import { int64, listOf, safeInt } from './wire.ts'

/** There are two: in the store, and of the store; of two or three kilobytes. */
const MOST_PROOF_OPS = 16
const MOST_PROOF_TEXT = 65_536

const answer = z.object({
  response: z.object({
    code: z.union([z.int(), int64.transform(Number)]).nullish(),
    log: z.string().nullish().catch(null),
    codespace: z.string().nullish().catch(null),
    value: z.string().nullish(),
    height: safeInt.nullish(),
    // Any other shape is no proof, and the answer one that nothing proves.
    proofOps: z
      .object({
        ops: listOf(
          z.object({ type: z.string().max(64), data: z.string().max(MOST_PROOF_TEXT) }),
          MOST_PROOF_OPS,
        ).nullish(),
      })
      .nullish()
      .catch(null),
  }),
})

export interface AbciAnswer {
  /** 0 is success. */
  code: number
  log: string
  codespace: string
  /** Empty where the answer is an empty message (JSON null). */
  value: Uint8Array
  /** The height that the state was read at; 0 in errors. */
  height: number
  /** What proves the value, or that there is none; empty where nothing does. */
  ops: ProofOp[]
}

/** The request for `/abci_query`; `data` is a protobuf message, or a key of a store. */
export function abciRequest(query: {
  path: string
  data: Uint8Array
  height: number
  prove: boolean
}): RpcRequest {
  const { path, data, height, prove } = query
  return { method: 'abci_query', params: { path, data: hex.encode(data), height: String(height), prove } }
}

/** `/abci_query`. */
export function decodeAbciQuery(value: unknown): AbciAnswer {
  const { response } = answer.parse(value)
  return {
    code: response.code ?? 0,
    log: response.log ?? '',
    codespace: response.codespace ?? '',
    value: base64.decode(response.value ?? ''),
    height: response.height ?? 0,
    ops: (response.proofOps?.ops ?? []).map(({ type, data }) => ({ type, data: base64.decode(data) })),
  }
}
