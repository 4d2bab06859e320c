import { createHmac } from 'node:crypto'
import { request } from 'node:http'

interface CallBack {
  url: string
  fields: Readonly<Record<string, string>>
  authToken: string
  /** In place of the right one. */
  signature?: string | undefined
  /** Where the site listens in truth. */
  port: number | null
}

/** A form to an address of the site, signed as Twilio signs; gives its answer. */
export function callBack({ url, fields, authToken, signature, port }: CallBack) {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + (fields[name] ?? ''), url)
  const own = createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
  return post(new URL(url), port, new URLSearchParams(fields).toString(), signature ?? own)
}

/** Names under localhost are this machine, whether or not its resolver knows. */
function post(
  url: URL,
  port: number | null,
  body: string,
  signature: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: port ?? url.port,
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: {
          host: url.host,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
          'x-twilio-signature': signature,
          'user-agent': 'TwilioProxy/1.1',
        },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
