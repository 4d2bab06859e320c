import { readFileSync } from 'node:fs'
import { decodeAbciQuery } from '../abci-query.decode.ts'

export type CaptureSource = 'celestia-core-0.40' | 'cosmos-sdk-0.46' | 'cosmos-sdk-0.53'

/** A recorded JSON-RPC answer, whole. */
export function captureText(source: CaptureSource, name: string): string {
  return readFileSync(new URL(`../fixtures/${source}/${name}.json`, import.meta.url), 'utf8')
}

/** The `result` of a recorded answer. */
export function captureResult(source: CaptureSource, name: string): unknown {
  return (JSON.parse(captureText(source, name)) as { result: unknown }).result
}

/** The protobuf message in a recorded abci_query. */
export function captureMessage(source: CaptureSource, name: string): Uint8Array {
  return decodeAbciQuery(captureResult(source, name)).value
}
