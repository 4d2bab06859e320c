import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import { type FastifyReply, type FastifyRequest, fastify } from 'fastify'

/** The same for bytes that never became a request, whose answer no plugin sees (B222). */
export const headersWithoutRequest: readonly string[] = [
  "content-security-policy: default-src 'none';object-src 'none';frame-ancestors 'none';base-uri 'none'",
  'x-content-type-options: nosniff',
  'x-frame-options: DENY',
  'referrer-policy: same-origin',
]

/** What the API answers with: nothing in it may run, be framed or be guessed at. Pages have a policy of their own. */
const apiSecurityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Mailed links carry a token in their address, which must not travel on.
  referrerPolicy: { policy: 'same-origin' },
  frameguard: { action: 'deny' },
  // Only where the request came by https, below.
  hsts: false,
  // What only browsers of the past read is sent to nobody: each answer of an open page would carry it.
  xssFilter: false,
  ieNoOpen: false,
  permittedCrossDomainPolicies: false,
  dnsPrefetchControl: false,
}

const permissions = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
const permissionsPolicy = permissions.map((name) => `${name}=()`).join(', ')

type Hook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

/**
 * The hook that gives each answer its security headers. But for the one that depends on the request they are always the
 * same, so helmet is asked for them once: it would put them together anew for each request.
 */
export async function createSecurityHeaders(): Promise<Hook> {
  const headers = { ...(await helmetHeaders()), 'permissions-policy': permissionsPolicy }
  return (request, reply, done) => {
    void reply.headers(headers)
    if (request.protocol === 'https')
      void reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    done()
  }
}

async function helmetHeaders(): Promise<Record<string, string>> {
  const asked = fastify()
  await asked.register(helmet, apiSecurityHeaders)
  asked.get('/', (_request, reply) => reply.send(reply.raw.getHeaders()))
  const answer = await asked.inject('/')
  await asked.close()
  return answer.json<Record<string, string>>()
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
