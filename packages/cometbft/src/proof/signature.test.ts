import { createPublicKey, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { bytesToNumberLE, concatBytes, numberToBytesLE } from '@noble/curves/utils.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { recordedBlock } from '../testing/recorded-node.ts'
import { keysOf040 } from '../testing/capture.ts'
import { createCheckSignature, isCheckable } from './signature.ts'

const check = createCheckSignature()
const secret = new Uint8Array(32).fill(9)
const data = utf8ToBytes('a vote')
const edMember = { keyType: 'tendermint/PubKeyEd25519', key: ed25519.getPublicKey(secret) }
const secpMember = { keyType: 'tendermint/PubKeySecp256k1', key: secp256k1.getPublicKey(secret) }

/** A signature whose R has a point of order 8 added: true by ZIP-215, false by stricter rules. */
function cofactored(): Uint8Array {
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(secret)
  const { Point } = ed25519
  const order = Point.Fn.ORDER
  const torsion = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa')
  const nonce = 12_345n
  const r = Point.BASE.multiply(nonce).add(torsion).toBytes()
  const k = bytesToNumberLE(sha512(concatBytes(r, pointBytes, data))) % order
  return concatBytes(r, numberToBytesLE((nonce + k * scalar) % order, 32))
}

test('R63: a signature that ZIP-215 takes and a stricter rule refuses is a signature', () => {
  const strict = { ed25519: () => false, secp256k1: () => false }
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), edMember.key])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  expect(verify(null, data, key, cofactored())).toBe(false)
  expect(createCheckSignature(strict)(edMember, data, cofactored())).toBe(true)
  expect(check(edMember, utf8ToBytes('another vote'), cofactored())).toBe(false)
})

test('R63: of the two signatures of secp256k1 only the one with the low s', () => {
  const low = secp256k1.sign(data, secret, { prehash: true })
  const s = secp256k1.Point.Fn.ORDER - secp256k1.Signature.fromBytes(low).s
  const high = concatBytes(low.slice(0, 32), numberToBytesLE(s, 32).reverse())
  const generous = { ed25519: () => true, secp256k1: () => true }
  for (const one of [check, createCheckSignature(generous)])
    expect([one(secpMember, data, low), one(secpMember, data, high)]).toEqual([true, false])
})

test('R63: what is no signature is none, and throws nothing', () => {
  const nonsense = [new Uint8Array(), new Uint8Array(63), new Uint8Array(64), new Uint8Array(64).fill(255)]
  for (const member of [edMember, secpMember, { ...edMember, key: new Uint8Array(32).fill(255) }])
    for (const signature of nonsense) expect(check(member, data, signature)).toBe(false)
})

test('R63: signatures by CometBFT 0.40: those of secp256k1eth over Keccak-256 with the recovery id, those of ML-DSA not', () => {
  const { data: signed, set, signatures } = keysOf040()
  const checked = set.map((member, place) => check(member, signed, signatures[place] ?? new Uint8Array()))
  expect(checked).toEqual([true, true, true, false])
  expect(set.map(isCheckable)).toEqual([true, true, true, false])
  const [eth, signature] = [set[2], signatures[2]]
  if (eth === undefined || signature === undefined) throw new Error('no key of secp256k1eth')
  const changed = (place: number, by: number) =>
    signature.map((byte, at) => (at === place ? (byte + by) % 256 : byte))
  for (const wrong of [
    changed(0, 1),
    changed(64, 1),
    changed(64, 27),
    signature.slice(0, 64),
    new Uint8Array(65),
  ])
    expect(check(eth, signed, wrong)).toBe(false)
  expect(check(eth, utf8ToBytes('another vote'), signature)).toBe(false)
  const s = secp256k1.Point.Fn.ORDER - bytesToNumberLE(signature.slice(32, 64).reverse())
  const high = concatBytes(signature.slice(0, 32), numberToBytesLE(s, 32).reverse(), changed(64, 1).slice(64))
  expect(check(eth, signed, high)).toBe(false)
})

test('R63: signatures by BLS keys are not checked', () => {
  const member = recordedBlock('cometbft-1.0.1-bls12381', 3).set[0]
  expect(member && isCheckable(member)).toBe(false)
  expect(member && check(member, data, new Uint8Array(96))).toBe(false)
})
