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

/** gRPC's InvalidArgument, or an error without a code (`isCoded` false): the SDK makes both an invalid request, code 18. */
export class InvalidArgument extends Error {
  constructor(what: string, isCoded = true) {
    super(`${isCoded ? `rpc error: code = InvalidArgument desc = ${what}` : what}: invalid request`)
  }
}

/** Any other code of gRPC: an unknown request, code 6. */
export class UnknownError extends Error {
  constructor(what: string) {
    super(`${what}: unknown request`)
  }
}
