import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * `X-Twilio-Signature`: HMAC-SHA1 by the auth token, in Base64, over the address that was called and every form field
 * in the order of their names, name and value without anything between them.
 * https://www.twilio.com/docs/usage/security#validating-requests
 */
export function twilioSignature(
  authToken: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): string {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => `${text}${name}${fields[name] ?? ''}`, url)
  return createHmac('sha1', authToken).update(signed, 'utf8').digest('base64')
}

/** True if the signature fits the address as we gave it, or as some of Twilio's products sign it: with the port. */
export function isTwilioSignature(
  authToken: string,
  url: string,
  fields: Readonly<Record<string, string>>,
  signature: string,
): boolean {
  return [url, withPort(url)].some((address) => {
    const expected = Buffer.from(twilioSignature(authToken, address, fields))
    const given = Buffer.from(signature)
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

function withPort(url: string): string {
  const { protocol, host, port } = new URL(url)
  if (port !== '') return url
  return url.replace(`//${host}`, `//${host}:${protocol === 'https:' ? 443 : 80}`)
}
