import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { decodeAbciQuery } from '../rpc/abci-reader.ts'
import { decodeValidatorsPage } from '../rpc/cometbft.decode.ts'

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

const shape = z.object({
  signed: z.string(),
  validators_hash: z.string(),
  members: z.array(z.looseObject({ signature: z.string() })),
})

/** A set with a key of every kind that CometBFT 0.40 has and can be built without C, and what each of them signed. */
export function keysOf040() {
  const file = new URL('../fixtures/cometbft-0.40-keys.json', import.meta.url)
  const { signed, validators_hash, members } = shape.parse(JSON.parse(readFileSync(file, 'utf8')))
  const page = { block_height: '1', validators: members, total: String(members.length) }
  return {
    data: utf8ToBytes(signed),
    setHash: validators_hash,
    set: decodeValidatorsPage(page).members,
    signatures: members.map(({ signature }) => base64.decode(signature)),
  }
}
