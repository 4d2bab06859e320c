/** An error that a node answers: code and message of JSON-RPC, and CometBFT's `data`. */
export class RpcFault extends Error {
  readonly code: number
  readonly data: string

  constructor(code: number, message: string, data: string) {
    super(message)
    this.code = code
    this.data = data
  }
}

export function internalError(data: string): RpcFault {
  return new RpcFault(-32603, 'Internal error', data)
}

export function invalidParams(data: string): RpcFault {
  return new RpcFault(-32602, 'Invalid params', data)
}

export function unknownMethod(): RpcFault {
  return new RpcFault(-32601, 'Method not found', '')
}

/** The application has nothing under what was asked. */
export class NotFound extends Error {}
