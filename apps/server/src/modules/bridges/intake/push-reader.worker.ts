import { parentPort } from 'node:worker_threads'
import { type BridgePush, pushesOf } from '@roundsman/bridges/bridge-push'
import { MalformedOtlp, type OtlpType, readOtlpRequest } from '@roundsman/bridges/otlp'
import { TooManyParts } from '@roundsman/bridges/wire-reader'

// A thread of its own: in the main one a member who pushes as much as they may would hold everybody up.

export interface ToReader {
  id: number
  type: OtlpType
  bytes: Uint8Array
}

export type FromReader = { id: number } & (
  | { pushes: BridgePush[] }
  | { refused: 'bad_request' | 'payload_too_large'; reason: string }
)

const port = parentPort
if (!port) throw new Error('Pushes are read in a worker thread only.')
port.on('message', (message: ToReader) => port.postMessage(read(message)))

function read({ id, type, bytes }: ToReader): FromReader {
  try {
    return { id, pushes: pushesOf(readOtlpRequest(type, bytes)) }
  } catch (error) {
    if (error instanceof TooManyParts) return { id, refused: 'payload_too_large', reason: error.message }
    if (error instanceof MalformedOtlp) return { id, refused: 'bad_request', reason: error.message }
    throw error
  }
}
