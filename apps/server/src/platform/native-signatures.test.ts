import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { portableSha256 } from '@roundsman/cometbft/proof/sha256'
import { expect, test } from 'vitest'
import { createNativeSignatures, nativeSha256 } from './native-signatures.ts'

const secret = new Uint8Array(32).fill(9)
const data = new TextEncoder().encode('a vote')
const native = createNativeSignatures()

test('R63: OpenSSL takes the signatures that noble makes, and no others', () => {
  const one = ed25519.sign(data, secret)
  const other = secp256k1.sign(data, secret, { prehash: true })
  const keys = [ed25519.getPublicKey(secret), secp256k1.getPublicKey(secret)] as const
  for (let round = 0; round < 2; round++) {
    expect([native.ed25519(keys[0], data, one), native.secp256k1(keys[1], data, other)]).toEqual([true, true])
    expect([native.ed25519(keys[0], data, other), native.secp256k1(keys[1], data, one)]).toEqual([
      false,
      false,
    ])
    expect([native.ed25519(keys[1], data, one), native.secp256k1(keys[0], data, other)]).toEqual([
      false,
      false,
    ])
  }
})

test('R95: OpenSSL hashes to what noble does, whatever the length', () => {
  const bytes = Uint8Array.from({ length: 200 }, (_unused, index) => (index * 7919) % 256)
  for (let length = 0; length <= bytes.length; length++) {
    const part = bytes.subarray(0, length)
    expect(Uint8Array.from(nativeSha256(part))).toEqual(portableSha256(part))
  }
})
