/** One call of a JSON-RPC request, and what was answered to it, as they pass through a lying endpoint. */
export interface RpcCall {
  id: unknown
  method: string
  params: Record<string, unknown>
}

export interface RpcAnswer {
  id: unknown
  result?: unknown
  error?: { code: number; message: string; data?: string }
}

/** Asks the honest endpoint behind a lie. */
export type Ask = (method: string, params: Record<string, unknown>) => Promise<RpcAnswer>

/** What an endpoint says instead of the truth to one call; null where it says the truth. */
export type Lie = (call: RpcCall, ask: Ask) => Promise<RpcAnswer | null>

/** The height that a call is about; null where it names none. */
export function heightOf({ params }: RpcCall): number | null {
  const height = Number(params['height'])
  return Number.isSafeInteger(height) && height > 0 ? height : null
}
