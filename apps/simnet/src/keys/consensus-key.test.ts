import { createHash, createPrivateKey, createPublicKey, hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifySignature } from '../testing/verify-signature.ts'
import { createConsensusKey } from './consensus-key.ts'
import { ed25519Signer } from './ed25519-signer.ts'

const messages = [...Array(40).keys()].map((n) => Buffer.from(`message ${n}`.repeat(n)))

describe('N8: keys are real ones', () => {
  it.each(['ed25519', 'secp256k1'] as const)(
    'N8: %s: signatures verify, of the right message only',
    (type) => {
      for (const seed of ['a', 'b', 'c']) {
        const { publicKey, sign } = createConsensusKey(type, seed)
        for (const message of messages) {
          const signature = sign(message)
          expect(signature).toHaveLength(64)
          expect(verifySignature(type, publicKey, message, signature)).toBe(true)
          expect(
            verifySignature(type, publicKey, Buffer.concat([message, Buffer.from('x')]), signature),
          ).toBe(false)
        }
      }
    },
  )

  it('N8: ed25519: the public key is that of the private one as PKCS #8, whichever way Node is asked', () => {
    const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
    for (const seed of ['a', 'b', 'c']) {
      const der = Buffer.concat([pkcs8, hash('sha256', `${seed}/key`, 'buffer')])
      const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
      const spki = key.export({ format: 'der', type: 'spki' })
      expect(Buffer.from(ed25519Signer(seed).publicKey)).toEqual(spki.subarray(-32))
    }
  })

  it('N8: secp256k1: s is in the lower half of the order', () => {
    const { sign } = createConsensusKey('secp256k1', 'low')
    const half = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')
    for (const message of messages)
      expect(Buffer.compare(Buffer.from(sign(message)).subarray(32), half)).toBeLessThan(1)
  })

  it('N8: addresses follow from keys: SHA-256 cut to 20 bytes, for secp256k1 RIPEMD-160 of it', () => {
    const edwards = createConsensusKey('ed25519', 'x')
    expect(edwards.hex).toBe(hash('sha256', edwards.publicKey).slice(0, 40).toUpperCase())
    const koblitz = createConsensusKey('secp256k1', 'x')
    const digest = createHash('sha256').update(koblitz.publicKey).digest()
    expect(koblitz.hex).toBe(hash('ripemd160', digest).toUpperCase())
    const bls = createConsensusKey('bls12_381', 'x')
    expect([bls.publicKey.length, bls.sign(Buffer.from('m')).length]).toEqual([96, 96])
    expect(bls.hex).toBe(hash('sha256', bls.publicKey).slice(0, 40).toUpperCase())
  })

  it('N1, N8: the same text gives the same key and the same signature, another text another', () => {
    for (const type of ['ed25519', 'secp256k1', 'bls12_381'] as const) {
      const [one, again, other] = ['t', 't', 'u'].map((seed) => createConsensusKey(type, seed))
      const message = Buffer.from('m')
      expect([again?.hex, again?.sign(message)]).toEqual([one?.hex, one?.sign(message)])
      expect(other?.hex).not.toBe(one?.hex)
    }
  })
})
