import { createDecipheriv, createECDH, type ECDH, hkdfSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { importJWK, jwtVerify } from 'jose'

/** A browser's side of RFC 8291, written from the RFC and apart from what it judges. Throws where it cannot read it. */
export function decryptPush(body: Buffer, browser: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const size = body.readUInt32BE(16)
  const length = body.readUInt8(20)
  const sender = body.subarray(21, 21 + length)
  const sealed = body.subarray(21 + length)
  if (sealed.byteLength > size) throw new Error('more than one record')
  const shared = browser.computeSecret(sender)
  const expand = (key: Uint8Array, of: Uint8Array, info: (string | Buffer)[], bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, of, Buffer.concat(info.map((part) => Buffer.from(part))), bytes))
  const input = expand(shared, auth, ['WebPush: info\0', browser.getPublicKey(), sender], 32)
  const key = expand(input, salt, ['Content-Encoding: aes128gcm\0'], 16)
  const nonce = expand(input, salt, ['Content-Encoding: nonce\0'], 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('not the last record')
  return padded.subarray(0, end)
}

export interface Pushed {
  /** As the browser reads it. */
  text: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface PushService {
  /** For the site, as a browser gives it. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  pushed: Pushed[]
  /** Statuses of the next answers, in order; then all goes by the service's rules. */
  answers: { status: number; headers?: Record<string, string> }[]
  close(): Promise<void>
}

/**
 * A push service with one browser that subscribed with a site's key (RFC 8030, 8291, 8292).
 *
 * @param siteKey of the site, base64url
 * @param now Unix ms
 */
export async function createPushService(siteKey: string, now: () => number): Promise<PushService> {
  const browser = createECDH('prime256v1')
  browser.generateKeys()
  const auth = Buffer.alloc(16, 7)
  const path = '/wpush/v2/subscription-1'

  async function statusOf(headers: Pushed['headers'], body: Buffer): Promise<number> {
    const [, token = '', key = ''] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers['authorization'])) ?? []
    if (key !== siteKey) return 403
    const point = Buffer.from(siteKey, 'base64url')
    const x = point.subarray(1, 33).toString('base64url')
    const y = point.subarray(33).toString('base64url')
    try {
      const { payload } = await jwtVerify(
        token,
        await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'),
        {
          audience: service.subscription.endpoint.slice(0, -path.length),
          currentDate: new Date(now()),
        },
      )
      const lasts = (payload.exp ?? Number.POSITIVE_INFINITY) - now() / 1000
      if (lasts > 24 * 3600 || !/^(mailto:.+@|https:\/\/)/.test(payload.sub ?? '')) return 401
    } catch {
      return 401
    }
    if (headers['content-encoding'] !== 'aes128gcm') return 415
    if (!/^\d+$/.test(String(headers['ttl'])) || !/^[\w-]{1,32}$/.test(String(headers['topic']))) return 400
    return body.byteLength > 4096 ? 413 : 201
  }

  const server = createServer((incoming, response) => {
    void buffer(incoming).then(async (body) => {
      const { status, headers } = service.answers.shift() ?? {
        status:
          incoming.method === 'POST' && incoming.url === path ? await statusOf(incoming.headers, body) : 410,
      }
      if (status === 201)
        service.pushed.push({ text: decryptPush(body, browser, auth).toString(), headers: incoming.headers })
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: PushService = {
    subscription: {
      endpoint: `${origin}${path}`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    pushed: [],
    answers: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}
