import { createPublicKey, verify } from 'node:crypto'
import { type CheckSignature, createCheckSignature } from '../proof/signature.ts'

const ed25519Spki = Buffer.from('302a300506032b6570032100', 'hex')
const secp256k1Spki = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

function keyOf(prefix: Buffer, key: Uint8Array) {
  return createPublicKey({ key: Buffer.concat([prefix, key]), format: 'der', type: 'spki' })
}

/** Signatures checked by Node first, as the server does: on a busy machine the tests would else take too long. */
export const nativeCheck: CheckSignature = createCheckSignature({
  ed25519: (key, data, signature) => verify(null, data, keyOf(ed25519Spki, key), signature),
  secp256k1: (key, data, signature) =>
    verify('sha256', data, { key: keyOf(secp256k1Spki, key), dsaEncoding: 'ieee-p1363' }, signature),
})
