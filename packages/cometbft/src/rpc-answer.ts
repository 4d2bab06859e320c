import type { EndpointAddress } from './endpoint-address.ts'
import { ChainReadError, type ChainReadErrorKind } from './errors.ts'
import type { ExchangeAnswer } from './http-exchange.ts'
import { saysPruned } from './pruned.ts'

/** What became of one call. */
export type RpcOutcome = { ok: true; result: unknown } | { ok: false; error: ChainReadError }

type Fields = Readonly<Record<string, unknown>>

/** JSON-RPC envelopes: what came over HTTP → outcomes. Knows nothing of what is inside a `result`. */
export interface AnswerReader {
  /** @throws ChainReadError http, not_json */
  parse(method: string, answer: ExchangeAnswer): unknown
  outcome(method: string, envelope: unknown): RpcOutcome
}

export function createAnswerReader(address: EndpointAddress): AnswerReader {
  const failure = (kind: ChainReadErrorKind, method: string, reason: string, code: number | null = null) =>
    new ChainReadError({ kind, host: address.host, method, reason, code })

  function parse(method: string, { status, text }: ExchangeAnswer): unknown {
    const value = jsonOrUndefined(text)
    const usable = status >= 200 && status < 300
    // CometBFT sends a JSON-RPC error with status 500 at times; gateways send pages of HTML with it.
    if (!usable && !isErrorEnvelope(value) && !Array.isArray(value)) {
      throw failure('http', method, httpReason(status), status)
    }
    if (value === undefined) throw failure('not_json', method, 'the answer is not JSON')
    return value
  }

  function outcome(method: string, envelope: unknown): RpcOutcome {
    if (!isFields(envelope)) return bad(method)
    if (isErrorEnvelope(envelope)) {
      const text = errorText(envelope.error)
      const code = typeof envelope.error['code'] === 'number' ? envelope.error['code'] : null
      const kind = saysPruned(text) ? 'pruned' : 'rpc'
      return { ok: false, error: failure(kind, method, address.redact(text), code) }
    }
    return 'result' in envelope ? { ok: true, result: envelope['result'] } : bad(method)
  }

  function bad(method: string): RpcOutcome {
    return { ok: false, error: failure('schema', method, 'the answer is not a JSON-RPC response') }
  }

  return { parse, outcome }
}

function httpReason(status: number): string {
  if (status === 429) return 'too many requests (HTTP 429)'
  if (status >= 300 && status < 400) return `HTTP ${status}: moved; give the address it moved to`
  return `HTTP ${status}`
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isErrorEnvelope(value: unknown): value is { error: Fields } {
  return isFields(value) && isFields(value['error'])
}

function errorText(error: Fields): string {
  const parts = [error['message'], error['data']].filter((part) => typeof part === 'string' && part !== '')
  return parts.length === 0 ? 'an error without a text' : parts.join(': ')
}
