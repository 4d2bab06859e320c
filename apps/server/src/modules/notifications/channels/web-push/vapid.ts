import { importJWK, type JWK, SignJWT } from 'jose'

/** The key pair by which push services know this site, P-256. */
export interface VapidKeys {
  /** With its private part. */
  jwk: JWK
  /** The public key as browsers and push services want it: 65 bytes, base64url. */
  publicKey: string
}

/** Push services take none that is good for longer than a day. */
const goodForSeconds = 12 * 3600

/** The keys of a private key. */
export function vapidKeysOf(jwk: JWK): VapidKeys {
  const point = [jwk.x, jwk.y].map((part) => Buffer.from(part ?? '', 'base64url'))
  return { jwk, publicKey: Buffer.concat([Buffer.of(4), ...point]).toString('base64url') }
}

/**
 * The `Authorization` of a request to a push service (RFC 8292): who sends, good for this service and half a day.
 *
 * @param subject `mailto:` or https, where the service reaches who runs this site
 * @param now Unix ms
 */
export async function vapidAuthorization(
  endpoint: string,
  { keys, subject, now }: { keys: VapidKeys; subject: string; now: number },
): Promise<string> {
  const token = await new SignJWT({
    aud: new URL(endpoint).origin,
    exp: Math.floor(now / 1000) + goodForSeconds,
    sub: subject,
  })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .sign(await importJWK(keys.jwk, 'ES256'))
  return `vapid t=${token}, k=${keys.publicKey}`
}
