import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type { UsedPasskey } from '@roundsman/contract/accounts/second-factor'
import type { Body } from '@roundsman/contract/endpoints'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const userPresent = 1
const userVerified = 4
const hasCredential = 64

interface Answering {
  origin: string
  /** Without a PIN, finger or face where false. */
  verified?: boolean
}

/** As much of WebAuthn as a key of ES256 does: one credential, and a counter that a test may set. */
export class SoftAuthenticator {
  readonly id = randomBytes(16)
  counter = 0
  #keys: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  #userHandle = ''

  /** What `navigator.credentials.create` gives. */
  create(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    { origin, verified = true }: Answering,
  ): Body<'addPasskey'>['credential'] {
    this.#userHandle = options.user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const authData = Buffer.concat([
      this.#head(options.rp.id, hasCredential | (verified ? userVerified : 0)),
      Buffer.alloc(16),
      length,
      this.id,
      isoCBOR.encode(key),
    ])
    const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, origin),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** What `navigator.credentials.get` gives. */
  use(
    { challenge, rpId }: { challenge: string; rpId: string },
    { origin, verified = true }: Answering,
  ): UsedPasskey {
    if (this.counter > 0) this.counter += 1
    const authenticatorData = this.#head(rpId, verified ? userVerified : 0)
    const clientDataJSON = clientData('webauthn.get', challenge, origin)
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...this.#named(),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.#keys.privateKey).toString('base64url'),
        userHandle: this.#userHandle,
      },
    }
  }

  #named() {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    return Buffer.concat([sha256(rpId), Buffer.of(userPresent | flags), counter])
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}
