import { readFileSync } from 'node:fs'
import { base64 } from '@scure/base'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { decodeValidatorsPage } from '../validators.decode.ts'

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
