import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What the API answers with: nothing in it may run, be framed or be guessed at. Pages have a policy of their own. */
export const apiSecurityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
  },
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Mailed links carry a token in their address, which must not travel on.
  referrerPolicy: { policy: 'same-origin' },
  frameguard: { action: 'deny' },
  // Only where the request came by https, below.
  hsts: false,
}

const permissions = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
const permissionsPolicy = permissions.map((name) => `${name}=()`).join(', ')

/** The headers that helmet has none of, or that depend on the request. */
export async function extraSecurityHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  void reply.header('permissions-policy', permissionsPolicy)
  if (request.protocol === 'https')
    void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** What Google's sign-in needs of a page. https://developers.google.com/identity/gsi/web/guides/get-google-api-clientid#content_security_policy */
const google = {
  script: ' https://accounts.google.com/gsi/client',
  style: ' https://accounts.google.com/gsi/style',
  frames: ' https://accounts.google.com/gsi/',
}
const nothing = { script: '', style: '', frames: '' }

/**
 * The policy of a page: its own files, and the inline parts that carry this answer's nonce.
 * @param withGoogle where people sign in with Google's own script
 */
export function pagePolicy(nonce: string, withGoogle = false): string {
  const { script, style, frames } = withGoogle ? google : nothing
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'${script}`,
    `style-src 'self' 'nonce-${nonce}'${style}`,
    // A catalogue may name the logo of a network at any address; pictures of people and validators are our own.
    "img-src 'self' data: https:",
    "font-src 'self'",
    `connect-src 'self'${frames}`,
    ...(withGoogle ? [`frame-src${frames}`] : []),
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
