import { base64 } from '@scure/base'
import { z } from 'zod'
import { int64, safeInt } from './wire.ts'

const answer = z.object({
  response: z.object({
    code: z.union([z.int(), int64.transform(Number)]).nullish(),
    log: z.string().nullish().catch(null),
    codespace: z.string().nullish().catch(null),
    value: z.string().nullish(),
    height: safeInt.nullish(),
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
  }
}
