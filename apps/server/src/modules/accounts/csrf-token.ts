import { createHmac, timingSafeEqual } from 'node:crypto'

export interface CsrfTokens {
  issue(binding: string): string
  isValid(token: string, binding: string): boolean
}

const shape = /^([\w-]{22})\.([\w-]{43})$/

/**
 * Tokens `<nonce>.<HMAC>` that are good for one binding only: a session, or a guest's pre-session. A sub-domain that
 * can plant cookies can therefore not plant a token (ASVS 3.5.1).
 */
export function createCsrfTokens(deps: {
  key: Uint8Array
  randomToken: (bytes: number) => string
}): CsrfTokens {
  const sign = (nonce: string, binding: string) =>
    createHmac('sha256', deps.key).update(`${nonce}\n${binding}`).digest('base64url')
  return {
    issue: (binding) => {
      const nonce = deps.randomToken(16)
      return `${nonce}.${sign(nonce, binding)}`
    },
    isValid: (token, binding) => {
      const [, nonce, signature] = shape.exec(token) ?? []
      if (nonce === undefined || signature === undefined) return false
      return sameText(signature, sign(nonce, binding))
    },
  }
}

/** Compares without telling by the time how much was right. */
export function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one, 'utf8')
  const b = Buffer.from(other, 'utf8')
  return a.length === b.length && timingSafeEqual(a, b)
}
