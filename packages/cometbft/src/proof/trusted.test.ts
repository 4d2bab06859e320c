import { expect, test } from 'vitest'
import { decodeTrusted, encodeTrusted } from './trusted.ts'

const block = {
  height: 12,
  timeNs: 1_790_000_000_123_456_789n,
  origin: 'AGREED' as const,
  unbondingMs: 86_400_000,
  hash: 'AB'.repeat(32),
  nextValidatorsHash: 'CD'.repeat(32),
  nextSet: [
    {
      address: 'EF'.repeat(20),
      keyType: 'tendermint/PubKeyEd25519',
      key: new Uint8Array(32).fill(7),
      power: 12_250_000_000_000_000n,
    },
  ],
}

test('R60: a trusted block survives being written as JSON, to the nanosecond', () => {
  expect(decodeTrusted(JSON.parse(JSON.stringify(encodeTrusted(block))))).toEqual(block)
})

test.each([null, {}, { ...encodeTrusted(block), nextSet: [] }, { ...encodeTrusted(block), hash: 'AB' }])(
  'R60: what is no trusted block is not believed',
  (value) => {
    expect(decodeTrusted(value)).toBeNull()
  },
)
